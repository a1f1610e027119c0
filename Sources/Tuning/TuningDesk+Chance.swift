import RainSynthesis
import Sonification

extension TuningDesk {
    /// Steps that chance moves a knob by when `amount` is 1: of the most, a third of that as a rule.
    private static let reach = 6.0

    /// Moves the character of the rain by chance, within reason: every number of drops, bed, wash and rain that is heard goes a few
    /// steps up or down; levels of the mix, the tone and what is off stay. One step of undo.
    /// - Parameters:
    ///   - seed: the same seed moves the same preset the same way.
    ///   - amount: 0 ... 3; 1 is about two just-noticeable differences.
    public func randomise(seed: UInt64, amount: Double = 1) throws(PresetEditError) {
        var stream = RandomStream(seed: seed, stream: 0x7475_6e65)
        let amount = amount.isFinite ? min(max(amount, 0), 3) : 1
        let snapshot = snapshot
        var edits: [PresetEdit] = []
        for (knob, value) in zip(snapshot.knobs, snapshot.values) {
            guard case .parameter(let id) = knob.subject, ParameterTable.spec(id).variesByChance else { continue }
            // Three draws for each, whatever becomes of it, so that one knob's state changes no other's luck.
            let draw = (0..<3).reduce(0.0) { sum, _ in sum + stream.symmetric() } / 3
            guard value.value != knob.range.lowerBound || knob.range.lowerBound != 0 else { continue }
            let next = knob.moved(value.value, by: draw * Self.reach * amount)
            if next != value.value, next != 0 || knob.range.lowerBound < 0 { edits.append(PresetEdit(knob.path, next)) }
        }
        try change(edits, label: "chance \(seed)")
    }
}
