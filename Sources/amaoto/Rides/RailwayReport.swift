// SPDX-License-Identifier: MIT
import Railways

/// A railway database as one JSON object.
struct RailwayReport: Encodable {
    struct Line: Encodable {
        var id, color: String
        /// One is absent where trains run one way.
        var ascending, descending: String?
        var name: [String: String]
        var code: String?
        var mode: String?
        /// The line's `line.colour`, and the `direction.side` of its ascending direction.
        var colour, side: Int?
        /// Metres.
        var length, undergroundLength: Double
        var isLoop: Bool
        var gaps: [Gap]
        var stations: [Station]
        var stopPatterns: [Pattern]
        /// The departures of the timetable, and its time zone.
        var departures: Int?
        var timeZone: String?
        var oddities: [String]
    }
    struct Gap: Encodable {
        var latitude, longitude, length: Double
    }
    struct Station: Encodable {
        var id: String
        var name: [String: String]
        var code: String?
        var latitude, longitude: Double?
    }
    struct Pattern: Encodable {
        var name: [String: String]
        /// The ids of the stations where it stops.
        var stops: [String]
    }
    var title: String
    var railways: [Line]
    var notes: [String]
    var credits: [String]

    init(_ read: RailwayImport, title: String) {
        self.title = title
        notes = read.notes
        credits = read.map.credits
        railways = read.map.railways.map { railway in
            let survey = RailwaySurvey(railway)
            return Line(
                id: railway.id, color: railway.color, ascending: railway.ascending, descending: railway.descending,
                name: Self.names(railway.name), code: railway.code, mode: railway.mode?.rawValue, colour: railway.mark?.colour,
                side: railway.mark?.side, length: Self.metres(survey.length),
                undergroundLength: Self.metres(survey.undergroundLength), isLoop: survey.isLoop,
                gaps: survey.gaps.map {
                    Gap(latitude: $0.position.latitude, longitude: $0.position.longitude, length: Self.metres($0.length))
                },
                stations: railway.stations.map {
                    Station(
                        id: $0.id, name: Self.names($0.name), code: $0.code, latitude: $0.position?.latitude,
                        longitude: $0.position?.longitude)
                },
                stopPatterns: railway.patterns.map { pattern in
                    Pattern(
                        name: Self.names(pattern.name),
                        stops: zip(railway.stations, pattern.stops).filter(\.1).map(\.0.id))
                },
                departures: railway.timetable?.count, timeZone: railway.timetable?.clock.zone, oddities: RailwaySurvey.oddities(of: railway)
            )
        }
    }

    private static func names(_ name: LocalizedName) -> [String: String] {
        Dictionary(name.entries.map { ($0.language, $0.text) }) { first, _ in first }
    }

    private static func metres(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
