// SPDX-License-Identifier: MIT
import Glibc
import RealtimeExchange

/// What a playback in progress needs of its player. Any thread; only `rest` waits.
public protocol PlaybackOutput: Sendable {
    /// Moves the end: playback ends once this number of frames has been handed over.
    func end(afterFrames frames: Int64)
    /// Ends playback after the frames already handed over.
    func requestStop()
    /// Nanoseconds of real time, including time in which the device or the machine sleeps.
    func now() -> Int64
    /// Suspends the control side for a number of nanoseconds.
    func rest(nanoseconds: Int64) async
}

/// Plays frames on a device, on its own thread: open it with `AudioDevices.open`, start it once, then wait for its end.
public protocol AudioPlayer: PlaybackOutput {
    /// The settings that the device granted when it was opened or last reopened. The rate and the layout never change.
    var report: DeviceReport { get }
    /// The device's current condition. Any thread; never waits.
    var condition: DeviceCondition { get }
    /// True once the audio thread has finished its work.
    var hasEnded: Bool { get }
    /// Returns the reader of the newest statistics. Take it once.
    func takeStatistics() -> LatestValueReader<PlayerStatistics>
    /// Starts the audio thread, which owns `source` from now on. Call once.
    /// - Parameters:
    ///   - horizon: how far the timeline is complete; nil when it always is.
    ///   - recording: also receives the frames played.
    ///   - onEnd: called on the audio thread after its last frame; `wait` then returns at once.
    /// - Returns: the report, with the scheduling and memory locking that the system granted, and notes on what it refused.
    /// - Throws: `AudioDeviceError` when the source's channels do not match the layout, at a second call, or when the system
    ///   refuses the thread.
    @discardableResult
    func start<Source: FrameSource & ~Copyable>(
        _ source: consuming sending Source, horizon: TimelineHorizon?, recording: SoundRecording?, onEnd: (@Sendable () -> Void)?
    ) throws(AudioDeviceError) -> DeviceReport
    /// Waits for the end of the audio thread. Blocks; not for a Swift task's thread.
    /// - Returns: the last statistics.
    /// - Throws: the error that ended playback.
    func wait() throws(AudioDeviceError) -> PlayerStatistics
    /// Suspends the control side until `wakeup` wakes it or one of `descriptors` has input, for at most a number of nanoseconds.
    func rest(nanoseconds: Int64, until wakeup: ControlWakeup, watching descriptors: [Int32]) async
}

extension AudioPlayer {
    public func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Blocks, because the control side has a separate thread. (`Task.sleep` resumes on the shared pool, and does not resume
    /// while that is blocked.)
    public func rest(nanoseconds: Int64) async { MonotonicClock.rest(nanoseconds: nanoseconds) }

    public func rest(nanoseconds: Int64, until wakeup: ControlWakeup, watching descriptors: [Int32]) async {
        wakeup.wait(nanoseconds: nanoseconds, watching: descriptors)
    }
}
