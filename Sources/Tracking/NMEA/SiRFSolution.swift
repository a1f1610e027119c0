// SPDX-License-Identifier: MIT
import DeterministicMath

/// The position and motion in one of SiRF's binary messages: 2 (measured navigation data), 41 (geodetic navigation data), 67 (its
/// successor for several constellations) or 98 (u-blox's own, from its SiRF receivers).
struct SiRFSolution {
    /// The seconds by which GPS time is ahead of UTC since 2017; gpsd assumes them if the receiver has not reported another
    /// number.
    private static let leapSeconds: Int64 = 18
    private static let degreesPerRadian = 57.295_779_513_082_32
    /// Dilutions are sent in fifths.
    private static let dilutionScale = 5.0

    /// The message number.
    let message: UInt8
    private(set) var fix = Fix()

    /// - Returns: nil for other messages, and for those that are too short or have an impossible time.
    init?(_ payload: [UInt8], calendar: inout ReceiverCalendar) {
        guard let message = payload.first else { return nil }
        self.message = message
        let fields = Fields(payload)
        switch message {
        case 2: guard payload.count >= 29, readMeasured(fields, &calendar) else { return nil }
        case 41: guard payload.count >= 91, readGeodetic(fields, &calendar) else { return nil }
        case 67: guard payload.count >= 126, payload[1] == 1, readConstellations(fields, &calendar) else { return nil }
        case 98: guard payload.count >= 39, readUblox(fields, &calendar) else { return nil }
        default: return nil
        }
    }

    /// Big-endian numbers of a payload.
    private struct Fields {
        private let payload: [UInt8]

        init(_ payload: [UInt8]) { self.payload = payload }

        func unsigned(_ place: Int, _ size: Int = 1) -> Int64 { (0..<size).reduce(0) { $0 << 8 | Int64(payload[place + $1]) } }

        func signed(_ place: Int, _ size: Int) -> Int64 {
            let shift = 64 - 8 * size
            return (unsigned(place, size) << shift) >> shift
        }

        func double(_ place: Int, _ size: Int, per unit: Double) -> Double { Double(signed(place, size)) / unit }

        /// A dilution of precision; nil if it is absent or implausible.
        func dilution(_ place: Int) -> Double? {
            let value = Double(unsigned(place)) / SiRFSolution.dilutionScale
            return value > 0 && value < 50 ? value : nil
        }
    }

    // MARK: Messages

    /// Position and velocity in Earth-centred metres.
    private mutating func readMeasured(_ fields: Fields, _ calendar: inout ReceiverCalendar) -> Bool {
        guard let time = Self.time(week: fields.unsigned(22, 2), milliseconds: fields.unsigned(24, 4) * 10, &calendar) else { return false }
        fix.time = time
        let position = GeocentricPosition(x: fields.double(1, 4, per: 1), y: fields.double(5, 4, per: 1), z: fields.double(9, 4, per: 1))
        let kind = fields.unsigned(19) & 7
        guard kind > 0, let place = position.geodetic else {
            setNoFix()
            return true
        }
        // Velocities are in eighths of a metre per second.
        let velocity = place.local(x: fields.double(13, 2, per: 8), y: fields.double(15, 2, per: 8), z: fields.double(17, 2, per: 8))
        fix.latitude = place.latitude
        fix.longitude = place.longitude
        fix.altitude = place.height
        fix.speed = (velocity.east * velocity.east + velocity.north * velocity.north).squareRoot()
        fix.course = fix.speed == 0 ? nil : EarthPoint.course(east: velocity.east, north: velocity.north)
        finish(kind: kind, satellites: fields.unsigned(28), hdop: fields.dilution(20))
        return true
    }

    private mutating func readGeodetic(_ fields: Fields, _ calendar: inout ReceiverCalendar) -> Bool {
        // Old firmware leaves the date empty, and the position type too; any nonzero position is then valid.
        let dated = Self.time(fields, 11, &calendar)
        guard let time = dated ?? Self.time(week: fields.unsigned(5, 2), milliseconds: fields.unsigned(7, 4), &calendar) else {
            return false
        }
        fix.time = time
        let reported = fields.unsigned(3, 2) & 7
        let kind = reported == 0 && dated == nil ? 4 : reported
        guard kind > 0, takePosition(fields, 23, 27, per: 1e7) else {
            setNoFix()
            return true
        }
        fix.altitude = fields.double(35, 4, per: 100)
        takeMotion(speed: Double(fields.unsigned(40, 2)) / 100, course: Double(fields.unsigned(42, 2)) / 100)
        finish(kind: kind, satellites: fields.unsigned(88), hdop: fields.dilution(89), error: fields.unsigned(50, 4))
        return true
    }

