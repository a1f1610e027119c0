// SPDX-License-Identifier: MIT
import Sonification
import Tracking

/// The text of a key's cue point, read as facts: `speed 30 km/h; line.colour 3 (tin); lost off`, `event arrived; speed 0 km/h`.
///
/// Facts are separated by semicolons: a name, a blank and a value. Numbers may carry a unit of the preset format; `on` and `off`
/// are 1 and 0; other texts are names. What stands in parentheses is a remark, except in the name of a table's column
/// (`csv.rain (mm) 2`), which may have blanks. A caption's sentences after the first full stop
/// are not read.
struct FactLabel {
    var facts: [String: ChannelValue] = [:]
    var event: String?
    /// The facts that are on or off.
    private var switches: [String] = []

    /// The class of every name that a key does not list.
    private static let otherName = "any other name"

    /// The class that stands for a name among those learnt; nil if none does.
    static func known(_ name: String, among names: [String]) -> String? {
        names.contains(name) ? name : names.contains(otherName) ? otherName : nil
    }

    /// The facts of a key's cues: where one cue says that a switch is on or off, the others say that it is off.
    static func timeline(_ cues: [(start: Double, end: Double, text: String)]) -> FactTimeline {
        let labels = cues.map { FactLabel($0.text) }
        let switches = Set(labels.flatMap(\.switches))
        var truth = FactTimeline(), last = 0.0
        for (cue, label) in zip(cues, labels) {
            if cue.start > last + 0.01 { truth.set([:], at: last) }
            if let event = label.event { truth.addEvent(event, at: cue.start) }
            truth.set(label.facts.merging(switches.map { ($0, .number(0)) }) { own, _ in own }, at: cue.start)
            last = cue.end
        }
        truth.set([:], at: last)
        return truth
    }

    init(_ text: String) {
        var head = Substring(text)
        if let stop = head.firstRange(of: ". ") { head = head[..<stop.lowerBound] }
        while head.last == "." || head.last == " " { head.removeLast() }
        for part in head.split(separator: ";") {
            var part = Self.trimmed(part)
            let isColumn = part.hasPrefix("csv."), remarks = part.last == ")" ? part.ranges(of: " (") : []
            if let remark = isColumn ? remarks.last : remarks.first { part = part[..<remark.lowerBound] }
            guard let blank = isColumn ? Self.endOfColumn(part) : part.firstIndex(of: " ") else { continue }
            let name = String(part[..<blank]), value = Self.trimmed(part[part.index(after: blank)...])
            if name == "event" {
                event = String(value)
            } else if !value.isEmpty, name != "at" {
                facts[name] = Self.value(value)
                if value == "on" || value == "off" { switches.append(name) }
            }
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The blank before the value of a column: a number, or one of the words that a key has instead.
    private static func endOfColumn(_ part: Substring) -> Substring.Index? {
        for words in [otherName, "at its least", "at its greatest"] where part.hasSuffix(" \(words)") {
            return part.index(part.endIndex, offsetBy: -words.count - 1)
        }
        return part.indices.last { part[$0] == " " && number(part[part.index(after: $0)...].prefix { $0 != " " }) != nil }
    }

    private static func number(_ text: Substring) -> Double? { Double(text.filter { $0 != "," }) }

    private static func value(_ text: Substring) -> ChannelValue {
        if text == "on" { return .number(1) }
        if text == "off" { return .number(0) }
        let parts = text.split(separator: " ", maxSplits: 1)
        if let first = parts.first, let number = number(first), number.isFinite {
            if parts.count == 1 { return .number(number) }
            if let unit = Unit.named(String(parts[1])) { return .number(number * unit.scale) }
        }
        return .category(String(text))
    }
}
