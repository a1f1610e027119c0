// SPDX-License-Identifier: MIT
import Foundation
import Listening
import PlainText

/// What a machine listener reads, as a table and as JSON.
struct ListeningSheet {
    private let scores: [ListeningScore]
    private let source: String

    init(_ scores: [ListeningScore], source: String) {
        self.scores = scores
        self.source = source
    }

    var json: String {
        let rows = scores.map { score in
            var members: [(String, JSONValue)] = [
                ("fact", .text(score.fact)), ("measure", .text(score.measure.rawValue)), ("condition", .text(score.condition.rawValue)),
                ("value", .number(score.value)), ("count", .whole(score.count)),
            ]
            if let other = score.other { members.append(("with", .text(other))) }
            if let goals = score.goals {
                members += [
                    ("gate", .number(goals.gate)), ("worldClass", .number(goals.worldClass)), ("passes", .bool(score.passes == true)),
                ]
            }
            return JSONValue.object(members)
        }
        return JSONValue.object([("source", .text(source)), ("rows", .array(rows))]).indented()
    }

    /// A row for each fact and measure, a column for each condition; what misses its gate carries an exclamation mark.
    var text: String {
        var keys: [(fact: String, measure: ListeningScore.Measure)] = []
        for score in scores where !keys.contains(where: { $0 == (score.fact, score.measure) }) { keys.append((score.fact, score.measure)) }
        let columns = HearingCondition.allCases
        var lines = [
            source,
            Self.pad("", 34) + columns.map { Self.pad($0.rawValue, 15, right: true) }.joined() + Self.pad("gate", 8, right: true)
                + Self.pad("best", 8, right: true),
        ]
        for key in keys {
            let own = scores.filter { ($0.fact, $0.measure) == key }
            var line = Self.pad("\(key.fact), \(key.measure.rawValue)", 34)
            for column in columns {
                guard let score = own.first(where: { $0.condition == column }) else {
                    line += Self.pad("", 15)
                    continue
                }
                let mark = score.passes == false ? " !" : "  "
                line += Self.pad((score.value.isNaN ? "-" : FigureText.number(score.value, 3)) + mark, 15, right: true)
            }
            if let goals = own.lazy.compactMap(\.goals).first {
                line +=
                    Self.pad(FigureText.number(goals.gate, 2), 8, right: true)
                    + Self.pad(FigureText.number(goals.worldClass, 3), 8, right: true)
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    private static func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return right ? blanks + text : text + blanks
    }
}
