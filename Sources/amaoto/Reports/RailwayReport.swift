// SPDX-License-Identifier: MIT
import PlainText
import Railways

/// A railway database as one JSON object. Lengths are in metres.
enum RailwayReport {
    static func json(_ read: RailwayImport, title: String) -> JSONValue {
        .object([
            ("credits", texts(read.map.credits)), ("notes", texts(read.notes)), ("railways", .array(read.map.railways.map(line))),
            ("title", .text(title)),
        ])
    }

    private static func line(_ railway: Railway) -> JSONValue {
        let survey = RailwaySurvey(railway)
        let gaps = survey.gaps.map { gap in
            JSONValue.object([
                ("latitude", .number(gap.position.latitude)), ("length", metres(gap.length)),
                ("longitude", .number(gap.position.longitude)),
            ])
        }
        let patterns = railway.patterns.map { pattern in
            // The ids of the stations where it stops.
            let stops = zip(railway.stations, pattern.stops).filter(\.1).map(\.0.id)
            return JSONValue.object([("name", names(pattern.name)), ("stops", texts(stops))])
        }
        return .object(known: [
            // One direction is absent where trains run one way.
            ("ascending", railway.ascending.map(JSONValue.text)), ("code", railway.code.map(JSONValue.text)),
            ("color", .text(railway.color)),
            // The line's `line.colour`, and the `direction.side` of its ascending direction.
            ("colour", railway.mark.map { .whole($0.colour) }), ("departures", railway.timetable.map { .whole($0.count) }),
            ("descending", railway.descending.map(JSONValue.text)), ("gaps", .array(gaps)), ("id", .text(railway.id)),
            ("isLoop", .bool(survey.isLoop)), ("length", metres(survey.length)), ("mode", railway.mode.map { .text($0.rawValue) }),
            ("name", names(railway.name)), ("oddities", texts(survey.oddities)),
            ("side", railway.mark.map { .whole($0.side) }), ("stations", .array(railway.stations.map(station))),
            ("stopPatterns", .array(patterns)), ("timeZone", railway.timetable.map { .text($0.clock.zone) }),
            ("undergroundLength", metres(survey.undergroundLength)),
        ])
    }

    private static func station(_ station: Railway.Station) -> JSONValue {
        .object(known: [
            ("code", station.code.map(JSONValue.text)), ("id", .text(station.id)),
            ("latitude", (station.position?.latitude).map(JSONValue.number)),
            ("longitude", (station.position?.longitude).map(JSONValue.number)), ("name", names(station.name)),
        ])
    }

    private static func names(_ name: LocalizedName) -> JSONValue {
        let texts = Dictionary(name.entries.map { ($0.language, $0.text) }) { first, _ in first }
        return .object(texts.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

    private static func metres(_ value: Double) -> JSONValue { .number((value * 10).rounded() / 10) }
}
