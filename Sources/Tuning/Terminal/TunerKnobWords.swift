// SPDX-License-Identifier: MIT
import Foundation
import Sonification

extension TuningKnob {
    /// A value from a mapping, without digits finer than audible.
    func liveWords(_ value: Double) -> String { words(rounded(value)) }

    /// Returns typed text without the unit that may follow the number: `480 /min` and `480/min` are `480`.
    /// - Throws: `PresetEditError` for a different unit.
    func withoutUnit(_ typed: String) throws(PresetEditError) -> String {
        let text = typed.trimmingCharacters(in: .whitespaces)
        guard !isChoice, let first = text.first, first.isNumber || "+-.".contains(first) else { return text }
        let number = text.prefix { $0.isASCII && ($0.isNumber || "+-._eE".contains($0)) }
        let rest = text.dropFirst(number.count).trimmingCharacters(in: .whitespaces)
        guard rest.isEmpty || rest.lowercased() == unit.lowercased() else {
            let wanted = unit.isEmpty ? "it has no unit" : "its unit is \(unit)"
            throw PresetEditError(.badValue, at: name, "\(wanted), not \(rest)", "write a number alone, or in its unit")
        }
        return String(number)
    }
}
