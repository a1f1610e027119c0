// SPDX-License-Identifier: MIT
/// The combined data of the sentences with one time field, which become one fix.
struct NMEAEpoch {
    /// Nanoseconds since midnight; nil if the sentences carry no time.
    var timeOfDay: Int64?
    /// Days since 1970, if a sentence of this time carried a credible date.
    var day: Int?
    /// The date in RMC as the receiver wrote it, in days since 1970.
    var date: Int?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?
    /// Speed in metres per second.
    var speed: Double?
    /// True course in degrees.
    var course: Double?
    /// Accuracy in metres, from GST.
    var accuracy: Double?
    var hdop: Double?
    var vdop: Double?
    var pdop: Double?
    /// GGA's fix quality: 1 GPS, 2 differential, 4 and 5 RTK, 6 dead reckoning.
    var quality: Int?
    var satellites: Int?
    /// The number of dimensions, 2 or 3.
    var dimensions: Int?
    /// Whether the sentences report a fix; the last sentence counts.
    var isFix: Bool?
    /// Whether RMC has reported the speed and the course.
    var hasMotion = false
    /// Speed and course from a VTG since the last sentence with a time; they may belong to the next epoch.
    var untimed: (speed: Double?, course: Double?)?

    /// The names of the extra numbers that a fix carries.
    static let extraNames = ["mode", "quality", "satellites", "hdop", "vdop", "pdop"]

    /// Takes the values of VTG.
    /// - Parameter isSure: another sentence of the same time came after it, so it belongs to this epoch and is the newer.
    mutating func takeUntimed(isSure: Bool) {
        guard let untimed else { return }
        self.untimed = nil
        if hasMotion, !isSure { return }
        speed = untimed.speed ?? speed
        course = untimed.course ?? course
    }

    /// - Parameter usualDimensions: the dimensions of an epoch without GGA, GNS and GSA: those of the last epoch.
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
        fix.accuracy = accuracy ?? hdop.map { $0 * GPXElements.metresPerDilution }
        fix.extras = [
            Double(dimensions ?? usualDimensions), quality.map(Double.init), satellites.map(Double.init), hdop, vdop, pdop,
        ]
        return fix
    }
}
