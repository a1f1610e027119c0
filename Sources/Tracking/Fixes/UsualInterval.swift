// SPDX-License-Identifier: MIT
/// The usual interval of a source's fixes, learnt as they arrive, and whether the source is regular.
///
/// The usual interval is the upper quartile of the last 32. A source is regular while at least 85 % of those lie within half of
/// their median, such as a receiver that reports every second, with gaps in tunnels. Many loggers instead store a fix only when
/// course or speed changes, anything from a second to a minute apart: they are irregular, and silence has little meaning.
package struct UsualInterval: Equatable, Sendable {
    private static let memory = 32
    /// The interval in seconds assumed before the second fix.
    private static let assumed = 10.0
    private static let regularShare = 0.85
    private static let regularSpread = 0.5

    /// The last intervals in order of arrival, and in ascending order.
    private var recent: [Double] = []
    private var sorted: [Double] = []
    private var place = 0
    /// The usual interval in seconds.
    package private(set) var seconds = UsualInterval.assumed
    package private(set) var isRegular = true
    /// False before the second fix.
    var isKnown: Bool { !recent.isEmpty }

    package init() {}

    package mutating func learn(_ interval: Double) {
        if recent.count < Self.memory {
            recent.append(interval)
        } else {
            let oldest = recent[place]
            recent[place] = interval
            place = (place + 1) % Self.memory
            // The most common case: a receiver with a steady interval of one second.
            if oldest == interval { return }
            if let gone = sorted.firstIndex(of: oldest) { sorted.remove(at: gone) }
        }
        sorted.insert(interval, at: sorted.firstIndex { $0 > interval } ?? sorted.count)
        seconds = sorted[(sorted.count * 3 - 1) / 4]
        let median = sorted[sorted.count / 2]
        let near = sorted.count { abs($0 - median) <= Self.regularSpread * median }
        // Among few intervals, one outlier is always allowed.
        isRegular = Double(near) >= Self.regularShare * Double(sorted.count) - 1
    }
}
