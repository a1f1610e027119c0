// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Reads what is true in a sound from a file: a state log (`--state`), a table, or a key's captions.
public enum TruthFile {
    /// Reads a file by the ending of its name: `.jsonl`, `.vtt`, else CSV.
    /// - Parameter sampleRate: that of the sound, in which a state log counts.
    /// - Throws: `InputFault` with the place and a remedy.
    public static func read(_ path: String, sampleRate: Int) throws(InputFault) -> FactTimeline {
        let source = try ByteSource(path: path)
        if path.hasSuffix(".jsonl") { return try stateLog(source, sampleRate: sampleRate) }
        if path.hasSuffix(".vtt") { return try captions(source) }
        return try table(source)
    }

    // MARK: State log

    private static func stateLog(_ source: ByteSource, sampleRate: Int) throws(InputFault) -> FactTimeline {
        let reader = JSONReader(source, isSequence: true)
        var truth = FactTimeline()
        while let event = try reader.next() {
            guard event == .beginObject else { throw reader.fault("not a state log: each line is an object") }
            var sample: Double?
            while let event = try reader.next(), event != .endObject {
                let name = reader.string
                guard let value = try reader.next() else { break }
                switch (event, name, value) {
                case (_, "sample", .number): sample = reader.number
                case (_, "channels", .beginObject):
                    let channels = try JSONValue(value, from: reader)
                    guard let sample, case .object(let members) = channels else { continue }
                    var facts: [String: ChannelValue] = [:]
                    for member in members {
                        if let number = member.value.double { facts[member.name] = .number(number) }
                        if let text = member.value.text { facts[member.name] = .category(text) }
                    }
                    if !facts.isEmpty { truth.set(facts, at: sample / Double(sampleRate)) }
                case (_, "events", .beginArray):
                    for item in try JSONValue(value, from: reader).array ?? [] {
                        if let name = item["name"]?.text, let onset = item["onset"]?.double {
                            truth.addEvent(name, at: onset / Double(sampleRate))
                        }
                    }
                case (_, _, .beginObject), (_, _, .beginArray): try reader.skipContainer()
                default: continue
                }
            }
        }
        return truth
    }

    // MARK: Table

    /// A table with the columns `time` (seconds of sound), any facts, and `event`; a blank field is unknown.
    private static func table(_ source: ByteSource) throws(InputFault) -> FactTimeline {
        let table = try CSVTable(source)
        guard let timeColumn = table.column("time") else {
            throw InputFault(
                kind: .missing, source: source.name, line: 1, message: "the table has no column time (it has \(table.listedNames))",
                remedy: "name the column of seconds from the start of the sound time")
        }
        let eventColumn = table.column("event")
        let facts = table.names.indices.filter { $0 != timeColumn && $0 != eventColumn }
        var truth = FactTimeline(), last = -Double.infinity
        while try table.next() {
            guard let time = table.number(timeColumn) else {
                throw InputFault(
                    kind: .badValue, source: source.name, line: table.line, message: "the time \(table.text(timeColumn)) is not a number",
                    remedy: "give seconds from the start of the sound")
            }
            guard time >= last else {
                throw InputFault(
                    kind: .badValue, source: source.name, line: table.line,
                    message: "the time \(table.text(timeColumn)) is before that of the row above", remedy: "sort the rows by time")
            }
            last = time
            var values: [String: ChannelValue] = [:]
            for column in facts {
                guard table.withField(column, { !DecimalText.isNone($0) }) else { continue }
                let text = table.text(column)
                values[table.names[column]] = table.number(column).map { .number($0) } ?? .category(text)
            }
            truth.set(values, at: time)
            let event = table.text(eventColumn)
            if !event.isEmpty { truth.addEvent(event, at: time) }
        }
        return truth
    }

    // MARK: Captions

    private static func captions(_ source: ByteSource) throws(InputFault) -> FactTimeline {
        let bytes = try source.whole(atMost: 16 << 20)
        var cues: [(start: Double, end: Double, text: String)] = [], times: (start: Double, end: Double)?
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if let arrow = line.firstRange(of: " --> ") {
                guard let start = seconds(line[..<arrow.lowerBound]), let end = seconds(line[arrow.upperBound...]) else { continue }
                times = (start, end)
            } else if let (start, end) = times {
                cues.append((start, end, unescaped(line)))
                times = nil
            }
        }
        return FactLabel.timeline(cues)
    }

    /// `00:01:02.500` or `01:02.500`, optionally followed by cue settings.
    private static func seconds(_ text: Substring) -> Double? {
        let clock = text.split(separator: " ").first ?? ""
        return clock.contains(":") ? ClockText.seconds(clock) : nil
    }

    private static func unescaped(_ text: Substring) -> String {
        text.replacingBytes("&lt;", with: "<").replacingBytes("&gt;", with: ">").replacingBytes("&amp;", with: "&")
    }
}
