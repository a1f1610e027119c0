// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import LiveSources
import Notifications
import Platform
import RainSynthesis
import RemoteControl
import Sonification
import TerminalIO
import Transport

struct Play: AsyncParsableCommand, RideCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a track as rain, live through ALSA.",
        discussion: """
            Without a track it plays the preset's resting rain. While it plays: space pauses, left and right seek 5 s, up and \
            down a minute, [ ] change the speed, 9 0 the volume, m mutes, i reports where you are, ? lists the mappings, q \
            quits.

            EXAMPLES
              amaoto play ride.gpx --fit 60
              amaoto play ride.gpx -p hiker --speed 20 -D plughw:1
              amaoto play ride.gpx --to Shinagawa --speak --captions -
              tail -f log.csv | amaoto play -
              gpspipe -w | amaoto play - --session rides.sqlite
              amaoto play anna.gpx ben.gpx cleo.gpx --fit 60   # several tracks at once
              amaoto play gpsd://
              amaoto play /dev/ttyUSB0 -b 4800
              amaoto play mqtt://localhost/owntracks/#
              amaoto play rides.sqlite --session-id 3
              amaoto play ride.gpx --layout 5.1 -D surround51
              amaoto play -p drizzle --loudness -30
              amaoto play ride.gpx midi:// -p mine.yaml      # with MIDI controllers
              amaoto play -p commuter --osc-control 9000   # set parameters by OSC
              amaoto play gpsd:// --on 'arrived=notify-send "$AMAOTO_TEXT"' --serve 8090
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var sound: SoundOptions
    @OptionGroup var pace: PaceOptions
    @OptionGroup var length: LengthOptions
    @OptionGroup var session: SessionOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var loudness: LoudnessOptions
    @OptionGroup var control: ControlOptions
    @OptionGroup var notifications: NotificationOptions
    @OptionGroup var announcements: AnnouncementOptions
    @OptionGroup var messages: MessageOptions

    @OptionGroup var device: DeviceOptions

    @Option(
        help: ArgumentHelp("Sound file to record the playback to; -f is the device's format alone.", valueName: "file"), completion: .file()
    )
    var record: String?

    @OptionGroup var writing: WritingOptions

    @Option(
        help: ArgumentHelp("State log: one JSON line per change of the rain; - for standard output.", valueName: "file"),
        completion: .file())
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Log of what the engine applied and when; `render --applied` reproduces the played bytes from it.", valueName: "file"),
        completion: .file())
    var applied: String?

    @Flag(help: "Speak the captions with spd-say or espeak-ng and duck the rain under them.")
    var speak = false

    @Option(help: ArgumentHelp("JSON file of playback statistics, written at the end.", valueName: "file"), completion: .file())
    var stats: String?

    func validate() throws {
        try loudness.check(against: sound)
        try announcements.check(against: railway, isSpoken: speak || messages.plain)
    }

    func declareFiles(in claims: inout OutputClaims) {
        input.declareFiles(in: &claims)
        sound.declareFiles(in: &claims)
        railway.declareFiles(in: &claims)
        session.declareFiles(in: &claims)
        claims.write(record, as: "--record")
        claims.write(state, as: "--state")
        claims.write(applied, as: "--applied")
        announcements.declareFiles(in: &claims)
        claims.write(stats, as: "--stats")
    }

    func run() async throws {
        let claims = try checkedClaims()
        let console = Console(plain: messages.plain, quiet: messages.quiet, neverWaits: true)
        var ride = self
        let controllers = try ride.input.takeControllers()
        defer { console.finish() }
        let keyboard = ControllingTerminal(.keys)
        defer { keyboard?.restore() }
        let wakeup = ControlWakeup()
        let speaker = speak ? Speaker(onFailure: console.warnOnce, onChange: wakeup.wake) : nil
        if speak, speaker == nil {
            throw Failure(
                "--speak requires spd-say or espeak-ng, but neither is on the PATH; install one (apt-get install espeak-ng) or omit --speak",
                .runtime)
        }
        defer { speaker?.stop() }
        let interrupts = Interrupts(onExit: {
            keyboard?.restore()
            speaker?.stop()
        })
        var setup = try RideSetup(ride, allowsLive: true, allowsSeveral: true, console: console)
        try setup.refuse(session.path.map { _ in "--session" } ?? applied.map { _ in "--applied" })
        if let live = setup.live { interrupts.onExit(live.stop) }
        if let load = DropLoad(setup.performance.preset).warning(tracks: max(1, setup.survey?.tracks.count ?? 1)) { console.warn(load) }
        defer { setup.live?.stop() }

        // A recorded track is as loud as its file; a live track is as loud as the rain at rest.
        let seconds = setup.survey == nil ? length.duration ?? LoudnessMatch.restingSeconds : length.duration
        let measured = try RenderSpan(setup: setup, duration: seconds)
        if let gaps = measured.gapWarning(setup) { console.warn(gaps) }
        try await loudness.apply(to: &setup.performance, measured, console: console, interrupts: interrupts)
        let sessionRecording = try SessionRecording(session, input: ride.input.input, console: console)
        defer { _ = try? sessionRecording.finish() }

        var remote = try control.open(console)
        let midi = try controllers.map { try ControlOptions.openMIDI($0, preset: setup.performance.preset, console: console) }
        let settings = device.settings(sound)
        let player = try AudioDevices.open(settings)
        setup.performance.sampleRate = player.report.sampleRate
        // A source that cannot be reached is reported before there is any sound, session or recording.
        try setup.live?.connect()
        interrupts.hold(onArrival: wakeup.wake)
        if setup.survey != nil {
            try sessionRecording.start(setup)
        } else if var input = setup.input {
            input.recorder = try sessionRecording.start(source: input.title, dropsWhenFull: true)
            setup.input = input
        }
        let notifier = try RideNotifier(notifications, announcer: setup.announcer, console: console, onPress: wakeup.wake)
        if let commands = notifier?.commands { interrupts.onExit(commands.abandon) }
        defer { notifier?.finish() }
        let watch = try sound.preset.watch, preset = try sound.preset.load()
        // Nothing after this may fail, so that no failure leaves a recording behind.
        let files = try PlaybackFiles(self, setup, claims, console: console, interrupts: interrupts)
        let view = PlaybackView(setup: setup, console: console, keyboard: keyboard, speaker: speaker)
        let reloading = PresetReloading(
            sound.preset.reference, watch, preset: preset, columns: setup.survey?.extraNames, console: console, onChange: wakeup.wake)
        remote?.changePreset = reloading.change
        var live = LiveAnnouncements(
            announcements, setup, isWatched: messages.plain || keyboard != nil, speaker: speaker, console: console)
        let record = { (record: StateRecord) in
            files.write(record)
            notifier?.send(record)
            live.announce(record)
        }
        let faults = FaultReporter(console: console, reportsAll: input.verbose)
        var granted = player.report
        var latest: PlaybackStatus?
        var deviceReporter = DeviceReporter(console: console, settings: settings)
        let ended: Result<PlaybackReport, any Error>
        do {
            ended = .success(
                try await playback(setup, record, files.applied, faults, reloading, wakeup, isControlled: midi != nil).run(
                    on: player, recording: files.recording,
                    started: { device in
                        granted = device
                        view.started(device, seed: sound.seed)
                    },
                    commands: {
                        let commands =
                            interrupts.arrived
                            ? [.quit]
                            : view.commands() + view.observing(reloading.commands()) + (remote?.commands(latest) ?? [])
                                + (midi?.commands() ?? []) + (notifier?.pressed { view.whereNow } ?? [])
                        if commands.contains(.quit) { view.leaves() }
                        // Only a recorded track moves.
                        if setup.survey != nil, commands.contains(where: \.isSeek) {
                            files.forget()
                            live.forget()
                        }
                        return commands
                    },
                    watched: { keyboard?.keys.map { [$0] } ?? [] },
                    status: { status in
                        latest = status
                        files.write(status)
                        live.announce(status)
                        view.show(status)
                        deviceReporter.report(player.condition, status.player.losses, report: player.report, waits: setup.survey != nil)
                    }))
        } catch {
            ended = .failure(error)
        }
        console.endStatus()
        keyboard?.restore()
        live.finish()
        let isWhole = !interrupts.arrived && ((try? ended.get()).map { $0.failure == nil } ?? false)
        let kept = Result { try files.close(isWhole: isWhole, report: try? ended.get(), device: granted) }
        let journey = Result { try sessionRecording.complete(unless: { !isWhole || interrupts.arrived }) }
        let report = try ended.get()
        view.ended(report)
        if let tally = report.tally { faults.summarize(tally) }
        // If one of them failed, the others are still complete.
        if let failure = report.failure { throw failure }
        try kept.get()
        _ = try journey.get()
        try interrupts.throwIfArrived()
    }

    private func playback(
        _ setup: RideSetup, _ record: @escaping (StateRecord) -> Void, _ appliedFile: LineFile?, _ faults: FaultReporter,
        _ reloading: PresetReloading, _ wakeup: ControlWakeup, isControlled: Bool
    ) -> LivePlayback {
        var playback = LivePlayback(performance: setup.performance, track: setup.track)
        playback.speed = setup.speed
        playback.totalFrames = length.duration.map { Int64(($0 * Double(setup.performance.sampleRate)).rounded()) }
        playback.record = record
        playback.isStrict = input.strict
        playback.wakeup = wakeup
        playback.stopSource = { [live = setup.live, input = setup.input] in
            live?.stop()
            input?.stop()
        }
        playback.isTuned = control.oscControl != nil || isControlled
        playback.applied = appliedFile.map { file in { file.write(AppliedLog.line($0)) } }
        // A recorded track's faults were already reported during the survey.
        if setup.survey == nil {
            playback.onFault = { faults.report($0) }
            playback.onColumns = { [weak reloading] in reloading?.take(columns: $0) }
        }
        return playback
    }
}
