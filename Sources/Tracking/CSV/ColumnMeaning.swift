// SPDX-License-Identifier: MIT
/// The meaning of a named column of numbers or text, from the names that loggers, phones and people use.
///
/// Names are compared without case and punctuation; a unit may follow (`speed (km/h)`, `Speed_mph`, `ele [ft]`).
enum ColumnMeaning: Equatable {
    /// Text in ISO 8601, or a count; `unit` is the nanoseconds of one count, nil if the size of the number implies it.
    case time(unit: Int64?)
    /// A date that belongs to a time of day in another column.
    case date
    case latitude
    case longitude
    case speed(SpeedUnit)
    case course
    case accuracy
    /// Horizontal dilution of precision, which replaces a missing accuracy.
    case dilution
    /// Metres, or feet.
    case altitude(feet: Bool)
    /// A position in a plane; nil if the name implies no unit.
    case planeX(PlaneScale?)
    case planeY(PlaneScale?)

    enum SpeedUnit: Equatable {
        case metresPerSecond, kilometresPerHour, milesPerHour, knots, tenthsOfKnots, feetPerSecond
        func metresPerSecond(_ value: Double) -> Double {
            switch self {
            case .metresPerSecond: value
            case .kilometresPerHour: value / 3.6
            case .milesPerHour: value * 0.44704
            case .knots: value * 1852 / 3600
            case .tenthsOfKnots: value * 185.2 / 3600
            case .feetPerSecond: value * 0.3048
            }
        }
    }

