/// How far apart a source's fixes usually are, learnt as they come, and whether it keeps to that.
///
/// The usual interval is the upper quartile of the last 32. A source is regular while at least 85 % of those lie within half
/// of their median: a receiver that reports every second, with the holes of tunnels. Many loggers instead store a fix only
/// where course or speed change, anything from a second to a minute apart: such a one is irregular, and silence says little.
package struct UsualInterval: Equatable, Sendable {
    private static let memory = 32
    /// Seconds assumed before the second fix.
    private static let assumed = 10.0
    private static let regularShare = 0.85
    private static let regularSpread = 0.5

    /// The last intervals in the order they came, and the same in rising order.
    private var recent: [Double] = []
    private var sorted: [Double] = []
    private var place = 0
    /// Seconds.
    package private(set) var seconds = UsualInterval.assumed
    package private(set) var isRegular = true

    package init() {}

    package mutating func learn(_ interval: Double) {
        if recent.count < Self.memory {
            recent.append(interval)
        } else {
            let oldest = recent[place]
            recent[place] = interval
            place = (place + 1) % Self.memory
            // The commonest case: a receiver that keeps its second.
            if oldest == interval { return }
            if let gone = sorted.firstIndex(of: oldest) { sorted.remove(at: gone) }
        }
        sorted.insert(interval, at: sorted.firstIndex { $0 > interval } ?? sorted.count)
        seconds = sorted[(sorted.count * 3 - 1) / 4]
        let median = sorted[sorted.count / 2]
        let near = sorted.count { abs($0 - median) <= Self.regularSpread * median }
        // Of a few intervals, one may always stand out.
        isRegular = Double(near) >= Self.regularShare * Double(sorted.count) - 1
    }
}
