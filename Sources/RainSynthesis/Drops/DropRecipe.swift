// SPDX-License-Identifier: MIT
import DeterministicMath

/// The values around which each drop is drawn, from the parameters of one instant, in samples and turns. Audio thread.
struct DropRecipe {
    /// A value and its variation among drops: the sigma of the lognormal distribution with that mean whose SD is the
    /// variation.
    struct Quality: BitwiseCopyable {
        var value: Double
        var sigma: Double

        @_noLocks init(_ value: Double, variation percent: Float) {
            self.value = value
            let ratio = Double(percent) * 0.01
            sigma = ratio > 0 ? DeterministicMath.sqrt(DeterministicMath.log(1 + ratio * ratio)) : 0
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

    @_noLocks init(_ glide: borrowing ParameterRamps, at frame: Int, sampleRate: Double) {
        let brightness = DeterministicMath.exp2(Double(glide.ramp(.dropsBrightness).at(frame)))
        let gain = DeterministicMath.gain(decibels: Double(glide.ramp(.dropsLevel).at(frame)))
        let samples = sampleRate * 0.001
        impactAmplitude = Quality(
            Double(glide.ramp(.dropsImpactAmplitude).at(frame)) * gain,
            variation: glide.ramp(.dropsImpactAmplitudeVariation).at(frame))
        impactDuration = Quality(
            Double(glide.ramp(.dropsImpactDuration).at(frame)) * samples / brightness,
            variation: glide.ramp(.dropsImpactDurationVariation).at(frame))
        delay = Quality(
            Double(glide.ramp(.dropsDelay).at(frame)) * samples, variation: glide.ramp(.dropsDelayVariation).at(frame))
        bubbleAmplitude = Quality(
            Double(glide.ramp(.dropsBubbleAmplitude).at(frame)) * gain,
            variation: glide.ramp(.dropsBubbleAmplitudeVariation).at(frame))
        frequency = Quality(
            Double(glide.ramp(.dropsBubbleFrequency).at(frame)) * brightness / sampleRate,
            variation: glide.ramp(.dropsBubbleFrequencyVariation).at(frame))
        decay = Quality(
            Double(glide.ramp(.dropsBubbleDecay).at(frame)), variation: glide.ramp(.dropsBubbleDecayVariation).at(frame))
        bubbleDuration = Quality(
            Double(glide.ramp(.dropsBubbleDuration).at(frame)) * samples,
            variation: glide.ramp(.dropsBubbleDurationVariation).at(frame))
        rise = Quality(
            Double(glide.ramp(.dropsBubbleRise).at(frame)), variation: glide.ramp(.dropsBubbleRiseVariation).at(frame))
        pan = Double(glide.ramp(.dropsPan).at(frame))
        width = Double(glide.ramp(.dropsWidth).at(frame))
        material = Int32(truncatingIfNeeded: DeterministicMath.roundToInt(glide.ramp(.dropsMaterial).at(frame)))
    }
}
