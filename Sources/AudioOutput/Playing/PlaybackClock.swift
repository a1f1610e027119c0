// SPDX-License-Identifier: MIT
/// Paces a device that accepts everything it is given (`null`, `file`) to real time: frames written <= elapsed * rate + buffer.
///
/// A device that has refused frames has its own timing: its crystal may run faster than ours, and holding it to our clock would
/// starve it. It is held back only when it runs ahead further than any crystal could (1 %, and a reserve for a server that takes
/// a large first portion).
struct PlaybackClock {
    private let rate: Double
    private let buffer: Double
    private let pacing: PlayerSettings.Pacing
    private var start: Int64 = 0
    private var base: Int64 = 0
    /// True once the device has refused frames.
    private(set) var devicePaces: Bool

    init(rate: Int, buffer: Int, pacing: PlayerSettings.Pacing) {
        self.rate = Double(rate)
        self.buffer = Double(buffer)
        self.pacing = pacing
        devicePaces = pacing == .device
    }

    /// Restarts the count: at the start and after the device has stopped.
    mutating func restart(at instant: Int64, written: Int64) {
        start = instant
        base = written
    }

    /// True once frames were written since the last restart.
    func hasBegun(written: Int64) -> Bool { written > base }

    mutating func deviceRefused() { devicePaces = true }

    /// The earliest time at which `written` frames in total may have been written.
    func earliest(written: Int64) -> Int64 {
        guard pacing == .automatic else { return start }
        let ahead = Double(written - base)
        let frames = devicePaces ? (ahead - 2 * buffer - 0.1 * rate) / 1.01 : ahead - buffer
        guard frames > 0 else { return start }
        // One more nanosecond, so that rounding never releases a frame early.
        return start + Int64(frames / rate * 1e9) + 1
    }

    /// Frames that a device without timing would still hold at `instant`, if it played in real time.
    func held(written: Int64, at instant: Int64) -> Int64 {
        max(0, written - base - Int64(Double(instant - start) / 1e9 * rate))
    }
}
