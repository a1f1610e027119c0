// SPDX-License-Identifier: MIT
/// A tracker for each track that an input distinguishes, up to the first 64 in order of appearance; further tracks are left out
/// and counted. Value type; one owner.
public struct TrackerSet {
    /// The maximum number of tracks that are followed.
    public static let most = 64
    /// The maximum number of names of left-out tracks that are kept for messages.
    private static let mostNames = 1024

    private let maker: () -> any Tracker
    /// The index of each track's tracker.
    private var indices: [String?: Int] = [:]
    /// The index of the track of the last fix.
    private var last: Int?
    private var trackers: [any Tracker] = []
    private var resets: [ClockReset] = []
    /// The names of the tracks that are followed; nil for the fixes that name none.
    private(set) var names: [String?] = []
    /// The tracks left out for lack of room, in order of appearance, at most 1024; and the number of their fixes.
    private(set) var leftOut: [String?] = []
    private(set) var fixesLeftOut = 0
    private var known: Set<String?> = []

    init(_ maker: @escaping () -> any Tracker) { self.maker = maker }

    /// Processes a fix with the tracker of `track`.
    /// - Parameter restartsOnClockReset: true starts the track again if its clock was set back.
    /// - Returns: the index of its track in `names`, and its tracker's step; nil if there is no room for the track.
    mutating func step(to fix: Fix, of track: String?, restartsOnClockReset: Bool) -> (index: Int, step: TrackerStep)? {
        let index: Int
        if let last, names[last] == track {
            // Consecutive fixes of the same track are the most common case.
            index = last
        } else if let found = indices[track] {
            index = found
        } else if names.count < Self.most {
            index = names.count
            indices[track] = index
            names.append(track)
            trackers.append(maker())
            resets.append(ClockReset())
        } else {
            fixesLeftOut += 1
            if leftOut.count < Self.mostNames, known.insert(track).inserted { leftOut.append(track) }
            return nil
        }
        last = index
        if restartsOnClockReset, resets[index].detectsReset(at: fix) { trackers[index] = maker() }
        return (index, trackers[index].step(to: fix))
    }
}
