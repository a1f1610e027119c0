import Foundation
import RainSynthesis
import Sonification

extension TuningKnob {
    /// A value as people read it, with its unit.
    public func words(_ value: Double) -> String {
        guard !isChoice else {
            let place = value.isFinite ? Int(min(max(value, 0), 1000)) : 0
            return choices.indices.contains(place) ? choices[place] : "?"
        }
        let figure = TunerPicture.figure(value)
        return unit.isEmpty ? figure : "\(figure) \(unit)"
    }

    /// What was typed, without the unit that a person may have written behind it: `480 /min` and `480/min` are `480`.
    /// - Throws: when another unit stands there.
    func withoutUnit(_ typed: String) throws(PresetEditError) -> String {
        let text = typed.trimmingCharacters(in: .whitespaces)
        guard !isChoice, let first = text.first, first.isNumber || "+-.".contains(first) else { return text }
        let number = text.prefix { $0.isASCII && ($0.isNumber || "+-._eE".contains($0)) }
        let rest = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
        guard rest.isEmpty || rest.lowercased() == unit.lowercased() else {
            let wanted = unit.isEmpty ? "a plain number" : "in \(unit)"
            throw PresetEditError(.badValue, at: name, "it is \(wanted), not in \(rest)", "write a number alone, or in its unit")
        }
        return String(number)
    }
}
