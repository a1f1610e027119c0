// SPDX-License-Identifier: MIT

/// When a display of progress is due: after a while, then a few times per second.
struct ProgressPace {
    private let began = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant
    private let interval: Duration
    private let patience: Duration

    /// - Parameters:
    ///   - patience: Seconds from the start before anything is shown.
    ///   - interval: Seconds from one time to the next.
    init(patience: Double = 0, interval: Double = 0.25) {
        lastShown = began
        self.patience = .seconds(patience)
        self.interval = .seconds(interval)
    }

    /// Seconds since the start.
    var elapsed: Double { (ContinuousClock.now - began).seconds }

    /// Whether to show progress now; the caller then does.
    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        guard now - began >= patience, now - lastShown >= interval else { return false }
        lastShown = now
        return true
    }
}
