import Synchronization

/// What the control side and the audio thread tell each other beside the statistics. Any thread; never waits.
final class PlayerSignals: Sendable {
    let stopRequested = Atomic<Bool>(false)
    /// Frames after which the playing ends; the control side may move it.
    let endFrame: Atomic<Int64>
    let framesWritten = Atomic<Int64>(0)
    let hasEnded = Atomic<Bool>(false)
    /// Written once by the audio thread before `hasEnded` is set.
    let outcome = Mutex<Result<PlayerStatistics, AudioDeviceError>?>(nil)

    init(endFrame: Int64) { self.endFrame = Atomic(endFrame) }
}
