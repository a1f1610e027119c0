// SPDX-License-Identifier: MIT
import AudioOutput
import Synchronization
import Transport

/// Playback under a tuner: on the device, or on none; a recorded track that has ended starts again. Any thread.
package final class TunerPlayback: Sendable {
    private struct State {
        var isStopping = false
        var failure: AudioDeviceError?
    }

    package let tap = SoundTap()
    package let notices = TunerNotices()
    private let desk: TuningDesk
    private let stage: TuningStage
    private let requiresDevice: Bool
    private let stopSource: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - stage: what is played; `tap` receives it.
    ///   - requiresDevice: true if the device was requested and must exist; in place of another one, silence is acceptable.
    ///   - stopSource: ends a live source.
    package init(_ desk: TuningDesk, _ stage: TuningStage, requiresDevice: Bool, stopSource: @escaping @Sendable () -> Void) {
        self.desk = desk
        self.stage = stage
        self.requiresDevice = requiresDevice
        self.stopSource = stopSource
    }

    /// Why the tuner cannot continue: the requested device does not exist.
    package var failure: AudioDeviceError? { state.withLock { $0.failure } }
    private var isStopping: Bool { state.withLock { $0.isStopping } }

    package func stop() {
        state.withLock { $0.isStopping = true }
        desk.send(.quit)
        // Playback waits for what a live source still sends.
        stopSource()
    }

    /// Plays until `stop`.
    package func run() async {
        var stage = stage, deviceNote: String?
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
                guard case .recorded = stage.track else { return notices.ended("the track is over") }
                notices.post("The track is over; it begins again.")
                guard let last else { continue }
                (stage.speed, stage.gain, stage.isMuted) = (last.status.speed, last.status.gain, last.status.isMuted)
            } catch let error as AudioDeviceError {
                if requiresDevice { return state.withLock { $0.failure = error } }
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
