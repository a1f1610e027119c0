/// One position report as a source gave it. Unknown is nil, never -1 or 0.
public struct Fix: Equatable, Sendable {
    /// Nil for a track recorded without times.
    public var time: TrackTime?
    /// Degrees, WGS 84; nil for a source that carries only numbers over time.
    public var latitude: Double?
    public var longitude: Double?
    /// A position that is not on Earth, in place of latitude and longitude.
    public var plane: PlanePoint?
    /// Metres above sea level as the source counts it.
    public var altitude: Double?
    /// Metres per second over ground.
    public var speed: Double?
    /// Degrees true, 0 ..< 360.
    public var course: Double?
    /// Horizontal accuracy in metres (one figure, as the source means it).
    public var accuracy: Double?
    /// Every further numeric column, in the order of the source's `extraNames`; nil where blank.
    public var extras: [Double?] = []
    /// True for the first fix after a break that the source itself marks (a GPX segment).
    public var startsSegment = false
    /// True where the source says that at this time it has no fix: no position, and nothing else, is known.
    public var isNoFix = false
    /// Whose position this is, where the source tells several things apart: a column, a device, a topic.
    public var track: String?
    public init() {}
}

extension Fix {
    /// A direction as sources write it, brought into 0 ..< 360 degrees: nil for what lies outside -360 to 720.
    static func course(degrees: Double) -> Double? {
        guard degrees >= -360, degrees <= 720 else { return nil }
        var course = degrees
        while course < 0 { course += 360 }
        while course >= 360 { course -= 360 }
        return course
    }
}
