// SPDX-License-Identifier: MIT
import RainSynthesis

@testable import Sonification

/// The parameter table as Markdown, kept in docs/parameters.md.
enum ParameterReference {
    static var markdown: String {
        var text = """
            # Parameters

            Made from the parameter table in the code. Presets write values in these units.

            | name | unit | range | default | help |
            |---|---|---|---|---|

            """
        for spec in ParameterTable.all {
            let choice = !spec.choices.isEmpty
            let range = choice ? spec.choices.joined(separator: ", ") : "\(say(spec.range.lowerBound)) to \(say(spec.range.upperBound))"
            let start = spec.choice(at: Double(spec.defaultValue)) ?? say(spec.defaultValue)
            let help = spec.help + (spec.fixedAtStart ? " Fixed at the start: it cannot be mapped." : "")
            text += "| `\(spec.name)` | \(spec.unit) | \(range) | \(start) | \(help) |\n"
        }
        return text
    }

    private static func say(_ value: Float) -> String { PlainNumber.display(Double("\(value)") ?? Double(value)) }
}
