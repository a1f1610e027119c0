/// What the sentences of one time field say together: they become one fix.
struct NMEAEpoch {
    /// Nanoseconds since midnight; nil where the sentences carry none.
    var timeOfDay: Int64?
    /// Days since 1970, where a sentence of this time gave a date that can be believed.
    var day: Int?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    /// Metres per second.
    var speed: Double?
    /// Degrees true.
    var course: Double?
    /// Metres, from GST.
    var accuracy: Double?
    var hdop: Double?
    var vdop: Double?
    var pdop: Double?
    /// GGA's fix quality: 1 GPS, 2 differential, 4 and 5 RTK, 6 dead reckoning.
    var quality: Int?
    var satellites: Int?
    /// 2 or 3 dimensions.
    var dimensions: Int?
    /// What the sentences say of the position; the last word counts.
    var isFix: Bool?
    /// RMC has said what is known of the speed and the course.
    var hasMotion = false
    /// Speed and course of VTG since the last sentence with a time: theirs may be the next epoch's.
    var untimed: (speed: Double?, course: Double?)?

    /// The numbers that a fix carries beside itself.
    static let extraNames = ["mode", "quality", "satellites", "hdop", "vdop", "pdop"]

    /// Takes VTG's values in.
    /// - Parameter isSure: another sentence of the same time came after it, so that it is this epoch's, and the newer.
    mutating func takeUntimed(isSure: Bool) {
        guard let untimed else { return }
        self.untimed = nil
        if hasMotion, !isSure { return }
        speed = untimed.speed ?? speed
        course = untimed.course ?? course
    }

    /// - Parameter usualDimensions: what an epoch without GGA, GNS and GSA has: as many as the last.
    func fix(at time: TrackTime?, usualDimensions: Int) -> Fix {
        var fix = Fix()
        fix.time = time
        guard isFix == true, latitude != nil, longitude != nil else {
            fix.isNoFix = true
            fix.extras = [1] + [Double?](repeating: nil, count: Self.extraNames.count - 1)
            return fix
        }
        fix.latitude = latitude
        fix.longitude = longitude
        fix.altitude = altitude
        fix.speed = speed
        fix.course = course
        fix.accuracy = accuracy ?? hdop.map { $0 * GPXReader.metresPerDilution }
        fix.extras = [
            Double(dimensions ?? usualDimensions), quality.map(Double.init), satellites.map(Double.init), hdop, vdop, pdop,
        ]
        return fix
    }
}
