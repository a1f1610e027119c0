/// Chooses among the messages in which a SiRF receiver reports the same position: number 2 where it comes, as in gpsd, else
/// whichever comes. One fix a moment. One owner.
struct SiRFSource {
    /// Seconds after which another message takes the place of one that comes no more.
    private static let patience = 5.0

    /// The message that is followed.
    private var message: UInt8?
    private var last: TrackTime?
    /// The first of another message than 2, until it is known whether that comes, too.
    private var held: SiRFSolution?

    /// What is to be given of a solution, in order.
    mutating func take(_ solution: SiRFSolution) -> [Fix] {
        if solution.message == 2 {
            message = 2
            held = nil
            return give([solution.fix])
        }
        guard let message else {
            guard let held else {
                held = solution
                return []
            }
            guard held.message == solution.message else { return [] }
            self.held = nil
            self.message = solution.message
            return give([held.fix, solution.fix])
        }
        if message != solution.message {
            guard let last, let time = solution.fix.time, time.seconds(since: last) > Self.patience else { return [] }
            self.message = solution.message
        }
        return give([solution.fix])
    }

    /// Nothing more will come: what is held back.
    mutating func end() -> [Fix] {
        defer { held = nil }
        return held.map { [$0.fix] } ?? []
    }

    private mutating func give(_ fixes: [Fix]) -> [Fix] {
        last = fixes.last?.time ?? last
        return fixes
    }
}
