// SPDX-License-Identifier: MIT
/// One drop as drawn: durations in samples, frequency in turns per sample, amplitudes with level but before pan.
struct DropShape: BitwiseCopyable {
    var impactAmplitude: Double
    var impactDuration: Double
    var delay: Double
    var bubbleAmplitude: Double
    var frequency: Double
    var decay: Double
    var bubbleDuration: Double
    var rise: Double
    /// Pan gains with the drop's sign.
    var left: Float
    var right: Float
}
