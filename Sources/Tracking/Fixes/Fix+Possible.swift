extension Fix {
    /// Faster than light, higher than the Moon, vaguer than the Earth: no source means such a figure.
    private static let fastest = 299_792_458.0
    private static let farthest = 1e9

    /// The fix with nothing in it that cannot be: a position that is not on Earth, one in a plane as wide as that, what is not
    /// finite, a negative speed and a time outside the years 1830 to 2111 are unknown. Half a position stays: it is kept as it
    /// came, and no tracker takes it for one.
    /// Readers give no others; trackers begin with this, so that whoever hands them fixes of his own cannot bring a NaN into
    /// what they carry on.
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
