// SPDX-License-Identifier: MIT
/// A state for each track that the fixes of an input name, and one for the fixes that name none: at most 1024, since an input can
/// name any number of tracks. Value type; one owner.
struct TrackStates<State> {
    private static var most: Int { 1024 }

    private var named: [String: State] = [:]
    /// Kept apart: most inputs name no track.
    private var unnamed: State?

    /// The tracks that have a state; nil for the fixes that name none.
    var tracks: [String?] { (unnamed == nil ? [] : [nil]) + named.keys.map { $0 } }
    var count: Int { named.count + (unnamed == nil ? 0 : 1) }
    var isFull: Bool { count >= Self.most }

    /// The state of a track; nil if it has none. Once there are 1024, that of a further track is not stored.
    subscript(track: String?) -> State? {
        get {
            guard let track else { return unnamed }
            return named[track]
        }
        set {
            if newValue != nil, isFull, self[track] == nil { return }
            if let track { named[track] = newValue } else { unnamed = newValue }
        }
    }

    /// Removes and returns the state of a track, which the caller changes and stores again: as its only owner, without a copy.
    mutating func take(_ track: String?) -> State? {
        guard let track else { return unnamed.take() }
        return named.removeValue(forKey: track)
    }
}
