import Tracking

/// Rides with what is true of them.
struct RideSet {
    struct Ride {
        var name: String
        var fixes: [Fix]
        /// One for each fix.
        var truth: [Truth]
    }

    /// What is true at one fix.
    struct Truth {
        var isRiding: Bool
        /// The railways, by their places in the map, that count as right: the train's own, and those that no position could
        /// tell from it.
        var lines: [Int]
        /// True on a journey without any train.
        var isWithoutTrain: Bool
    }

    /// What the rides are, for the report.
    var title: String
    var rides: [Ride]

    var fixCount: Int { rides.reduce(0) { $0 + $1.fixes.count } }

    /// The first fixes of the middle of every ride, for what is too slow for whole ones.
    func excerpts(of length: Int) -> RideSet {
        RideSet(
            title: "\(length) fixes of the middle of each ride",
            rides: rides.map { ride in
                let first = max(0, (ride.fixes.count - length) / 2)
                let part = first..<min(ride.fixes.count, first + length)
                return Ride(name: ride.name, fixes: Array(ride.fixes[part]), truth: Array(ride.truth[part]))
            })
    }
}
