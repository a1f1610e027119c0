// SPDX-License-Identifier: MIT
import Tracking

/// Rides with their ground truth.
struct RideSet {
    struct Ride {
        var fixes: [Fix]
        /// One for each fix.
        var truth: [Truth]
    }

    /// The ground truth at one fix.
    struct Truth {
        var isRiding: Bool
        /// The railways that count as right, by index in the map: the train's own, and those that no position could distinguish
        /// from it.
        var lines: [Int]
        /// True on a journey without any train.
        var isWithoutTrain: Bool
    }

    /// A title of the rides for the report.
    var title: String
    var rides: [Ride]

    var fixCount: Int { rides.reduce(0) { $0 + $1.fixes.count } }

    /// The first fixes from the middle of every ride, for followers that are too slow for complete rides.
    func excerpts(of length: Int) -> RideSet {
        RideSet(
            title: "\(length) fixes of the middle of each ride",
            rides: rides.map { ride in
                let first = max(0, (ride.fixes.count - length) / 2)
                let part = first..<min(ride.fixes.count, first + length)
                return Ride(fixes: Array(ride.fixes[part]), truth: Array(ride.truth[part]))
            })
    }
}
