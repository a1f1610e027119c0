// SPDX-License-Identifier: MIT
/// Counts the local maxima in a series of levels that exceed the median around them by a threshold. Streams; memory for one
/// window of the median.
///
/// A maximum is higher than both its neighbours; of several equal values in a row the middle one counts once.
struct LocalPeakCounter: Sendable {
    /// Maxima found so far.
    private(set) var count = 0

    private let threshold: Double
    private let reach: Int
    /// The window's levels in time order, and the same sorted by size.
    private var recent: [Double] = []
    private var sorted: [Double] = []
    /// Levels relative to their local median: the last that differed from the one before, and whether it rose.
    private var last: Double?
    private var rose = false
    /// The index in `recent` of the next level to be judged.
    private var judged = 0

    /// - Parameters:
    ///   - threshold: dB over the median.
    ///   - reach: levels on each side that the median includes; fewer at the ends.
    init(threshold: Double, reach: Int) {
        self.threshold = threshold
        self.reach = reach
    }

    /// Takes the next level in dB.
    mutating func add(_ level: Double) {
        recent.append(level)
        sorted.insert(level, at: place(of: level))
        guard recent.count - judged > reach else { return }
        judge()
        forgetOldest()
    }

    /// Ends the series: judges the levels that were waiting for later ones.
    mutating func finish() {
        while judged < recent.count {
            forgetOldest()
            judge()
        }
    }

    /// Removes the level that the window of the next one to be judged no longer includes.
    private mutating func forgetOldest() {
        guard judged > reach else { return }
        sorted.remove(at: place(of: recent.removeFirst()))
        judged -= 1
    }

    /// The first index in `sorted` whose level is not less.
    private func place(of level: Double) -> Int {
        var low = 0, high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < level { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func judge() {
        let middle = sorted.count / 2
        let median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        let value = recent[judged] - median
        judged += 1
        defer { last = value }
        guard let last, value != last else { return }
        if value < last, rose, last >= threshold { count += 1 }
        rose = value > last
    }
}
