// SPDX-License-Identifier: MIT
import DeterministicMath

/// The values around which each drop is drawn, from the parameters of one instant, in samples and turns. Audio thread.
struct DropRecipe {
    /// A value and its variation among drops: the sigma of the lognormal distribution with that mean whose SD is the
    /// variation, or half the width of the uniform one.
    struct Quality: BitwiseCopyable {
        var value: Double
        var spread: Double

        /// - Parameter percent: the variation.
        @_noLocks init(_ value: Double, _ percent: Double, _ isUniform: Bool) {
            self.value = value
            let ratio = percent * 0.01
            if isUniform {
                spread = DropLaw.halfWidth(deviation: ratio)
                return
            }
            spread = ratio > 0 ? DeterministicMath.sqrt(DeterministicMath.log(1 + ratio * ratio)) : 0
        }
    }

    let impactAmplitude: Quality
    /// Samples.
    let impactDuration: Quality
    let delay: Quality
    let bubbleAmplitude: Quality
    /// Turns per sample.
    let frequency: Quality
    let decay: Quality
    /// Samples.
    let bubbleDuration: Quality
    let rise: Quality
    let pan: Double
    let width: Double
    let material: Int32
    let isUniform: Bool

    @_noLocks init(_ glide: borrowing ParameterRamps, at frame: Int, sampleRate: Double) {
        let brightness = DeterministicMath.exp2(glide.value(.dropsBrightness, at: frame))
        let gain = DeterministicMath.gain(decibels: glide.value(.dropsLevel, at: frame))
        let samples = sampleRate * 0.001
        isUniform = glide.choice(.dropsDraw) == DropLaw.uniform
        impactAmplitude = Quality(
            glide.value(.dropsImpactAmplitude, at: frame) * gain, glide.value(.dropsImpactAmplitudeVariation, at: frame), isUniform)
        impactDuration = Quality(
            glide.value(.dropsImpactDuration, at: frame) * samples / brightness, glide.value(.dropsImpactDurationVariation, at: frame),
            isUniform)
        delay = Quality(glide.value(.dropsDelay, at: frame) * samples, glide.value(.dropsDelayVariation, at: frame), isUniform)
        bubbleAmplitude = Quality(
            glide.value(.dropsBubbleAmplitude, at: frame) * gain, glide.value(.dropsBubbleAmplitudeVariation, at: frame), isUniform)
        frequency = Quality(
            glide.value(.dropsBubbleFrequency, at: frame) * brightness / sampleRate,
            glide.value(.dropsBubbleFrequencyVariation, at: frame), isUniform)
        decay = Quality(glide.value(.dropsBubbleDecay, at: frame), glide.value(.dropsBubbleDecayVariation, at: frame), isUniform)
        bubbleDuration = Quality(
            glide.value(.dropsBubbleDuration, at: frame) * samples, glide.value(.dropsBubbleDurationVariation, at: frame), isUniform)
        rise = Quality(glide.value(.dropsBubbleRise, at: frame), glide.value(.dropsBubbleRiseVariation, at: frame), isUniform)
        pan = glide.value(.dropsPan, at: frame)
        width = glide.value(.dropsWidth, at: frame)
        material = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(glide.value(.dropsMaterial, at: frame)))
    }
}
