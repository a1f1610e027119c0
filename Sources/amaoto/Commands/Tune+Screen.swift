import ArgumentParser
import AudioOutput
import Foundation
import Sonification
import Synchronization
import TerminalIO
import Transport
import Tuning

extension Tune {
    /// The tuner on the whole screen of the terminal, until the listener leaves.
    func tuneOnScreen(_ desk: TuningDesk) async throws {
        let abilities = TerminalAbilities(environment: ProcessInfo.processInfo.environment)
        guard abilities.hasScreen, let terminal = ControllingTerminal(.screen) else {
            throw Failure(
                "there is no terminal here that can show the tuner; `amaoto tune --plain` works line by line",
                exitCode: ExitStatus.usage)
        }
        defer { terminal.restore() }
        let interrupts = Interrupts(onLeaving: { terminal.restore() })
        let console = talk.console
        let setup = try RideSetup(input: input, sound: sound, railway: railway, allowsLive: true, console: console)
        interrupts.hold()
        let stage = TunedPlaying(setup: setup, player: device.settings(sound), isDeviceChosen: device.device != nil)
        // A device that was asked for must be there; for the usual one silence will do.
        async let playing: Void = stage.run(desk)
        let announcer = setup.announcer
        let hasLeft = await withCheckedContinuation { continuation in
            // A thread of its own: it waits for keys, which a task must not.
            Thread.detachNewThread {
                let tuner = TerminalTuner(
                    desk, on: terminal, abilities: abilities, notices: stage.notices, tap: stage.tap,
                    whereabouts: { announcer.whereabouts($0) })
                continuation.resume(returning: tuner.run(isInterrupted: { interrupts.arrived || stage.failure != nil }))
            }
        }
        terminal.restore()
        let isUnsaved = desk.snapshot.isChanged
        // First of all: a second signal leaves at once.
        let kept = Result { if isUnsaved, !hasLeft { try keep(desk, console) } }
        stage.leave(desk)
        await playing
        try kept.get()
        if let failure = stage.failure { throw failure }
        if let code = interrupts.exitCode { throw ExitCode(code) }
        if isUnsaved { console.say("The changes were not saved.") }
    }

    /// What was changed and not saved is kept beside the preset when something else than the listener ends the tuner.
    func keep(_ desk: TuningDesk, _ console: Console) throws {
        let url = URL(fileURLWithPath: desk.snapshot.isShipped ? "\(desk.snapshot.preset.name).yaml" : desk.snapshot.file)
        let name = url.deletingPathExtension().lastPathComponent + ".unsaved"
        var number = 1
        var place = ""
        repeat {
            place = url.deletingLastPathComponent().appendingPathComponent(name + (number == 1 ? "" : "-\(number)") + ".yaml").path
            number += 1
            // What an earlier run has kept is somebody's work too.
        } while try !isKept(desk, as: place) && number < 1000
        // After a hangup nobody listens.
        if isatty(STDERR_FILENO) == 1 { console.say("The unsaved changes are kept in \(place).") }
    }

    /// - Returns: false where something has the name.
    private func isKept(_ desk: TuningDesk, as place: String) throws(PresetEditError) -> Bool {
        do throws(PresetEditError) {
            try desk.save(as: place)
            return true
        } catch where error.kind == .taken {
            return false
        }
    }
}

/// The rain under the tuner: on the device, or on none; a track that is over begins again.
final class TunedPlaying: Sendable {
    private struct State {
        var isLeaving = false
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

    /// Why the tuner cannot go on: the device that was asked for is not there.
    var failure: AudioDeviceError? { state.withLock { $0.failure } }
    private var isLeaving: Bool { state.withLock { $0.isLeaving } }

    /// Ends the playing.
    func leave(_ desk: TuningDesk) {
        state.withLock { $0.isLeaving = true }
        desk.send(.quit)
    }

    /// Plays until `leave`.
    func run(_ desk: TuningDesk) async {
        var player = player, note: String?
        while !isLeaving {
            var stage = TuningStage()
            stage.track = setup.track
            stage.speed = setup.speed
            stage.seed = setup.performance.seed
            stage.gain = setup.performance.gain
            stage.player = player
            stage.tap = tap
            do {
                _ = try await desk.play(stage, started: { device in
                    notices.started(device, note: note)
                    // Whoever left before it began has not been heard.
                    if isLeaving { desk.send(.quit) }
                })
                guard !isLeaving else { return }
                // A live track, or a time that was set, ends once.
                guard setup.survey != nil else { return notices.ended("the track is over") }
                notices.tell("The track is over; it begins again.")
            } catch let error as AudioDeviceError {
                if isDeviceChosen { return state.withLock { $0.failure = error } }
                guard note == nil else { return notices.ended("no sound: \(error.cause)") }
                // The device that takes everything and says nothing keeps the track moving.
                note = "no sound device: silent"
                player.device = "null"
                notices.tell("\(error)")
            } catch {
                notices.ended("no sound")
                notices.tell("\(error)")
                return
            }
        }
    }
}
