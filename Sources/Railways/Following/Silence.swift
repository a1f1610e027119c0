// SPDX-License-Identifier: MIT
import Tracking

/// Distinguishes the silences of a receiver that has lost its satellites from the pauses of one that reports rarely.
struct Silence: Sendable {
    /// Seconds without a fix that count as a long silence.
    private static let long = 40.0
    /// Seconds of fixes at the usual interval that end the darkness.
    private static let light = 30.0

    /// True at the first fix after a long silence of a source that reports steadily.
    private(set) var isDark = false
    /// True at a fix after another long silence, before fixes have become steady again.
    private(set) var staysDark = false
    private var interval = UsualInterval()
    /// While it is dark, the interval in seconds above which fixes are not steady; nil in the light.
    private var steady: Double?
    /// Seconds for which fixes have been steady.
    private var lit = 0.0

    /// - Parameter dt: Seconds since the last fix.
    mutating func follow(_ dt: Double) {
        isDark = interval.isRegular && dt > max(Self.long, 4 * interval.seconds)
        if isDark { steady = max(10, 1.5 * interval.seconds) }
        staysDark = !isDark && steady != nil && dt > Self.long
        if let steady {
            lit = dt > steady ? 0 : lit + dt
            if lit > Self.light { self.steady = nil }
        }
        if dt > 0 { interval.learn(dt) }
    }
}
