// SPDX-License-Identifier: MIT
/// How the rain is attenuated while nothing changes, and restored when something does, so that a listener who has become used
/// to the steady state is not tired by it and notices changes more easily.
///
/// All times are seconds of playback. A change is a parameter that has moved by an audible step, abruptly or gradually, or the
/// sound of an event.
public struct Fatigue: Equatable, Sendable {
    /// The attenuation of the steady layers, in dB.
    var by: Double
    /// Seconds without a change before the attenuation begins.
    var after = PresetForm.fatigueAfter.standard
    /// Duration of the fade down, in seconds.
    var over = PresetForm.fatigueOver.standard
    /// Duration of the fade back up, in seconds.
    var back = PresetForm.fatigueBack.standard

    /// The rule as a sentence.
    var sentence: String {
        "While nothing changes for \(PlainNumber.display(after)) s, the rain is lowered by \(PlainNumber.display(by)) dB over "
            + "\(PlainNumber.display(over)) s; a change or an event brings it back within \(PlainNumber.display(back)) s."
    }
}
