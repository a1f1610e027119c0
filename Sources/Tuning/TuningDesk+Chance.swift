import RainSynthesis
import Sonification

extension TuningDesk {
    /// Moves the character of the rain by chance, within reason: every number of drops, bed and wash that is heard goes a few
    /// steps up or down; levels of the mix, the tone and what is off stay. One step of undo.
    /// - Parameters:
    ///   - seed: the same seed moves the same preset the same way.
    ///   - amount: 1 is about three just-noticeable differences.
    public func randomise(seed: UInt64, amount: Double = 1) throws(PresetEditError) {
        throw PresetEditError(.notEditable, at: "", "randomising is not built yet")
    }
}
