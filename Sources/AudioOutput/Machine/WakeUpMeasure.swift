// SPDX-License-Identifier: MIT
import Glibc
import Platform
import Synchronization

/// Measures how late a thread wakes that sleeps from period to period, as an audio thread does: the effect of this machine, under
/// its current load, on a player.
public struct WakeUpMeasure: Sendable, Equatable {
    /// True under SCHED_FIFO.
    public var isRealtime: Bool
    /// Seconds between two wake-ups.
    public var period: Double
    public var wakeUps: Int
    /// Seconds from the due time to the thread running: the 99th percentile and the maximum.
    public var lateness99: Double
    public var latenessMaximum: Double

    /// Measures for `seconds`; blocks. Nil if the requested real-time priority was refused, or no thread could be started.
    /// - Parameters:
    ///   - priority: SCHED_FIFO priority, 1 ... 99; nil for ordinary scheduling.
    ///   - period: seconds, 0.0005 ... 1.
    ///   - seconds: 0.01 ... 60.
    public static func take(priority: Int32?, period: Double, seconds: Double) -> WakeUpMeasure? {
        let period = min(max(period, 0.0005), 1)
        let count = max(1, Int(min(max(seconds, 0.01), 60) / period))
        let box = MeasureBox()
        let started = NativeThread.start(name: "amaoto-doctor", stackSize: 128 << 10) {
            if let priority, NativeThread.makeRealtime(priority: priority) != 0 { return }
            var lateness = Histogram(unit: 0.001)
            var due = MonotonicClock.now()
            for _ in 0..<count {
                due += Int64(period * 1e9)
                MonotonicClock.sleep(until: due)
                lateness.add(max(0, Double(MonotonicClock.now() - due) / 1e9))
            }
            let taken = WakeUpMeasure(
                isRealtime: priority != nil, period: period, wakeUps: count, lateness99: lateness.quantile(0.99),
                latenessMaximum: lateness.maximum)
            box.value.withLock { $0 = taken }
        }
        guard case .success(let thread) = started else { return nil }
        thread.join()
        return box.value.withLock { $0 }
    }

    /// Whether a player whose device holds `buffer` seconds would have had an underrun.
    public func starves(buffer: Double) -> Bool { latenessMaximum + period >= buffer }
}

private final class MeasureBox: Sendable {
    let value = Mutex<WakeUpMeasure?>(nil)
}
