import AudioOutput
import Glibc

/// What a session asks of its player. Any thread; nothing but `rest` waits.
protocol PlaybackOutput: Sendable {
    /// Moves the end: the playing ends once that many frames are handed over.
    func end(afterFrames frames: Int64)
    /// Ends after the frames that are handed over.
    func requestStop()
    /// Nanoseconds of real time, also while the device or the whole machine sleeps.
    func now() -> Int64
    /// The control side rests for so many nanoseconds.
    func rest(nanoseconds: Int64) async
}

extension ALSAPlayer: PlaybackOutput {
    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Blocks, as the control side has a thread of its own. (`Task.sleep` wakes through the shared pool, and while that is held
    /// by somebody it does not wake.)
    func rest(nanoseconds: Int64) async {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
    }
}
