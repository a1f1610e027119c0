import Sonification
import Transport

/// What passes between the desk and the playing.
struct TuningPlaying: Sendable {
    /// A preset that is to be heard; newest wins.
    var preset: Preset?
    /// What the listener wants, in order.
    private var commands: [PlaybackCommand] = []
    var moment: TuningMoment?
    var isRunning = false

    init(isRunning: Bool = false) { self.isRunning = isRunning }

    mutating func add(_ command: PlaybackCommand) {
        // Whoever leaves does not wait for what was asked for before.
        if command == .quit { commands.removeAll() }
        // Of places that follow each other only the last is wanted.
        if case .seekTo = command, case .seekTo = commands.last { commands.removeLast() }
        if commands.count < 1000 { commands.append(command) }
    }

    mutating func takeCommands() -> [PlaybackCommand] {
        defer { (commands, preset) = ([], nil) }
        return (preset.map { [.use($0)] } ?? []) + commands
    }
}