    private static let timeNames: Set<String> = [
        "time", "timestamp", "datetime", "datetimeutc", "utc", "utctime", "timeutc", "utcdatetime", "gpstime", "gpsdatetime",
        "isotime", "iso8601", "timeiso", "isotimestamp", "fixtime", "devicetime", "recordedat", "createdat", "localtime", "date_time",
        "basedatetime", "gpst", "eventtime", "eventtimestamp", "observedon", "timeobservedat", "capturedat", "receivedat", "reportedat",
        "logtime",
        "datetimestamp", "devicetimestamp", "dateandtime", "tstamp", "gmt", "gpstimestamp", "locationtimestamp", "timesincestart",
        "yyyymoddhhmisssss",
        // AIS-catcher.
        "rxuxtime",
        // Garmin's G1000, beside its `Lcl Date`.
        "lcltime",
        "updatetime", "positiontime", "loggingtime", "timeobservationsstarted",
        "ts", "tst", "t", "unix", "unixtime", "unixtimestamp", "epoch", "epochtime", "timestamputc", "elapsed", "elapsedtime", "seconds",
        "secs", "sec",
    ]
    private static let timeUnits: [(suffix: String, unit: Int64)] = [
        ("milliseconds", 1_000_000), ("millis", 1_000_000), ("msec", 1_000_000), ("ms", 1_000_000),
        ("us", 1_000), ("ns", 1), ("seconds", 1_000_000_000), ("sec", 1_000_000_000), ("s", 1_000_000_000), ("millisecond", 1_000_000),
        ("inms", 1_000_000), ("inseconds", 1_000_000_000), ("since1970s", 1_000_000_000), ("microseconds", 1_000), ("nanoseconds", 1),
    ]
    /// Suffixes of a time's name that do not change its form.
    private static let timeSuffixes = [
        "utc", "gmt", "local", "txt", "iso", "excel", "hhmmss", "hhmmsssss", "hhmmssss", "hhmmsss", "jst", "est", "edt", "cst", "cdt",
        "mst", "mdt", "pst", "pdt", "cet", "cest",
    ]
    private static let dateNames: Set<String> = [
        "date", "utcdate", "gpsdate", "localdate", "gmtdate", "logdate", "fixdate", "observationdate", "obsdate", "eventdate", "datestamp",
        "lcldate",
        "recorddate", "yyyymmdd", "yyyymmddhh", "yyyymmddhhmm", "yyyymmddhhmmss",
        // The German weather service.
        "messdatum", "messdatumbeginn",
    ]
    private static let dateSuffixes = [
        "", "utc", "gmt", "local", "iso", "excel", "ddmmyy", "ddmmyyyy", "mmddyy", "mmddyyyy", "yymmdd", "yyyymmdd", "yyyyddmm",
    ]
    private static let latitudeNames: Set<String> = ["lat", "latitude", "latdeg", "latitudedeg", "latitudedegrees", "latdegrees"]
    private static let longitudeNames: Set<String> = [
        "lon", "lng", "long", "longitude", "londeg", "lngdeg", "longitudedeg", "longitudedegrees", "londegrees",
    ]
    private static let speedNames: Set<String> = [
        "speed", "velocity", "gpsspeed", "groundspeed", "speedoverground", "spd", "speedgps", "gpsspd", "gspd", "hspeed", "horizontalspeed",
        "velocitysmooth", "enhancedspeed", "sog", "vel",
    ]
    private static let speedUnits: [(suffix: String, unit: SpeedUnit)] = [
        ("kmh", .kilometresPerHour), ("kph", .kilometresPerHour), ("kmph", .kilometresPerHour), ("kmhr", .kilometresPerHour),
        ("mph", .milesPerHour), ("mih", .milesPerHour), ("knots", .knots), ("knot", .knots), ("kts", .knots), ("kt", .knots),
        ("kn", .knots), ("milesperhour", .milesPerHour), ("mihr", .milesPerHour), ("miles", .milesPerHour),
        ("kilometersperhour", .kilometresPerHour), ("kilometresperhour", .kilometresPerHour),
        ("kmperh", .kilometresPerHour), ("fts", .feetPerSecond), ("fps", .feetPerSecond), ("meterssecond", .metresPerSecond),
        ("meterspersecond", .metresPerSecond),
        ("metrespersecond", .metresPerSecond), ("msec", .metresPerSecond), ("ms", .metresPerSecond), ("mps", .metresPerSecond),
        ("mpers", .metresPerSecond), ("ms1", .metresPerSecond),
    ]
    /// A unit alone, as FlightAware names its speed columns.
    private static let bareUnits: [String: SpeedUnit] = [
        "kts": .knots, "knots": .knots, "mph": .milesPerHour, "kmh": .kilometresPerHour, "kph": .kilometresPerHour,
    ]
    private static let courseNames: Set<String> = [
        "course", "bearing", "heading", "dir", "cog", "track", "truecourse", "courseoverground", "trackangle", "coursedeg", "bearingdeg",
        "headingdeg", "coursedegrees", "bearingdegrees", "headingdegrees", "directiondeg", "directiondegrees", "hdg", "hdgdeg",
        "groundcourse", "gcrs",
        "trackdeg", "truetrack", "truetrackdeg", "cogdeg", "locationorientationdeg",
    ]
    private static let accuracyNames: Set<String> = [
        "hacc", "accuracy", "acc", "horizontalaccuracy", "haccuracy", "accuracyhorizontal", "eph", "haccm", "accuracym", "accm",
        "horizontalaccuracym", "gpsaccuracy", "accuracymeters", "accuracymetres", "horizontalaccuracymeters", "locationaccuracy",
    ]
    private static let altitudeNames: Set<String> = [
        "ele", "elevation", "alt", "altitude", "height", "altmsl", "altitudemsl", "gpsaltitude", "baroaltitude", "geoaltitude",
        "heightaboveellipsoid", "altitudeabovesealevel", "enhancedaltitude", "feet",
    ]

    private static let planeUnits: [(suffix: String, scale: PlaneScale?)] = [
        ("", nil), ("m", .metres), ("metres", .metres), ("meters", .metres), ("cm", PlaneScale(.metres, metres: 0.01)),
        ("mm", PlaneScale(.metres, metres: 0.001)), ("px", .pixels), ("pixels", .pixels), ("norm", .unit), ("unit", .unit),
    ]

    /// `x`, `y_m`, `x [px]` and the like.
    private static func planeMeaning(_ key: String) -> ColumnMeaning? {
        guard let axis = key.first, axis == "x" || axis == "y" else { return nil }
        let rest = key.dropFirst()
        guard let unit = planeUnits.first(where: { $0.suffix == rest }) else { return nil }
        return axis == "x" ? .planeX(unit.scale) : .planeY(unit.scale)
    }

