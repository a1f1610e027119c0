// SPDX-License-Identifier: MIT
import Sonification
import Transport

/// The exchange between the desk and playback.
struct TuningPlaying: Sendable {
    /// A preset to be applied; the newest replaces the older.
    var preset: Preset?
    /// The listener's commands, in order.
    private var commands: [PlaybackCommand] = []
    var moment: TuningMoment?
    var isRunning = false

    init(isRunning: Bool = false) { self.isRunning = isRunning }

    mutating func add(_ command: PlaybackCommand) {
        // Quitting does not wait for earlier commands.
        if command == .quit { commands.removeAll() }
        // Of consecutive seeks only the last counts.
        if case .seekTo = command, case .seekTo = commands.last { commands.removeLast() }
        if commands.count < 1000 { commands.append(command) }
    }

    mutating func takeCommands() -> [PlaybackCommand] {
        defer { (commands, preset) = ([], nil) }
        return (preset.map { [.use($0)] } ?? []) + commands
    }
}
