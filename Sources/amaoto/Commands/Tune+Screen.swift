// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Synchronization
import TerminalIO
import Transport
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
        let playback = TunerPlayback(setup: setup, player: device.settings(sound), isDeviceChosen: device.choice.device != nil)
        // A requested device must exist; in place of the default one, silence is acceptable.
        async let playing: Void = playback.run(desk)
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
        playback.stop(desk)
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

/// Playback under the tuner: on the device, or on none; a track that has ended starts again.
final class TunerPlayback: Sendable {
    private struct State {
        var isStopping = false
        var failure: AudioDeviceError?
    }

    let tap = SoundTap()
    let notices = TunerNotices()
    private let setup: RideSetup
    private let player: PlayerSettings
    private let isDeviceChosen: Bool
    private let state = Mutex(State())

    init(setup: RideSetup, player: PlayerSettings, isDeviceChosen: Bool) {
        self.setup = setup
        self.player = player
        self.isDeviceChosen = isDeviceChosen
    }

    /// Why the tuner cannot continue: the requested device does not exist.
    var failure: AudioDeviceError? { state.withLock { $0.failure } }
    private var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Ends playback.
    func stop(_ desk: TuningDesk) {
        state.withLock { $0.isStopping = true }
        desk.send(.quit)
        // Playback waits for what a live source still sends.
        setup.live?.stop()
    }

    /// Plays until `stop`.
    func run(_ desk: TuningDesk) async {
        var stage = TuningStage(), deviceNote: String?
        stage.track = setup.track
        stage.speed = setup.speed
        stage.seed = setup.performance.seed
        stage.gain = setup.performance.gain
        stage.player = player
        stage.tap = tap
        while !isStopping {
            do {
                let last = try await desk.play(
                    stage,
                    started: { device in
                        notices.started(device, note: deviceNote)
                        // A `stop` before this point was not delivered.
                        if isStopping { desk.send(.quit) }
                    })
                guard !isStopping else { return }
                // A live track ends once.
                guard setup.survey != nil else { return notices.ended("the track is over") }
                notices.post("The track is over; it begins again.")
                guard let last else { continue }
                (stage.speed, stage.gain, stage.isMuted) = (last.status.speed, last.status.gain, last.status.isMuted)
            } catch let error as AudioDeviceError {
                if isDeviceChosen { return state.withLock { $0.failure = error } }
                guard deviceNote == nil else { return notices.ended("no sound: \(error.cause)") }
                // The null device keeps the track moving without sound.
                deviceNote = "no sound device: silent"
                stage.player.device = "null"
                notices.post("No sound: \(error.cause); \(error.remedy).")
            } catch {
                notices.ended("no sound")
                notices.post("\(error)")
                return
            }
        }
    }
}