    init?(named name: String) {
        let key = Self.key(name)
        if let meaning = Self.meaning(key) {
            self = meaning
            return
        }
        for prefix in ["gps", "location", "position", "loc", "osd", "custom"] where key.hasPrefix(prefix) {
            if let meaning = Self.meaning(String(key.dropFirst(prefix.count))) {
                self = meaning
                return
            }
        }
        return nil
    }

    private static func meaning(_ key: String) -> ColumnMeaning? {
        for suffix in dateSuffixes where key.hasSuffix(suffix) && dateNames.contains(String(key.dropLast(suffix.utf8.count))) {
            return .date
        }
        if timeNames.contains(key) { return .time(unit: nil) }
        for (suffix, unit) in timeUnits where key.hasSuffix(suffix) && timeNames.contains(String(key.dropLast(suffix.count))) {
            return .time(unit: unit)
        }
        for suffix in timeSuffixes where key.hasSuffix(suffix) && timeNames.contains(String(key.dropLast(suffix.utf8.count))) {
            return .time(unit: nil)
        }
        if latitudeNames.contains(key) { return .latitude }
        if longitudeNames.contains(key) { return .longitude }
        // Without a unit in the name: NMEA and AIS report speed over ground in knots, OwnTracks its velocity in km/h.
        if key == "sog" { return .speed(.knots) }
        if key == "vel" { return .speed(.kilometresPerHour) }
        if speedNames.contains(key) { return .speed(.metresPerSecond) }
        for (suffix, unit) in speedUnits where key.hasSuffix(suffix) && speedNames.contains(String(key.dropLast(suffix.count))) {
            return .speed(unit)
        }
        if let unit = bareUnits[key] { return .speed(unit) }
        if courseNames.contains(key) { return .course }
        if accuracyNames.contains(key) { return .accuracy }
        if key == "hdop" { return .dilution }
        if altitudeNames.contains(key) { return .altitude(feet: key == "feet") }
        if let plane = planeMeaning(key) { return plane }
        for suffix in ["feet", "ft"] where key.hasSuffix(suffix) && altitudeNames.contains(String(key.dropLast(suffix.count))) {
            return .altitude(feet: true)
        }
        for suffix in ["meters", "metres", "m"] where key.hasSuffix(suffix) && altitudeNames.contains(String(key.dropLast(suffix.count))) {
            return .altitude(feet: false)
        }
        return nil
    }

    /// The unit after a number in its field: `15.862 km/h`.
    private static func speedUnit(_ text: String) -> SpeedUnit? {
        let key = key(text)
        return speedUnits.first { $0.suffix == key }?.unit
    }

    /// Letters and digits only, in lower case, of which 64 bytes are more than any known name has; the degree sign becomes `deg`.
    static func key(_ name: String) -> String {
        let name = name.contains("°") || name.contains("º") ? name.replacing("°", with: "deg").replacing("º", with: "deg") : name
        return String(
            decoding: name.utf8.lazy.compactMap { byte -> UInt8? in
                switch byte {
                case 0x41...0x5A: byte | 0x20
                case 0x61...0x7A, 0x30...0x39: byte
                case 0x80...: byte
                default: nil
                }
            }.prefix(64), as: UTF8.self)
    }

    /// Whether a course of this name is a heading: where a vehicle points, which in wind or a current is not where it goes.
    static func isHeading(_ name: String) -> Bool {
        let key = key(name)
        return key.hasPrefix("heading") || key.hasPrefix("hdg")
    }

    /// Whether this is some kind of time, which is never an extra column.
    var isTime: Bool {
        switch self {
        case .time, .date: true
        default: false
        }
    }
}

/// A number that does not fit its meaning.
struct MeaningFault: Error {
    let kind: InputFault.Kind
    let message: String
}

