// SPDX-License-Identifier: MIT
import AudioOutput
import Notifications
import PlainText
import Railways
import Sonification
import TerminalIO
import Tracking
import Transport

/// What the listener has chosen with keys.
private struct Choices {
    var speed: Double
    var isPaused = false
    var isMuted = false
    var gain: Float

    private var pace: String { "×\(FigureText.number(speed, speed < 10 ? 2 : 0))" }
    private var volume: String { "\(FigureText.number(Double(gain))) dB" }

    /// Those that are not as usual, for a status line.
    var parts: [String] {
        [speed != 1 ? pace : nil, isPaused ? "paused" : nil, isMuted ? "muted" : nil, gain != 0 ? "volume \(volume)" : nil].compactMap(
            \.self)
    }

    /// What has changed, each a sentence without a full stop: a listener to lines need not hear the rest again.
    func changes(since old: Choices) -> [String] {
        [
            isPaused != old.isPaused ? (isPaused ? "Paused" : "Playing") : nil,
            isMuted != old.isMuted ? (isMuted ? "Muted" : "Not muted") : nil,
            pace != old.pace ? "Speed \(pace)" : nil,
            volume != old.volume ? "Volume \(volume)" : nil,
        ].compactMap(\.self)
    }
}

extension Choices {
    init(_ status: PlaybackStatus) {
        self.init(speed: status.speed, isPaused: status.isPaused, isMuted: status.isMuted, gain: status.gain)
    }
}

/// The user interface during playback: status line and keys.
final class PlaybackView {
    private let setup: RideSetup
    /// The preset being played, for key `?`.
    private var preset: Preset
    private let console: Console
    private let keyboard: ControllingTerminal?
    private let speaker: Speaker?
    private var queue: QueueReporter
    private var isDucked = false
    /// True until it is known whether the track lies on a known railway.
    private var checksRailway: Bool
    /// True until a live source has sent a fix, or its silence was reported.
    private var awaitsFix: Bool
    private var latest: PlaybackStatus?
    private var shown = ContinuousClock.now
    private var shownDrops: Int64 = 0
    private var shownFrames: Int64 = 0
    private var dropRate = 0.0
    /// The listener's choices when they were last printed. A key may be pressed before the first status.
    private var printed: Choices
    /// True once the playback is being ended, which mutes it.
    private var isLeaving = false
    /// When a key last moved the position, until the new position is printed.
    private var lastSeek: ContinuousClock.Instant?

    init(setup: RideSetup, console: Console, keyboard: ControllingTerminal?, speaker: Speaker?) {
        self.speaker = speaker
        // A requested railway that does not fit was already reported with the survey.
        checksRailway =
            setup.railway?.isDefault == true && setup.performance.preset.usesRailway
            && (setup.survey == nil || setup.railway?.isRequested == false)
        awaitsFix = setup.input?.isLive == true
        self.setup = setup
        preset = setup.performance.preset
        self.console = console
        queue = QueueReporter(console: console)
        self.keyboard = keyboard
        printed = Choices(speed: setup.speed, gain: setup.performance.gain)
    }

    func started(_ device: DeviceReport, seed: UInt64) {
        console.say(
            "\(setup.performance.preset.title) on \(device.device): \(device.sampleRate) Hz, \(device.format.rawValue), "
                + "\(device.layout.summary), period \(device.period), buffer \(device.buffer), seed \(seed)")
        for note in device.notes { console.say("Note: \(note)") }
        if keyboard != nil {
            console.say("Keys: space pause, arrows seek, [ ] speed, 9 0 volume, m mute, i where, ? mapping, q quit")
        }
    }

    /// Returns the listener's commands since the last call.
    func commands() -> [PlaybackCommand] {
        var commands = pressedCommands()
        let isSpeaking = speaker?.isSpeaking ?? false
        if isSpeaking != isDucked {
            isDucked = isSpeaking
            commands.append(.duck(isSpeaking))
        }
        return commands
    }

    /// Observes commands from other sources, for the preset that key `?` describes, and returns them unchanged.
    func observing(_ commands: [PlaybackCommand]) -> [PlaybackCommand] {
        for case .use(let next) in commands { preset = next }
        return commands
    }

    private func pressedCommands() -> [PlaybackCommand] {
        (keyboard?.pressed() ?? []).compactMap { press in
            switch press.key {
            case .character(" "), .character("p"): return .togglePause
            case .left: return seek(-5)
            case .right: return seek(5)
            case .down: return seek(-60)
            case .up: return seek(60)
            case .character("["): return .changeSpeed(1 / 1.1)
            case .character("]"): return .changeSpeed(1.1)
            case .character("{"): return .changeSpeed(0.5)
            case .character("}"): return .changeSpeed(2)
            case .character("9"), .character("/"): return .changeVolume(-2)
            case .character("0"), .character("*"): return .changeVolume(2)
            case .character("m"): return .toggleMute
            case .character("q"): return .quit
            case .character("i"):
                console.answer(whereNow)
                speaker?.answer(whereNow(setup.announcer.inEnglish))
                return nil
            case .character("?"):
                for line in PresetDescription(preset).lines { console.answer(line) }
                return nil
            default: return nil
            }
        }
    }

    /// Observes that the playback is being ended, by a key, a signal or another program.
    func leaves() { isLeaving = true }

    private func seek(_ seconds: Double) -> PlaybackCommand {
        lastSeek = .now
        return .seek(seconds)
    }

