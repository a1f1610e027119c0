// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Sonification
import Tracking

/// A line-based tuner for screen readers and scripts: one command in, a few lines of plain text out. One owner.
public final class PlainTuner {
    /// The result of a command.
    public struct Answer: Equatable, Sendable {
        /// Lines to print, without control codes and braille dots.
        public var lines: [String] = []
        /// Why the command was refused; nil when it was carried out.
        public var refusal: String?
        /// True after `quit`.
        public var ends = false
    }

    let desk: TuningDesk
    let whereabouts: (TrackerUpdate) -> String
    /// The state of playback after the last `pause` and `mute`.
    var isPaused = false
    var isMuted = false

    /// True for a person, who is told once that changes would be lost; a script has decided.
    private let asksBeforeLeaving: Bool
    /// True if the last command was `quit`, and was answered with what would be lost.
    private var hasAsked = false

    /// - Parameters:
    ///   - asksBeforeLeaving: true if the first `quit` with unsaved changes only tells of them.
    ///   - whereabouts: describes the rider's position in words.
    public init(_ desk: TuningDesk, asksBeforeLeaving: Bool = false, whereabouts: @escaping (TrackerUpdate) -> String = { _ in "" }) {
        self.desk = desk
        self.asksBeforeLeaving = asksBeforeLeaving
        self.whereabouts = whereabouts
    }

    /// What `quit` would lose; nil if that is nothing, or was just said.
    private var loss: String? {
        let snapshot = desk.snapshot, end = "quit again leaves without them"
        guard asksBeforeLeaving, !hasAsked else { return nil }
        if snapshot.isChanged { return "Side \(snapshot.side.rawValue) has unsaved changes: save writes them, \(end)." }
        return snapshot.isOtherSideChanged ? "The other side has unsaved changes: ab goes there, \(end)." : nil
    }

    /// Executes one line; an empty line and a comment (`#`) do nothing.
    public func answer(_ line: String) -> Answer {
        var text = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty || text.hasPrefix("#") { return Answer() }
        // `drops.rate = 480` is short for `set drops.rate 480`.
        if let sign = text.firstIndex(of: "=") {
            let left = text[..<sign].trimmingPrefix("set ").trimmingCharacters(in: .whitespaces)
            if !left.isEmpty, PlainCommand.split(left).rest.isEmpty { text = "set \(left) \(text[text.index(after: sign)...])" }
        }
        let word = text.prefix { $0 != " " && $0 != "\t" }
        let rest = text.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
        guard let command = PlainCommand.named(word.lowercased()) else {
            let name = PlainCommand.split(text).name
            let isKnob = (try? desk.knob(name)) != nil
            let remedy =
                isKnob
                ? "get \(name) prints that value, \(name) = VALUE sets it"
                : NearestName.remedy(String(word), in: PlainCommand.all.map(\.name), else: "? lists them")
            return Answer(refusal: Self.plain("there is no command \(word); \(remedy)"))
        }
        let loss = command.name == "quit" ? loss : nil
        hasAsked = loss != nil
        if let loss { return Answer(lines: [loss]) }
        do {
            var answer = Answer(lines: try command.run(self, rest))
            answer.lines = answer.lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }.map {
                Self.plain(String($0))
            }
            answer.ends = command.name == "quit"
            return answer
        } catch {
            return Answer(refusal: Self.plain("\(error)"))
        }
    }

    /// The text without control characters and braille dots.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.withoutControls.unicodeScalars.map { (0x2800...0x28ff).contains($0.value) ? " " : $0 }))
    }

    // MARK: Text

    /// Returns a knob on one line: `drops.rate = 480 /min`, with the mapping that moves it.
    func line(_ value: TuningValue, _ snapshot: TuningSnapshot) -> String {
        let knob = value.knob
        var text = "\(knob.name) = \(value.words)"
        if value.isChanged { text += ", changed" }
        if case .parameter(let id) = knob.subject {
            if !value.isWritten { text += ", not in the file" }
            let channels = snapshot.preset.mappings.filter { $0.parameter == id }.map(\.channel.name)
            if !channels.isEmpty { text += ", moved by \(channels.joined(separator: ", "))" }
        }
        return text
    }

    func line(_ name: String) throws(PresetEditError) -> String {
        let knob = try desk.knob(name)
        let snapshot = desk.snapshot
        return snapshot.value(at: knob.path).map { line($0, snapshot) } ?? knob.name
    }

    /// Parses a time such as `90` or `1:30` into seconds.
    static func seconds(_ text: String) throws(PresetEditError) -> Double {
        guard let seconds = ClockText.seconds(text) else { throw refusal("seek", "\"\(text)\" is not a time", "write seconds or 1:30") }
        return seconds
    }

    static func number(
        _ text: String, for command: String, in range: ClosedRange<Double> = -.infinity ... .infinity
    ) throws(PresetEditError) -> Double {
        guard let number = Double(text), number.isFinite else {
            throw refusal(command, "\"\(text)\" is not a number", "write one such as 1.5")
        }
        guard range.contains(number) else {
            let (low, high) = (DecimalFormat.significant(range.lowerBound, 3), DecimalFormat.significant(range.upperBound, 3))
            throw refusal(command, "\(text) is out of range", "write \(low) to \(high)")
        }
        return number
    }

    static func refusal(_ command: String, _ message: String, _ remedy: String) -> PresetEditError {
        PresetEditError(.badValue, at: command, message, remedy)
    }
}
