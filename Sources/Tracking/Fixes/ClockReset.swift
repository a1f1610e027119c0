/// Notices that the clock of a source which is heard as it comes was set back, as a receiver's is once it knows the date: else
/// every fix after that would be late, and change nothing. One owner.
package struct ClockReset: Sendable {
    /// Seconds by which a fix must be late: more than any network holds one up.
    private static let least = 60.0
    /// So many in a row, in order among themselves, are no stragglers.
    private static let enough = 3

    private var newest: TrackTime?
    /// The newest of those that were late in a row, and their number.
    private var late: (time: TrackTime, count: Int)?

    package init() {}

    /// Whether `fix` shows that the clock was set back: the track begins anew with it.
    package mutating func takes(_ fix: Fix) -> Bool {
        guard let time = fix.time else { return false }
        guard let newest, newest.seconds(since: time) > Self.least else {
            newest = max(newest ?? time, time)
            late = nil
            return false
        }
        let isNext = late.map { time > $0.time } ?? false
        let count = isNext ? (late?.count ?? 0) + 1 : 1
        late = (time, count)
        guard count >= Self.enough else { return false }
        self.newest = time
        late = nil
        return true
    }
}