    /// Redraws the status line, five times a second, and reports a queue that grows.
    func show(_ status: PlaybackStatus) {
        latest = status
        queue.report(status.waiting, setup.live?.depth)
        if checksRailway, let update = status.update, update.fix != nil { reportElsewhere(update) }
        if awaitsFix { reportSilence(status) }
        let now = ContinuousClock.now
        guard now - shown >= .milliseconds(200) else { return }
        shown = now
        let frames = status.telemetry.sample - shownFrames
        if frames > 0 {
            dropRate = Double(status.telemetry.fallenDrops - shownDrops) * Double(setup.performance.sampleRate) / Double(frames)
            (shownDrops, shownFrames) = (status.telemetry.fallenDrops, status.telemetry.sample)
        }
        // In the background the terminal belongs to another program.
        if keyboard?.isInForeground != false { console.status(line(status)) }
        // Where no line can be redrawn, the effect of a key is printed.
        let state = Choices(status)
        if !console.redraws, keyboard != nil, !isLeaving {
            for change in state.changes(since: printed) { console.say("\(change).") }
        }
        printed = state
        // Several presses count as one seek, which takes a moment.
        if !console.redraws, let pressed = lastSeek, now - pressed >= .milliseconds(500) {
            console.say(setup.survey == nil ? "The arrows seek in recorded tracks only." : "At \(place(status)).")
            lastSeek = nil
        }
    }

    /// The place on the track, or the time played.
    private func place(_ status: PlaybackStatus) -> String {
        guard let time = status.time, let survey = setup.survey else {
            return ClockText.text(Double(status.frames) / Double(setup.performance.sampleRate))
        }
        // The last notes ring beyond the track's end.
        let elapsed = min(time.seconds(since: survey.start), survey.duration)
        return "\(ClockText.text(elapsed)) of \(ClockText.text(survey.duration))"
    }

    private func line(_ status: PlaybackStatus) -> String {
        var parts = [place(status)] + Choices(status).parts
        if !status.tracks.isEmpty { parts.append("\(status.tracks.count) tracks") }
        if let speed = status.update?.channels[.speed]?.number { parts.append(FigureText.speed(speed)) }
        if status.tracks.isEmpty, let update = status.update, let place = setup.announcer.place(update) { parts.append(place) }
        if status.update?.channels[.lost]?.number == 1 { parts.append("no fix") }
        if status.waiting.seconds >= 1 {
            parts.append(CountText.of(QueueReporter.count(status.waiting, setup.live?.depth), "fix waits", "fixes wait"))
        }
        parts.append("\(FigureText.number(dropRate)) drops/s")
        let power = (status.telemetry.powerLeft + status.telemetry.powerRight) / 2
        parts.append(FigureText.level(power: power))
        if status.player.xruns > 0 { parts.append(CountText.of(status.player.xruns, "xrun")) }
        return parts.joined(separator: "  ")
    }

    /// Reports, once, that the track is on no known railway.
    private func reportElsewhere(_ update: TrackerUpdate) {
        checksRailway = false
        let isKnown = setup.survey?.hasRailway ?? (update.channels[.offTrain] != nil)
        if !isKnown { console.say(RailwaySetup.elsewhere) }
    }

    /// Seconds of a live source's silence from the start after which it is reported: the rain at rest sounds like standing still.
    private static let patience = 20.0

    private func reportSilence(_ status: PlaybackStatus) {
        let isSilent = status.update == nil
        guard !isSilent || Double(status.frames) >= Self.patience * Double(setup.performance.sampleRate) else { return }
        awaitsFix = false
        guard isSilent else { return }
        console.say(whereNow)
        speaker?.say(whereNow)
    }

    /// The maximum number of tracks in a spoken answer.
    private static let mostListed = 8

    /// The position of the rider, or of each of several, in a sentence.
    var whereNow: String { whereNow(setup.announcer) }

    private func whereNow(_ announcer: Announcer) -> String {
        guard let latest, let update = latest.update else { return "No fix has come yet." }
        // What a live source has sent since waits: the rider may be far from there.
        let moment = latest.isPaused && setup.input?.isLive == true ? "At the pause: " : ""
        guard !latest.tracks.isEmpty else { return moment + announcer.whereabouts(update) + "." }
        var listed = latest.tracks.prefix(Self.mostListed).map {
            "\($0.name ?? "one without an id"): \(announcer.whereabouts($0.update))"
        }
        let more = latest.tracks.count - listed.count
        if more > 0 { listed.append("and \(more) more") }
        return moment + listed.joined(separator: "; ") + "."
    }

    func ended(_ report: PlaybackReport) {
        let seconds = Double(report.frames) / Double(setup.performance.sampleRate)
        var line = "Played \(ClockText.text(seconds)), \(CountText.of(report.telemetry.fallenDrops, "drop"))"
        line += DeviceReporter.summary(report.player.losses)
        if report.telemetry.yieldedDrops > 0 { line += ", \(CountText.of(report.telemetry.yieldedDrops, "drop was", "drops were")) stolen" }
        if report.events.dropped > 0 {
            line += ", \(CountText.of(report.events.dropped, "event was", "events were")) dropped, too many at once"
        }
        if report.telemetry.lateEntries > 0 { line += ", \(CountText.of(report.telemetry.lateEntries, "change")) came late" }
        if report.queueOverflows > 0 { line += ", the queue was full \(CountText.of(report.queueOverflows, "time"))" }
        console.say(line)
    }
}
