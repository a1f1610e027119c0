/// Something that happened at a fix or tick, by the name of the event table (`fix lost`, `fix back`, ...).
public struct TrackEvent: Equatable, Sendable {
    public let name: String
    /// The id of what it happened to, where it happened to something: the station that was left, the line changed to.
    public let subject: String?
    public init(name: String, subject: String? = nil) {
        self.name = name
        self.subject = subject
    }
}

/// What the tracker says after one fix or one tick.
public struct TrackerUpdate: Equatable, Sendable {
    /// Track time: the fix's own, or the tick's.
    public var time: TrackTime
    /// The fix, nil for a tick.
    public var fix: Fix?
    /// True for a tick in a gap: an estimate that left the tracker's state unchanged.
    public var estimated: Bool { if case nil = fix { true } else { false } }
    public var channels = ChannelValues()
    public var events: [TrackEvent] = []
    /// Whose it is, where several tracks are followed apart.
    public var track: String?
    /// Its place among those that are followed at once, from 0.
    public var place = 0
    /// True for a position that nothing could have reached from the one before; the next fix shows whether it was there.
    public var isDoubtful = false
    public init(time: TrackTime, fix: Fix?) {
        self.time = time
        self.fix = fix
    }
}