extension Fix {
    /// Sets the value of a column with this meaning. -1 means unknown if the quantity cannot be negative. Times are not set here.
    mutating func set(_ meaning: ColumnMeaning, to number: Double) throws(MeaningFault) {
        switch meaning {
        case .latitude:
            guard number.magnitude <= 90 else {
                throw MeaningFault(kind: .outOfRange, message: "the latitude \(number) is outside -90 to 90 degrees")
            }
            latitude = number
        case .longitude:
            guard number.magnitude <= 180 else {
                throw MeaningFault(kind: .outOfRange, message: "the longitude \(number) is outside -180 to 180 degrees")
            }
            longitude = number
        case .speed(let unit):
            if number == -1 { return }
            guard number >= 0 else { throw MeaningFault(kind: .outOfRange, message: "the speed \(number) is negative") }
            speed = unit.metresPerSecond(number)
        case .course:
            if number == -1 { return }
            // AIS's code for an unknown heading; no compass goes that far.
            if number == 511 { return }
            guard let course = Fix.course(degrees: number) else {
                throw MeaningFault(kind: .outOfRange, message: "the course \(number) is not a direction in degrees")
            }
            self.course = course
        case .accuracy, .dilution:
            if number == -1 { return }
            guard number >= 0 else { throw MeaningFault(kind: .outOfRange, message: "the accuracy \(number) is negative") }
            accuracy = meaning == .dilution ? number * GPXElements.metresPerDilution : number
        case .altitude(let feet): altitude = feet ? number * 0.3048 : number
        case .time, .date, .planeX, .planeY: break
        }
    }

    /// Sets the value of a key as above, but keeps a heading apart, and of several the first: it is the course only where the source
    /// gives no other.
    mutating func set(
        _ meaning: ColumnMeaning, named name: @autoclosure () -> String, to number: Double, heading: inout Double?
    ) throws(MeaningFault) {
        guard meaning == .course, ColumnMeaning.isHeading(name()) else { return try set(meaning, to: number) }
        var pointing = Fix()
        try pointing.set(.course, to: number)
        heading = heading ?? pointing.course
    }

    /// Whether a column of this meaning has been set already.
    func has(_ meaning: ColumnMeaning) -> Bool {
        switch meaning {
        case .latitude: latitude != nil
        case .longitude: longitude != nil
        case .speed: speed != nil
        case .course: course != nil
        case .accuracy: accuracy != nil
        case .altitude: altitude != nil
        case .dilution, .time, .date, .planeX, .planeY: false
        }
    }
}

/// Values with a unit, and numbers that mean unknown.
extension ColumnMeaning {
    /// A number followed by its unit, as some loggers write it: `15.862 km/h`, `513.863 M`.
    /// - Returns: the meaning with that unit, and the number; nil for another text.
    func quantity(_ text: String, decimalComma: Bool) -> (ColumnMeaning, Double?) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, case var digits = String(parts[0]),
            let number = digits.withUTF8({ DecimalText.double($0, decimalComma: decimalComma) })
        else {
            return (self, nil)
        }
        switch self {
        case .speed: return Self.speedUnit(String(parts[1])).map { (.speed($0), number) } ?? (self, nil)
        case .altitude, .accuracy:
            // Such as `40.20 m from MSL`.
            switch parts[1].lowercased().prefix(while: { $0 != " " }) {
            case "m", "meters", "metres": return (self == .accuracy ? self : .altitude(feet: false), number)
            case "ft", "feet": return self == .accuracy ? (self, number * 0.3048) : (.altitude(feet: true), number)
            default: return (self, nil)
            }
        case .course: return (self, ["°", "deg", "degrees"].contains(parts[1].lowercased().prefix { $0 != " " }) ? number : nil)
        default: return (self, nil)
        }
    }

    /// Course 360, speed 102.3 knots, latitude 91 and longitude 181 mean unknown in AIS (ITU-R M.1371).
    func isUnknownInAIS(_ number: Double) -> Bool {
        switch self {
        case .course: number == 360
        case .speed(.knots): number >= 102.3
        case .speed(.tenthsOfKnots): number >= 1023
        case .latitude: number == 91
        case .longitude: number == 181
        default: false
        }
    }
}
