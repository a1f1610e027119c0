import Tracking

/// The trackers of a source that is followed as it comes: one for all that comes, or one with a place of its own for each of the
/// things that it tells apart. Value type; one owner.
///
/// A clock that was set back begins its track anew. Once all places are taken, a newcomer gets the place of whatever has been
/// silent longest, if that has sent nothing for ten seconds and for longer than it usually takes; else it is left out.
struct LiveTrackers {
    /// What a tracker says on the way to a fix, and whose it is.
    struct Placed: Sendable {
        let place: Int
        let track: String?
        let step: TrackerStep

        /// The updates of the step, oldest first.
        var updates: some Sequence<TrackerUpdate> { step.lazy.map(named) }
        /// The fix's own update.
        var update: TrackerUpdate { named(step.update) }

        private func named(_ update: TrackerUpdate) -> TrackerUpdate {
            var update = update
            update.place = place
            update.track = track
            return update
        }
    }

    /// Seconds of silence after which a place may go to another track.
    private static let patience = 10.0
    /// Names that are remembered of those that found no place.
    private static let mostNames = 1024

    private struct Seat {
        var track: String?
        var tracker: any Tracker
        var reset = ClockReset()
        var lastFix: Int64
        /// Seconds between its fixes that are usual, and more; unknown before the second.
        var usualGap = 0.0
        var fixes = 0

        func isFree(at instant: Int64) -> Bool { Double(instant - lastFix) / 1e9 > max(LiveTrackers.patience, usualGap) }
    }

    private let most: Int
    private let maker: @Sendable () -> any Tracker
    private var seats: [Seat] = []
    private var places: [String?: Int] = [:]
    private var leftOut: Set<String?> = []
    /// Called once for everything that finds no place.
    private let onLeftOut: @Sendable (String?) -> Void

    /// - Parameters:
    ///   - most: things that are followed at once; of 1, all fixes are one track's.
    ///   - onLeftOut: told once of each that finds no place.
    init(_ most: Int, onLeftOut: @escaping @Sendable (String?) -> Void = { _ in }, maker: @escaping @Sendable () -> any Tracker) {
        self.most = most
        self.maker = maker
        self.onLeftOut = onLeftOut
    }

    /// Takes a fix in by the tracker of its track.
    /// - Parameters:
    ///   - instant: when it came in, or was made, in nanoseconds of one clock.
    ///   - isHeardOnArrival: its clock may be set back.
    /// - Returns: nil when there is no place for it.
    mutating func step(to fix: Fix, at instant: Int64, isHeardOnArrival: Bool) -> Placed? {
        let track = most > 1 ? fix.track : nil
        guard let place = place(of: track, at: instant) else {
            if leftOut.count < Self.mostNames, leftOut.insert(track).inserted { onLeftOut(track) }
            return nil
        }
        // A late one changes nothing.
        seats[place].lastFix = max(seats[place].lastFix, instant)
        seats[place].fixes += 1
        if isHeardOnArrival, seats[place].reset.takes(fix) { seats[place].tracker = maker() }
        let step = seats[place].tracker.step(to: fix)
        if seats[place].fixes > 1 { seats[place].usualGap = seats[place].tracker.gapAfter }
        return Placed(place: place, track: track, step: step)
    }

    /// What the tracker of a place that was given can say after its last fix.
    func estimate(at place: Int) -> any TrackerEstimate { seats[place].tracker.estimate }

    private mutating func place(of track: String?, at instant: Int64) -> Int? {
        if let place = places[track] { return place }
        if seats.count < most {
            seats.append(Seat(track: track, tracker: maker(), lastFix: instant))
            places[track] = seats.count - 1
            return seats.count - 1
        }
        let free = seats.indices.filter { seats[$0].isFree(at: instant) }
        guard let place = free.min(by: { seats[$0].lastFix < seats[$1].lastFix }) else { return nil }
        places[seats[place].track] = nil
        seats[place] = Seat(track: track, tracker: maker(), lastFix: instant)
        places[track] = place
        return place
    }
}
