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

    @_noLocks init(
        impactAmplitude: Double, impactDuration: Double, delay: Double, bubbleAmplitude: Double, frequency: Double,
        decay: Double, bubbleDuration: Double, rise: Double, left: Float, right: Float
    ) {
        self.impactAmplitude = impactAmplitude
        self.impactDuration = impactDuration
        self.delay = delay
        self.bubbleAmplitude = bubbleAmplitude
        self.frequency = frequency
        self.decay = decay
        self.bubbleDuration = bubbleDuration
        self.rise = rise
        self.left = left
        self.right = right
    }
}
