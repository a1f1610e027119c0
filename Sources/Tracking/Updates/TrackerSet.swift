/// A tracker for each of the things that an input tells apart, the first 64 in the order of their appearance; further ones are
/// left out and counted. Value type; one owner.
public struct TrackerSet {
    /// As many tracks as are followed.
    public static let most = 64
    /// Names of further ones that are kept, to be said.
    private static let mostNames = 1024

    private let maker: () -> any Tracker
    /// Where a track's tracker stands.
    private var places: [String?: Int] = [:]
    /// Whose fix came last.
    private var last: Int?
    private var trackers: [any Tracker] = []
    /// Of each, where the clock of a source may be set back while it is followed.
    private var resets: [ClockReset] = []
    private let isLive: Bool
    /// The names of those that are followed; nil for the fixes that name none.
    public private(set) var names: [String?] = []
    /// Those for which there was no room, in the order of their appearance, at most 1024; and their fixes.
    public private(set) var leftOut: [String?] = []
    public private(set) var fixesLeftOut = 0
    private var known: Set<String?> = []

    /// - Parameter isLive: the source tells as things happen: a clock that is set back begins its track anew.
    public init(isLive: Bool = false, _ maker: @escaping () -> any Tracker) {
        self.isLive = isLive
        self.maker = maker
    }

    /// Takes a fix in by the tracker of `track`.
    /// - Returns: the place of its track among `names`, and what its tracker says; nil when there is no room for it.
    public mutating func step(to fix: Fix, of track: String?) -> (place: Int, step: TrackerStep)? {
        let place: Int
        if let last, names[last] == track {
            // One after the other of the same: the commonest case.
            place = last
        } else if let found = places[track] {
            place = found
        } else if names.count < Self.most {
            place = names.count
            places[track] = place
            names.append(track)
            trackers.append(maker())
            resets.append(ClockReset())
        } else {
            fixesLeftOut += 1
            if leftOut.count < Self.mostNames, known.insert(track).inserted { leftOut.append(track) }
            return nil
        }
        last = place
        if isLive, resets[place].takes(fix) { trackers[place] = maker() }
        return (place, trackers[place].step(to: fix))
    }
}
