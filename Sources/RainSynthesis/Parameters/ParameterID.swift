// SPDX-License-Identifier: MIT
/// Identifies a synth parameter. The raw value is its index in `SynthParameters`.
public enum ParameterID: UInt8, CaseIterable, Sendable {
    case dropsRate, dropsRegularity, dropsLevel, dropsBrightness
    case dropsImpactAmplitude, dropsImpactAmplitudeVariation
    case dropsImpactDuration, dropsImpactDurationVariation
    case dropsDelay, dropsDelayVariation
    case dropsBubbleAmplitude, dropsBubbleAmplitudeVariation
    case dropsBubbleFrequency, dropsBubbleFrequencyVariation
    case dropsBubbleDecay, dropsBubbleDecayVariation
    case dropsBubbleDuration, dropsBubbleDurationVariation
    case dropsBubbleRise, dropsBubbleRiseVariation
    case dropsPan, dropsWidth
    case dropsMaterial, dropsResonance, dropsDraw
    case dropsVoices
    case bedLevel, bedWhite, bedPink, bedBrown, bedBrownCorner, bedWidth
    case washLevel, washFrequency, washPulse
    case toneLevel, toneFrequency, toneShape
    case strikesLevel
    case masterLevel
    case rainIntensity, rainLevel, rainSingles, rainDistance, rainReach, rainPeaks, rainWater, rainWidth
    case rainMovement, rainMovementTime
    case rainBedLevel, rainBedTilt, rainBedLow, rainBedHigh
    case rainSurface, rainShelter, rainOpening, rainRoom, rainRoomTime
    case rainFlowLevel, rainFlowCourse, rainFlowMemory
    case windLevel, windSpeed
    case thunderLevel, thunderRate, thunderDistance
}