    private mutating func readConstellations(_ fields: Fields, _ calendar: inout ReceiverCalendar) -> Bool {
        guard let time = Self.time(fields, 24, &calendar) else { return false }
        fix.time = time
        let information = fields.unsigned(6, 4)
        let kind = information & 7
        // Any bit in the first word marks the solution as not valid; types below 3 are not used.
        guard fields.unsigned(2, 4) == 0, kind >= 3, takePosition(fields, 54, 58, per: 1e7) else {
            setNoFix()
            return true
        }
        fix.altitude = fields.double(66, 4, per: 100)
        let speed = information & 0x1000 == 0 ? Double(fields.unsigned(70, 2)) / 100 : nil
        takeMotion(speed: speed, course: Double(fields.unsigned(72, 2)) / 100)
        finish(
            kind: kind == 7 ? 4 : kind, satellites: fields.unsigned(101), hdop: fields.dilution(98), vdop: fields.dilution(99),
            pdop: fields.dilution(97), error: fields.unsigned(86, 4))
        return true
    }

    private mutating func readUblox(_ fields: Fields, _ calendar: inout ReceiverCalendar) -> Bool {
        let status = fields.unsigned(25)
        // Until the sixth bit is set, the time is not UTC.
        fix.time = status & 0x40 == 0 ? nil : Self.time(fields, 26, &calendar)
        guard status & 7 > 0, takePosition(fields, 1, 5, per: 1e8 / Self.degreesPerRadian) else {
            setNoFix()
            return fix.time != nil
        }
        fix.altitude = fields.double(9, 4, per: 1000)
        takeMotion(speed: max(0, fields.double(13, 4, per: 1000)), course: fields.double(21, 4, per: 1e8 / Self.degreesPerRadian))
        finish(kind: status & 7, satellites: nil, hdop: fields.dilution(36), vdop: fields.dilution(37), pdop: fields.dilution(35))
        return true
    }

    // MARK: Values

    private mutating func setNoFix() {
        fix.isNoFix = true
        fix.extras = [1] + [Double?](repeating: nil, count: NMEAEpoch.extraNames.count - 1)
    }

    private mutating func takePosition(_ fields: Fields, _ latitude: Int, _ longitude: Int, per unit: Double) -> Bool {
        let (north, east) = (fields.double(latitude, 4, per: unit), fields.double(longitude, 4, per: unit))
        guard north != 0 || east != 0, north.magnitude <= 90, east.magnitude <= 180 else { return false }
        (fix.latitude, fix.longitude) = (north, east)
        return true
    }

    /// - Parameters:
    ///   - speed: metres per second.
    ///   - course: degrees; ignored when standing.
    private mutating func takeMotion(speed: Double?, course: Double) {
        fix.speed = speed
        fix.course = speed == 0 ? nil : Fix.course(degrees: course)
    }

    /// - Parameters:
    ///   - kind: SiRF's position type: 1 to 3 satellites (1 to 3), 4 or more (4), two dimensions (5), three (6), dead reckoning (7).
    ///   - error: of the position in centimetres; 0 if unknown.
    private mutating func finish(
        kind: Int64, satellites: Int64?, hdop: Double?, vdop: Double? = nil, pdop: Double? = nil, error: Int64 = 0
    ) {
        fix.accuracy = error > 0 && error < 100_000_000 ? Double(error) / 100 : hdop.map { $0 * GPXElements.metresPerDilution }
        fix.extras = [kind == 4 || kind == 6 ? 3 : 2, nil, satellites.map(Double.init), hdop, vdop, pdop]
    }

    /// The instant of a week and a time of week; nil for a time outside the week, and for unsupported years.
    private static func time(week: Int64, milliseconds: Int64, _ calendar: inout ReceiverCalendar) -> TrackTime? {
        guard milliseconds < 604_800_000 else { return nil }
        let seconds = Int64(calendar.firstDay(ofWeek: Int(week))) * 86_400 - leapSeconds
        // Sixteen-bit week numbers reach beyond the supported years.
        guard seconds < TimeText.range.upperBound.nanoseconds / 1_000_000_000 - 604_800 else { return nil }
        return TrackTime(nanoseconds: seconds * 1_000_000_000 + milliseconds * 1_000_000)
    }

    /// The instant of a date, hour, minute and milliseconds from `place` on; nil if there is no such time.
    private static func time(_ fields: Fields, _ place: Int, _ calendar: inout ReceiverCalendar) -> TrackTime? {
        let year = Int(fields.unsigned(place, 2))
        let (hour, minute, milliseconds) = (fields.unsigned(place + 4), fields.unsigned(place + 5), fields.unsigned(place + 6, 2))
        guard year >= 1980, hour < 24, minute < 60, milliseconds < 61_000,
            let received = ReceiverCalendar.days(year: year, month: Int(fields.unsigned(place + 2)), day: Int(fields.unsigned(place + 3)))
        else { return nil }
        let day = Int64(calendar.corrected(received))
        return TrackTime(nanoseconds: ((day * 86_400 + hour * 3600 + minute * 60) * 1000 + milliseconds) * 1_000_000)
    }
}
