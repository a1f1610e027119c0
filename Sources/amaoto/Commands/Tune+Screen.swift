// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import TerminalIO
import Tuning

extension Tune {
    /// Runs the full-screen tuner until the listener leaves.
    func tuneOnScreen(_ desk: TuningDesk) async throws {
        let abilities = TerminalAbilities(environment: ProcessInfo.processInfo.environment)
        guard abilities.hasScreen, let terminal = ControllingTerminal(.screen) else {
            throw Failure("this terminal cannot show the tuner; use `amaoto tune --plain`", .usage)
        }
        defer { terminal.restore() }
        let interrupts = Interrupts(onExit: { terminal.restore() })
        let console = messages.console
        let setup = try RideSetup(self, allowsLive: true, console: console)
        interrupts.hold()
        let playback = playback(of: setup, desk)
        async let playing: Void = playback.run()
        let announcer = setup.announcer
        let hasLeft = await withCheckedContinuation { continuation in
            // A separate thread, because it blocks on keys, which a task must not.
            Thread.detachNewThread {
                let tuner = TerminalTuner(
                    desk, on: terminal, abilities: abilities, notices: playback.notices, tap: playback.tap,
                    whereabouts: { announcer.whereabouts($0) })
                continuation.resume(returning: tuner.run(isInterrupted: { interrupts.arrived || playback.failure != nil }))
            }
        }
        terminal.restore()
        let isUnsaved = desk.snapshot.isChanged
        // Before anything else: a second signal exits at once.
        let kept = Result { if !hasLeft { try desk.saveUnsaved(console) } }
        playback.stop()
        await playing
        try kept.get()
        if let failure = playback.failure { throw failure }
        try interrupts.throwIfArrived()
        if isUnsaved, hasLeft { console.say("The changes were not saved.") }
    }
}

extension TuningDesk {
    /// Saves unsaved changes to another file when something other than the listener ends the program, and reports where.
    func saveUnsaved(folder: String = ".", _ console: Console) throws {
        let places = try saveUnsaved(folder: folder)
        if !places.isEmpty { console.say("The unsaved changes are kept in \(places.joined(separator: " and ")).") }
    }
}
