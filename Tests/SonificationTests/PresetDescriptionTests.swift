// SPDX-License-Identifier: MIT
import Sonification
import Testing

/// Presets in sentences.
@Suite struct PresetDescriptionTests {
    /// A factor has no unit, wherever it is said: among choices, in a table, for other names and for a missing channel.
    @Test func factorsHaveNoUnit() throws {
        func preset(_ name: String, _ otherwise: String, _ end: String, _ then: String) throws -> Preset {
            try Made.preset(
                """
                base: { drops.rate: 300 }
                map:
                  - { from: phase, to: drops.rate, choose: { visiting: \(name) }, otherwise: \(otherwise), combine: multiply }
                  - from: speed
                    unit: km/h
                    to: drops.rate
                    curve: { table: [[0, 1], [50, \(end)]] }
                    combine: multiply
                    missing: { hold: 3, then: \(then) }
                """)
        }
        let before = try preset("2", "0.5", "4", "0"), after = try preset("3", "0.6", "5", "1")
        let text = PresetDescription(before).text + PresetDescription(before).lines.joined(separator: "\n")
        #expect(text.contains("drops.rate = 300/min") && text.split(separator: "/min").count == 2, "\(text)")
        let differences = PresetComparison(before, after).sentences
        #expect(differences.count == 3 && !differences.joined().contains("/min"), "\(differences)")
    }
}
