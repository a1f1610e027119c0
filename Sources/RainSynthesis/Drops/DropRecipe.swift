// SPDX-License-Identifier: MIT
import DeterministicMath

/// The values around which each drop is drawn, from the parameters of one instant, in samples and turns. Audio thread.
struct DropRecipe {
    /// A value and its variation among drops: the sigma of the lognormal distribution with that mean whose SD is the
    /// variation, or half the width of the uniform one.
    struct Quality: BitwiseCopyable {
        var value: Double
        var spread: Double

        @_noLocks init(_ value: Double, variation percent: Float, isUniform: Bool) {
            self.value = value
            let ratio = Double(percent) * 0.01
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
        let brightness = DeterministicMath.exp2(Double(glide.ramp(.dropsBrightness).at(frame)))
        let gain = DeterministicMath.gain(decibels: Double(glide.ramp(.dropsLevel).at(frame)))
        let samples = sampleRate * 0.001
        isUniform = glide.choice(.dropsDraw) == DropLaw.uniform
        impactAmplitude = Quality(
            Double(glide.ramp(.dropsImpactAmplitude).at(frame)) * gain,
            variation: glide.ramp(.dropsImpactAmplitudeVariation).at(frame), isUniform: isUniform)
        impactDuration = Quality(
            Double(glide.ramp(.dropsImpactDuration).at(frame)) * samples / brightness,
            variation: glide.ramp(.dropsImpactDurationVariation).at(frame), isUniform: isUniform)
        delay = Quality(
            Double(glide.ramp(.dropsDelay).at(frame)) * samples, variation: glide.ramp(.dropsDelayVariation).at(frame), isUniform: isUniform
        )
        bubbleAmplitude = Quality(
            Double(glide.ramp(.dropsBubbleAmplitude).at(frame)) * gain,
            variation: glide.ramp(.dropsBubbleAmplitudeVariation).at(frame), isUniform: isUniform)
        frequency = Quality(
            Double(glide.ramp(.dropsBubbleFrequency).at(frame)) * brightness / sampleRate,
            variation: glide.ramp(.dropsBubbleFrequencyVariation).at(frame), isUniform: isUniform)
        decay = Quality(
            Double(glide.ramp(.dropsBubbleDecay).at(frame)), variation: glide.ramp(.dropsBubbleDecayVariation).at(frame),
            isUniform: isUniform)
        bubbleDuration = Quality(
            Double(glide.ramp(.dropsBubbleDuration).at(frame)) * samples,
            variation: glide.ramp(.dropsBubbleDurationVariation).at(frame), isUniform: isUniform)
        rise = Quality(
            Double(glide.ramp(.dropsBubbleRise).at(frame)), variation: glide.ramp(.dropsBubbleRiseVariation).at(frame), isUniform: isUniform
        )
        pan = Double(glide.ramp(.dropsPan).at(frame))
        width = Double(glide.ramp(.dropsWidth).at(frame))
        material = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(glide.ramp(.dropsMaterial).at(frame)))
    }
}
