// SPDX-License-Identifier: MIT
/// Positions of one kind in a KML document, in compact form, held until it is clear whether they are the track; those beyond the
/// maximum are only counted.
struct KMLPositions {
    struct Position {
        static let none = Position(latitude: .nan, longitude: .nan, altitude: .nan)
        static let noTime = Int64.min
        /// Degrees; NaN for a time without a position.
        var latitude, longitude: Double
        /// Metres; NaN if unknown.
        var altitude: Double
        /// Nanoseconds since 1970.
        var time = Position.noTime
        var startsSegment = false

        var fix: Fix {
            var fix = Fix()
            fix.latitude = latitude
            fix.longitude = longitude
            if !altitude.isNaN { fix.altitude = altitude }
            if time != Position.noTime { fix.time = TrackTime(nanoseconds: time) }
            fix.startsSegment = startsSegment
            return fix
        }
    }

    /// The maximum number of positions that are held.
    let most: Int
    var held: [Position] = []
    /// The number of positions beyond the maximum, and the location of the first of them.
    private(set) var restCount = 0
    private(set) var restPlace = (line: 0, column: 0)

    init(atMost most: Int) { self.most = most }

    var isFull: Bool { held.count >= most }

    mutating func add(_ position: Position, at place: (line: Int, column: Int)) {
        if isFull { countRest(1, at: place) } else { held.append(position) }
    }

    /// Counts positions that are not held.
    mutating func countRest(_ count: Int, at place: (line: Int, column: Int)) {
        if restCount == 0 { restPlace = place }
        restCount += count
    }
}
