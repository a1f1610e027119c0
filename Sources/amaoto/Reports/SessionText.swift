// SPDX-License-Identifier: MIT
import PlainText
import Railways
import Sessions
import Tracking

/// Sessions as text and as JSON.
enum SessionText {
    static let heading = "  ID  START                   DURATION DISTANCE  FIXES  ACTIVITY    RAILWAYS"

    static func line(_ session: Session, _ names: RailwayNames) -> String {
        var text = "\(session.id)".right(4) + "  " + (session.start.map(\.description) ?? "-").left(23) + " "
        text += (session.seconds.map(ClockText.text) ?? "-").right(8)
        text += (session.metres.map { FigureText.distance($0) } ?? "-").right(9)
        text += "\(session.fixes)".right(7) + "  " + (session.activity ?? "-").left(11) + " "
        text += session.railways.isEmpty ? "-" : session.railways.map(names.named).joined(separator: ", ")
        if session.ending == nil { text += "  (open, or cut off)" }
        return text
    }

    static func paragraph(_ session: Session, _ names: RailwayNames) -> [String] {
        var lines = ["Session \(session.id) of \(session.source)"]
        if let start = session.start, let end = session.end, let seconds = session.seconds {
            lines.append("\(start) to \(end), \(ClockText.text(seconds))")
        }
        var parts = [CountText.of(session.fixes, "fix", "fixes")]
        if let metres = session.metres { parts.append(FigureText.distance(metres)) }
        if let activity = session.activity { parts.append("mostly \(activity)") }
        lines.append(parts.joined(separator: ", "))
        if !session.railways.isEmpty { lines.append("Railways: \(session.railways.map(names.named).joined(separator: ", "))") }
        switch session.ending {
        case .walking?: lines.append("It ended when the rider walked.")
        case .standing?: lines.append("It ended when the rider stood still.")
        case .clock?: lines.append("It ended where the clock was set back.")
        case .end?: lines.append("It ended with the input.")
        case nil: lines.append("It is being recorded, or was cut off.")
        }
        return lines
    }

    static func line(_ span: ActivitySpan) -> String {
        var text =
            "\(span.start)  \(span.end)" + ClockText.text(span.end.seconds(since: span.start)).right(8) + "  " + span.activity.left(11)
            + " "
        if let confidence = span.confidence { text += FigureText.number(confidence, 2) }
        return text
    }

    /// - Parameter naming: Whether the line begins with the track, as there are several.
    static func line(_ event: SessionEvent, _ names: RailwayNames, naming: Bool) -> String {
        let track = naming ? event.track.map { "\($0.visible): " } ?? "" : ""
        return "\(event.time.map(\.description) ?? "-")  \(track)\(event.event.name)"
            + (event.event.subject.map { ": \(names.named($0))" } ?? "")
    }

    // MARK: JSON

    static func json(_ session: Session) -> String {
        JSONValue.object(known: [
            ("activity", session.activity.map(JSONValue.text)), ("end", text(session.end)),
            ("ended", (session.ending?.rawValue).map(JSONValue.text)), ("fixes", .whole(session.fixes)), ("id", .whole(session.id)),
            ("metres", session.metres.map(JSONValue.number)), ("railways", .array(session.railways.map(JSONValue.text))),
            ("seconds", session.seconds.map(JSONValue.number)), ("source", .text(session.source)), ("start", text(session.start)),
        ]).line
    }

    static func json(_ span: ActivitySpan) -> String {
        JSONValue.object(known: [
            ("activity", .text(span.activity)), ("confidence", span.confidence.map(JSONValue.number)), ("end", text(span.end)),
            ("start", text(span.start)),
        ]).line
    }

    static func json(_ event: SessionEvent, naming: Bool) -> String {
        JSONValue.object(known: [
            ("event", .text(event.event.name)), ("subject", event.event.subject.map(JSONValue.text)), ("time", text(event.time)),
            ("track", naming ? event.track.map(JSONValue.text) : nil),
        ]).line
    }

    private static func text(_ time: TrackTime?) -> JSONValue? { time.map { .text($0.description) } }
}

extension RailwayNames {
    /// The name of a line or a station; its id if it is not on the map.
    fileprivate func named(_ id: String) -> String { railway(id) == nil ? stationName(id) : line(id) }
}
