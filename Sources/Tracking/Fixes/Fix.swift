// SPDX-License-Identifier: MIT
/// One position report as a source sent it. Unknown is nil, never -1 or 0.
public struct Fix: Equatable, Sendable {
    /// The time; nil for a track recorded without times.
    public var time: TrackTime?
    /// The position in degrees, WGS 84; nil for a source that carries only numbers over time.
    public var latitude: Double?
    public var longitude: Double?
    /// A position that is not on Earth, instead of latitude and longitude.
    public var plane: PlanePoint?
    /// The altitude in metres above the source's own sea level.
    public var altitude: Double?
    /// The speed over ground in metres per second.
    public var speed: Double?
    /// The true course in degrees, 0 ..< 360.
    public var course: Double?
    /// The horizontal accuracy in metres: a single figure, by the source's own definition.
    public var accuracy: Double?
    /// All other numeric columns, in the order of the source's `extraNames`; nil where blank.
    public var extras: [Double?] = []
    /// True for the first fix after a break that the source itself marks (a GPX segment).
    public var startsSegment = false
    /// True if the source reports that it has no fix at this time: no position, nor anything else, is known.
    public var isNoFix = false
    /// The track of this position, if the source distinguishes several: the name of a column, a device or a topic.
    public var track: String?
    public init() {}
}

extension Fix {
    /// A direction from a source, normalised to 0 ..< 360 degrees; nil outside -360 to 720.
    static func course(degrees: Double) -> Double? {
        guard degrees >= -360, degrees <= 720 else { return nil }
        var course = degrees
        while course < 0 { course += 360 }
        while course >= 360 { course -= 360 }
        return course
    }
}

extension Fix {
    /// Faster than light, higher than the Moon, less accurate than the Earth's size: no source means such a value.
    private static let fastest = 299_792_458.0
    private static let farthest = 1e9

    /// The fix with impossible values set to unknown: a position that is not on Earth, a plane position beyond the same extent,
    /// values that are not finite, a negative speed, and a time outside the years 1830 to 2111. Half a position is kept as it
    /// came; no tracker uses it as a position. Trackers apply this first: a reader returns a speed that is too fast, for
    /// `SpeedCheckReader` to judge, and fixes from other code must not introduce a NaN into their state.
    public var possible: Fix {
        var fix = self
        if let time, !TimeText.range.contains(time) { fix.time = nil }
        let isOnEarth = (latitude?.magnitude ?? 0) <= 90 && (longitude?.magnitude ?? 0) <= 180
        if !isOnEarth { (fix.latitude, fix.longitude) = (nil, nil) }
        if let plane, !(plane.x.magnitude <= Self.farthest && plane.y.magnitude <= Self.farthest) { fix.plane = nil }
        if let speed, !(speed >= 0 && speed <= Self.fastest) { fix.speed = nil }
        fix.course = course.flatMap(Fix.course(degrees:))
        if let accuracy, !(accuracy >= 0 && accuracy <= Self.farthest) { fix.accuracy = nil }
        if let altitude, !(altitude.magnitude <= Self.farthest) { fix.altitude = nil }
        for (index, extra) in extras.enumerated() where extra.map({ !$0.isFinite }) ?? false { fix.extras[index] = nil }
        return fix
    }
}
