// SPDX-License-Identifier: MIT
/// An event at a fix or tick, with the name from the event table (`fix lost`, `fix back`, ...).
public struct TrackEvent: Equatable, Sendable {
    public let name: String
    /// The id of the event's object, if it has one: the station that was left, the new line.
    public let subject: String?
    public init(name: String, subject: String? = nil) {
        self.name = name
        self.subject = subject
    }
}

/// The tracker's output after one fix or one tick.
public struct TrackerUpdate: Equatable, Sendable {
    /// Track time of the fix or the tick.
    public var time: TrackTime
    /// The fix; nil for a tick.
    public var fix: Fix?
    /// True for a tick in a gap: an estimate that left the tracker's state unchanged.
    public var estimated: Bool { if case nil = fix { true } else { false } }
    public var channels = ChannelValues()
    public var events: [TrackEvent] = []
    /// The name of its track, if several tracks are followed separately.
    public var track: String?
    /// The index of its track among those followed, from 0.
    public var place = 0
    /// True for a position that could not have been reached from the one before; the next fix shows whether it was correct.
    public var isDoubtful = false
    public init(time: TrackTime, fix: Fix?) {
        self.time = time
        self.fix = fix
    }
}
