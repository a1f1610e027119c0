// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification

extension TuningDesk {
    /// The largest random movement in steps when `amount` is 1; typical movements are a third of it.
    private static let reach = 6.0

    /// Randomises the character of the rain within reason: every audible number of drops, bed, wash and rain moves a few steps up
    /// or down; mix levels, tone and disabled elements stay. One step of undo.
    /// - Parameters:
    ///   - seed: the same seed moves the same preset the same way.
    ///   - amount: 0 ... 3; 1 is about two just-noticeable differences.
    /// - Throws: `PresetEditError` when the change is refused.
    public func randomise(seed: UInt64, amount: Double = 1) throws(PresetEditError) {
        var stream = RandomStream(seed: seed, stream: 0x7475_6e65)
        let amount = amount.isFinite ? min(max(amount, 0), 3) : 1
        let snapshot = snapshot
        var edits: [PresetEdit] = []
        for value in snapshot.values {
            let knob = value.knob
            guard case .parameter(let id) = knob.subject, ParameterTable.spec(id).variesByChance else { continue }
            // Always three draws per knob, used or not, so that one knob's state does not affect the draws of another.
            let draw = (0..<3).reduce(0.0) { sum, _ in sum + stream.symmetric() } / 3
            guard value.value != knob.range.lowerBound || knob.range.lowerBound != 0 else { continue }
            let next = knob.moved(value.value, by: draw * Self.reach * amount)
            if next != value.value, next != 0 || knob.range.lowerBound < 0 { edits.append(PresetEdit(knob.path, next)) }
        }
        try change(edits, label: "random variation")
    }
}
