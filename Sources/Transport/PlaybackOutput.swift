import AudioOutput
import Glibc

/// What a session asks of its player. Any thread; never waits.
protocol PlaybackOutput: Sendable {
    /// Moves the end: the playing ends once that many frames are handed over.
    func end(afterFrames frames: Int64)
    /// Ends after the frames that are handed over.
    func requestStop()
    /// Nanoseconds of real time, also while the device or the whole machine sleeps.
    func now() -> Int64
}

extension ALSAPlayer: PlaybackOutput {
    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
