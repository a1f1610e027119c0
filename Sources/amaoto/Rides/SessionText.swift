// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Sessions
import Tracking

/// Sessions as text and as JSON.
enum SessionText {
    static let heading = "  ID  START                     LENGTH      WAY  FIXES  WHAT        RAILWAYS"

    /// Returns one line of the list.
    static func line(_ session: Session) -> String {
        var text = "\(session.id)".right(4) + "  " + left(session.start.map(\.description) ?? "-", 24)
        text += (session.seconds.map(ClockText.text) ?? "-").right(8)
        text += (session.metres.map { FigureText.distance($0) } ?? "-").right(9)
        text += "\(session.fixes)".right(7) + "  " + left(session.activity ?? "-", 12)
        text += session.railways.isEmpty ? "-" : session.railways.joined(separator: ", ")
        if session.ending == nil { text += "  (open, or cut off)" }
        return text
    }

    /// Returns a full description.
    static func paragraph(_ session: Session) -> [String] {
        var lines = ["Session \(session.id) of \(session.source)"]
        if let start = session.start, let end = session.end, let seconds = session.seconds {
            lines.append("\(start) to \(end), \(ClockText.text(seconds))")
        }
        var parts = [CountText.of(session.fixes, "fix", "fixes")]
        if let metres = session.metres { parts.append(FigureText.distance(metres)) }
        if let activity = session.activity { parts.append("mostly \(activity)") }
        lines.append(parts.joined(separator: ", "))
        if !session.railways.isEmpty { lines.append("Railways: \(session.railways.joined(separator: ", "))") }
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
            "\(span.start)  \(span.end)" + ClockText.text(span.end.seconds(since: span.start)).right(8) + "  " + left(span.activity, 12)
        if let confidence = span.confidence { text += FigureText.number(confidence, 2) }
        return text
    }

    /// - Parameter naming: Whether the line begins with the track, as there are several.
    static func line(_ event: SessionEvent, naming: Bool) -> String {
        let track = naming ? event.track.map { "\($0.visible): " } ?? "" : ""
        return "\(event.time.map(\.description) ?? "-")  \(track)\(event.event.name)" + (event.event.subject.map { ": \($0)" } ?? "")
    }

    // MARK: JSON

    private struct SessionObject: Encodable {
        var id: Int64, source: String, start: String?, end: String?, seconds: Double?, metres: Double?, fixes: Int64
        var activity: String?, railways: [String], ended: String?
    }
    private struct SpanObject: Encodable {
        var activity: String, start: String, end: String, confidence: Double?
    }
    private struct EventObject: Encodable {
        var time: String?, event: String, subject: String?, track: String?
    }

    static func json(_ session: Session) throws -> String {
        try encoded(
            SessionObject(
                id: session.id, source: session.source, start: session.start?.description, end: session.end?.description,
                seconds: session.seconds, metres: session.metres, fixes: session.fixes, activity: session.activity,
                railways: session.railways, ended: session.ending?.rawValue))
    }

    static func json(_ span: ActivitySpan) throws -> String {
        try encoded(
            SpanObject(
                activity: span.activity, start: span.start.description, end: span.end.description, confidence: span.confidence))
    }

    static func json(_ event: SessionEvent, naming: Bool) throws -> String {
        try encoded(
            EventObject(
                time: event.time?.description, event: event.event.name, subject: event.event.subject, track: naming ? event.track : nil))
    }

    /// Keys in alphabetical order, so that the same session always gives the same line.
    private static func encoded(_ object: some Encodable) throws -> String {
        try JSONValue(object).line
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
