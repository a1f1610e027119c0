// SPDX-License-Identifier: MIT
import Synchronization

/// The signals between the control side and the audio thread, apart from the statistics. The atomic words never wait; the audio
/// thread takes the locks only when a device was reopened and at the end. Any thread.
///
/// Memory order. Each word stands alone, so relaxed loads and stores suffice; only `hasEnded` orders other memory: it is *released*
/// after the last statistics and *acquired* by the control side, which therefore finds those in the mailbox.
final class PlayerSignals: Sendable {
    let stopRequested = Atomic<Bool>(false)
    /// Frames after which playback ends; the control side may move it.
    let endFrame = Atomic<Int64>(.max)
    let hasEnded = Atomic<Bool>(false)
    let condition = Atomic<DeviceCondition>(.playing)
    /// What the device granted; replaced after a reopening.
    let report: Mutex<DeviceReport>
    /// Written once by the audio thread before `hasEnded` is set.
    let outcome = Mutex<Result<PlayerStatistics, AudioDeviceError>?>(nil)

    init(report: DeviceReport) { self.report = Mutex(report) }
}
