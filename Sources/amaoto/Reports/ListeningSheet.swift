// SPDX-License-Identifier: MIT
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
            JSONValue.object(known: [
                ("fact", .text(score.fact)), ("measure", .text(score.measure.rawValue)), ("condition", .text(score.condition.rawValue)),
                ("value", .number(score.value)), ("count", .whole(score.count)), ("with", score.other.map(JSONValue.text)),
                ("gate", score.goals.map { .number($0.gate) }), ("worldClass", score.goals.map { .number($0.worldClass) }),
                ("passes", score.goals.map { _ in .bool(score.passes == true) }),
            ])
        }
        return JSONValue.object([("source", .text(source)), ("rows", .array(rows))]).indented()
    }

    /// A row for each fact and measure, a column for each condition; a figure that misses the required one carries an exclamation mark.
    var text: String {
        var keys: [(fact: String, measure: ListeningScore.Measure)] = []
        for score in scores where !keys.contains(where: { $0 == (score.fact, score.measure) }) { keys.append((score.fact, score.measure)) }
        func label(_ key: (fact: String, measure: ListeningScore.Measure)) -> String { "\(key.fact), \(key.measure.rawValue)" }
        let columns = HearingCondition.allCases, width = max(34, keys.map { label($0).count }.max() ?? 0)
        var lines = [
            source,
            "".left(width) + columns.map { $0.rawValue.right(15) }.joined() + "required".right(10) + "best".right(8),
        ]
        for key in keys {
            let own = scores.filter { ($0.fact, $0.measure) == key }
            var line = label(key).left(width)
            for column in columns {
                guard let score = own.first(where: { $0.condition == column }) else {
                    line += "".left(15)
                    continue
                }
                let mark = score.passes == false ? " !" : "  "
                line += ((score.value.isNaN ? "-" : FigureText.number(score.value, 3)) + mark).right(15)
            }
            if let goals = own.lazy.compactMap(\.goals).first {
                line += FigureText.number(goals.gate, 2).right(10) + FigureText.number(goals.worldClass, 3).right(8)
            }
            lines.append(line.withoutTrailingBlanks)
        }
        return lines.joined(separator: "\n")
    }
}
