// SPDX-License-Identifier: MIT
extension Fix {
    /// Faster than light, higher than the Moon, less accurate than the Earth's size: no source means such a value.
    private static let fastest = 299_792_458.0
    private static let farthest = 1e9

    /// The fix with impossible values set to unknown: a position that is not on Earth, a plane position beyond the same extent,
    /// values that are not finite, a negative speed, and a time outside the years 1830 to 2111. Half a position is kept as it
    /// came; no tracker uses it as a position. Readers never return impossible values. Trackers apply this first so that fixes
    /// from other code cannot introduce a NaN into their state.
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
