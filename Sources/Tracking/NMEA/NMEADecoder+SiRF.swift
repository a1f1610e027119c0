import DeterministicMath

extension NMEADecoder {
    /// GPS time is ahead of UTC by so many seconds since 2017; gpsd counts with it where the receiver has said no other.
    private static let leapSeconds: Int64 = 18
    /// 1980-01-06, from which GPS counts its weeks, in days since 1970.
    private static let gpsEpoch: Int64 = 3657

    /// Reads message 2, the measured navigation data: position and velocity in Earth-centred metres, week and time of week.
    /// All others are passed over.
    mutating func takeSiRF(_ payload: [UInt8]) {
        guard payload.count >= 29, payload[0] == 2 else { return }
        func whole(_ place: Int, _ size: Int) -> Int64 {
            var value: Int64 = payload[place] >= 0x80 ? -1 : 0
            for offset in 0..<size { value = value << 8 | Int64(payload[place + offset]) }
            return value
        }
        let week = Int64(payload[22]) << 8 | Int64(payload[23])
        let hundredths = whole(24, 4) & 0xFFFF_FFFF
        guard hundredths < 604_800 * 100 else { return }
        // Ten bits: the counter began anew in 1999, and this protocol is younger.
        let weeks = week < 1024 ? week + 1024 : week
        let seconds = (Self.gpsEpoch + weeks * 7) * 86_400 - Self.leapSeconds
        // Sixteen bits of weeks lead beyond the years that are read.
        guard seconds < TimeText.range.upperBound.nanoseconds / 1_000_000_000 - 604_800 else { return }
        let time = TrackTime(nanoseconds: seconds * 1_000_000_000 + hundredths * 10_000_000)
        var fix = Fix()
        fix.time = time
        // The kind of the position: 1-3 satellites, more, two dimensions, dead reckoning.
        let kind = payload[19] & 7
        let position = GeocentricPosition(x: Double(whole(1, 4)), y: Double(whole(5, 4)), z: Double(whole(9, 4)))
        guard kind > 0, let place = position.geodetic else {
            countNoFix()
            fix.isNoFix = true
            fix.extras = [1] + [Double?](repeating: nil, count: NMEAEpoch.extraNames.count - 1)
            give(fix)
            return
        }
        // Eighths of a metre per second.
        let velocity = place.local(
            x: Double(whole(13, 2)) / 8, y: Double(whole(15, 2)) / 8, z: Double(whole(17, 2)) / 8)
        fix.latitude = place.latitude
        fix.longitude = place.longitude
        fix.altitude = place.height
        fix.speed = (velocity.east * velocity.east + velocity.north * velocity.north).squareRoot()
        fix.course = fix.speed == 0 ? nil : EarthPoint.course(east: velocity.east, north: velocity.north)
        let hdop = Double(payload[20]) / 5
        fix.accuracy = hdop > 0 && hdop < 50 ? hdop * GPXReader.metresPerDilution : nil
        let isThreeDimensional = kind == 4 || kind == 6
        fix.extras = [isThreeDimensional ? 3 : 2, nil, Double(payload[28]), hdop > 0 && hdop < 50 ? hdop : nil, nil, nil]
        give(fix)
    }
}

/// A position in Earth-centred metres, as receivers compute it.
struct GeocentricPosition {
    let x, y, z: Double

    struct Place {
        /// Degrees, and metres above the ellipsoid.
        let latitude, longitude, height: Double
        let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

        /// A vector in Earth-centred axes, along the ground here.
        func local(x: Double, y: Double, z: Double) -> (east: Double, north: Double) {
            let outward = cosLongitude * x + sinLongitude * y
            return (cosLongitude * y - sinLongitude * x, cosLatitude * z - sinLatitude * outward)
        }
    }

    /// NIMA TR8350.2.
    private static let semiMajorAxis = 6_378_137.0
    private static let squaredEccentricity = 6.694_379_990_141_317e-3
    private static let radiansPerDegree = 0.017_453_292_519_943_295

    /// On the ellipsoid; nil near the Earth's centre, which is no place. Bowring's formula, iterated to below a micrometre.
    var geodetic: Place? {
        let distance = (x * x + y * y).squareRoot()
        guard x.magnitude < 1e8, y.magnitude < 1e8, z.magnitude < 1e8, (distance * distance + z * z).squareRoot() > 1e6 else {
            return nil
        }
        let flattening = (1 - Self.squaredEccentricity).squareRoot()
        let semiMinorAxis = Self.semiMajorAxis * flattening
        let secondEccentricity = Self.squaredEccentricity / (1 - Self.squaredEccentricity)
        // Tangent of the reduced latitude as sine and cosine, so that the poles are nothing special.
        var (sine, cosine) = Self.unit(z, distance * flattening)
        var sinLatitude = 0.0
        var cosLatitude = 1.0
        for _ in 0..<3 {
            (sinLatitude, cosLatitude) = Self.unit(
                z + secondEccentricity * semiMinorAxis * sine * sine * sine,
                distance - Self.squaredEccentricity * Self.semiMajorAxis * cosine * cosine * cosine)
            (sine, cosine) = Self.unit(sinLatitude * flattening, cosLatitude)
        }
        let (sinLongitude, cosLongitude) = Self.unit(y, x)
        let normal = Self.semiMajorAxis / (1 - Self.squaredEccentricity * sinLatitude * sinLatitude).squareRoot()
        let height =
            distance * cosLatitude + (z + Self.squaredEccentricity * normal * sinLatitude) * sinLatitude - normal
        return Place(
            latitude: DeterministicMath.atan2(sinLatitude, cosLatitude) / Self.radiansPerDegree,
            longitude: DeterministicMath.atan2(y, x) / Self.radiansPerDegree, height: height, sinLatitude: sinLatitude,
            cosLatitude: cosLatitude, sinLongitude: sinLongitude, cosLongitude: cosLongitude)
    }

    private static func unit(_ sine: Double, _ cosine: Double) -> (Double, Double) {
        let length = (sine * sine + cosine * cosine).squareRoot()
        return length > 0 ? (sine / length, cosine / length) : (0, 1)
    }
}
