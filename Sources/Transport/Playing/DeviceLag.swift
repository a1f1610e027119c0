// SPDX-License-Identifier: MIT
/// Measures how far playback has fallen behind real time: the device was stopped, or its crystal is slow. Control side, one
/// owner.
struct DeviceLag {
    /// The tolerated lag in seconds, longer than a period and a turn.
    private static let tolerance = 0.1
    /// The engine's position and the instant at which it was furthest ahead.
    private var anchor: (position: Int64, instant: Int64)?

    /// The lag in frames once it exceeds the tolerance, else nil. Reporting a lag restarts the measurement.
    /// - Parameter instant: nanoseconds of real time.
    mutating func frames(position: Int64, at instant: Int64, rate: Int) -> Int64? {
        guard let anchor else {
            self.anchor = (position, instant)
            return nil
        }
        let elapsed = Double(instant - anchor.instant) / 1e9 * Double(rate)
        let behind = elapsed - Double(position - anchor.position)
        if behind < 0 { self.anchor = (position, instant) }
        guard behind > Self.tolerance * Double(rate), behind < 1e15 else { return nil }
        self.anchor = (position, instant)
        return Int64(behind)
    }

    /// Restarts the measurement when the track begins or resumes.
    mutating func forget() { anchor = nil }
}
