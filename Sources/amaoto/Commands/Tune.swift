// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Sonification
import Tracking
import Tuning

struct Tune: AsyncParsableCommand, RideCommand, FileDeclaring {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Tune a preset in the terminal while it plays, and save it.",
        discussion: """
            Every parameter is a slider: up and down select one, left and right change it, ? lists all keys. With a track, its \
            mappings keep moving their parameters; f freezes the track. Saving keeps the comments and the order of the file.

            EXAMPLES
              amaoto tune commuter                     # resting rain; s asks for a name
              amaoto tune my.yaml ride.gpx --fit 120   # a ride of two minutes, repeated
              NO_COLOR=1 amaoto tune my.yaml           # without colours
              amaoto tune my.yaml --plain              # line by line, for screen readers
              printf 'drops.rate = 1200\\nsave\\n' | amaoto tune my.yaml --plain
            """)

    @Argument(
        help: "Preset: the name of a shipped one (see `amaoto preset list`), or a file; with -p, the track.",
        completion: NameCompletion.presets)
    var preset: String?

    @OptionGroup var input: InputOptions
    @OptionGroup var sound: SoundOptions
    @OptionGroup var pace: PaceOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try sound.validateOnePair("tune")
        guard preset ?? sound.preset.chosen != nil else { throw ValidationError("Name a preset, such as commuter.") }
        try sound.preset.input(preset, before: input).validateOneInput("tune")
    }

    /// The files that saving must not replace; for all others the tuner asks first.
    func declareFiles(in claims: inout OutputClaims) {
        input.declareFiles(in: &claims)
        railway.declareFiles(in: &claims)
    }

    mutating func run() async throws {
        input = try sound.preset.input(preset, before: input)
        sound.preset.chosen = sound.preset.chosen ?? preset
        var claims = OutputClaims()
        declareFiles(in: &claims)
        let desk = try TuningDesk(sound.preset.reference, inputs: claims.inputPaths)
        try desk.change(try sound.preset.edits, label: "--set")
        if messages.plain { try await tuneLineByLine(desk) } else { try await tuneOnScreen(desk) }
    }
}

extension Tune {
    /// Playback of the ride, with the changes on the desk.
    func playback(of setup: RideSetup, _ desk: TuningDesk) -> TunerPlayback {
        var stage = TuningStage()
        stage.track = setup.track
        stage.speed = setup.speed
        stage.seed = setup.performance.seed
        stage.gain = setup.performance.gain
        stage.player = device.settings(sound)
        return TunerPlayback(desk, stage, requiresDevice: device.choice.device != nil) { [live = setup.live] in live?.stop() }
    }

    /// Runs the line-based tuner: commands from standard input, answers to standard output, refusals and news to standard error.
    private func tuneLineByLine(_ desk: TuningDesk) async throws {
        if let track = input.input, ByteSource.isStandardInput(track) {
            throw Failure("tune --plain reads its commands from standard input; give a file as the track", .usage)
        }
        let console = Console(plain: true, quiet: messages.quiet)
        let interrupts = Interrupts(onExit: { try? desk.saveUnsaved(console) })
        let setup = try RideSetup(self, allowsLive: false, console: console)
        let playback = playback(of: setup, desk)
        async let playing: Void = playback.run()
        let announcer = setup.announcer
        let isPrompted = isatty(STDIN_FILENO) == 1
        let news = Task {
            while !Task.isCancelled {
                for message in playback.notices.takeAll() { console.say(message) }
                do { if let taken = try desk.mergeOutsideChanges() { console.say("\(taken).") } } catch { console.warn("\(error)") }
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        let refused = await withCheckedContinuation { continuation in
            // A separate thread, because it blocks on input, which a task must not.
            Thread.detachNewThread {
                let tuner = PlainTuner(desk, asksBeforeLeaving: isPrompted, whereabouts: { announcer.whereabouts($0) })
                let refused = Result {
                    var refusals = 0
                    while true {
                        if isPrompted { StandardStreams.output("tune> ") }
                        // What follows an answer that nobody gets is not done.
                        try StandardStreams.flushOutput()
                        guard playback.failure == nil, let line = readLine() else {
                            // Ctrl-D is pressed by mistake, too; a script that ends without saving has decided.
                            if isPrompted { try desk.saveUnsaved(console) }
                            return refusals
                        }
                        let answer = tuner.answer(line)
                        if let refusal = answer.refusal {
                            refusals += 1
                            console.warn(refusal)
                        }
                        for line in answer.lines { print(line) }
                        if answer.ends { return refusals }
                    }
                }
                continuation.resume(returning: refused)
            }
        }
        news.cancel()
        playback.stop()
        await playing
        for message in playback.notices.takeAll() { console.say(message) }
        if let failure = playback.failure { throw failure }
        if desk.snapshot.isChanged { console.say("The changes were not saved.") }
        withExtendedLifetime(interrupts) {}
        let refusals = try refused.get()
        // A script needs an exit code; a person has already read the refusals.
        if refusals > 0, !isPrompted { throw Failure("\(CountText.of(refusals, "command")) failed", .preset) }
    }
}
