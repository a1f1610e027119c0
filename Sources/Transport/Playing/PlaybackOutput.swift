// SPDX-License-Identifier: MIT
import AudioOutput
import Glibc

/// The session's interface to its player. Any thread; only `rest` waits.
protocol PlaybackOutput: Sendable {
    /// Moves the end: playback ends once this number of frames has been handed over.
    func end(afterFrames frames: Int64)
    /// Ends playback after the frames already handed over.
    func requestStop()
    /// Nanoseconds of real time, including time in which the device or the machine sleeps.
    func now() -> Int64
    /// Suspends the control side for a number of nanoseconds.
    func rest(nanoseconds: Int64) async
}

extension ALSAPlayer: PlaybackOutput {
    func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Blocks, because the control side has a separate thread. (`Task.sleep` resumes on the shared pool, and does not resume
    /// while that is blocked.)
    func rest(nanoseconds: Int64) async {
        var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
    }
}
