// SPDX-License-Identifier: MIT
/// Detects that the clock of a live source was set back, as happens when a receiver learns the date. Without this, every later
/// fix would be late and change nothing. One owner.
package struct ClockReset: Sendable {
    /// The seconds by which a fix must be late to count: longer than any network delay.
    private static let minimumDelay = 60.0
    /// The number of late fixes in a row, ordered among themselves, that are not stragglers.
    private static let minimumCount = 3

    private var newest: TrackTime?
    /// The newest of the late fixes in a row, and their number.
    private var late: (time: TrackTime, count: Int)?

    package init() {}

    /// Processes the next fix. True if it shows that the clock was set back, so that the track starts again with it.
    package mutating func detectsReset(at fix: Fix) -> Bool {
        guard let time = fix.time else { return false }
        guard let newest, newest.seconds(since: time) > Self.minimumDelay else {
            newest = max(newest ?? time, time)
            late = nil
            return false
        }
        let isNext = late.map { time > $0.time } ?? false
        let count = isNext ? (late?.count ?? 0) + 1 : 1
        late = (time, count)
        guard count >= Self.minimumCount else { return false }
        self.newest = time
        late = nil
        return true
    }
}
