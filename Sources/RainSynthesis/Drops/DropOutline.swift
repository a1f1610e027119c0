// SPDX-License-Identifier: MIT
import DeterministicMath

/// One classic drop, computed from its formula for pictures and tuners: initial padding, impact, pause, bubble, trailing padding.
///
/// Control side. The formula is that of Gallagher's RainGenerator, after Miklavcic, Zita and Arvidsson (DAFx-04): `a1
/// sin(pi t/d1)`, a pause, then `a2 exp(-decay x) sin(2 pi f t exp(rise x))` with `x = t/d3`.
public struct DropOutline: Sendable {
    /// A section of the drop, in seconds from the picture's start.
    public struct Segment: Sendable {
        public enum Kind: String, Sendable {
            case initialPadding = "initial padding"
            case impact, pause, bubble
            case trailingPadding = "trailing padding"
        }
        public let kind: Kind
        public let start: Double
        public let end: Double
    }

    public let segments: [Segment]
    private let impactAmplitude, impactDuration, impactStart: Double
    private let bubbleAmplitude, bubbleStart, frequency, decay, duration, rise: Double

    /// - Parameter parameters: only those of the drop are read, including brightness; variations are not applied.
    public init(_ parameters: SynthParameters) {
        // Seconds of silence shown before the drop.
        let padding = 0.001
        func value(_ id: ParameterID) -> Double { Double(parameters[id]) }
        let octaves = DeterministicMath.exp2(value(.dropsBrightness))
        let level = DeterministicMath.exp(value(.dropsLevel) * 0.115129254649702284)
        impactAmplitude = level * value(.dropsImpactAmplitude)
        impactDuration = value(.dropsImpactDuration) / 1000 / octaves
        impactStart = padding
        bubbleAmplitude = level * value(.dropsBubbleAmplitude)
        bubbleStart = padding + impactDuration + value(.dropsDelay) / 1000
        frequency = value(.dropsBubbleFrequency) * octaves
        decay = value(.dropsBubbleDecay)
        duration = value(.dropsBubbleDuration) / 1000
        rise = value(.dropsBubbleRise)
        // The bubble's segment spans its duration; after that it rings on until it is inaudible.
        let drawnEnd = bubbleStart + duration
        segments = [
            Segment(kind: .initialPadding, start: 0, end: padding),
            Segment(kind: .impact, start: padding, end: padding + impactDuration),
            Segment(kind: .pause, start: padding + impactDuration, end: bubbleStart),
            Segment(kind: .bubble, start: bubbleStart, end: drawnEnd),
            Segment(kind: .trailingPadding, start: drawnEnd, end: drawnEnd + 0.25 * (drawnEnd - padding)),
        ]
    }

    /// The length in seconds, from the start of the first segment to the end of the last.
    public var length: Double { segments.last?.end ?? 0 }

    /// The samples of the formula over all segments, at `rate` samples per second.
    public func samples(rate: Int) -> [Float] {
        (0..<Int(length * Double(rate))).map { Float(value(at: Double($0) / Double(rate))) }
    }

    /// The value of the formula at `time`, in seconds from the picture's start.
    public func value(at time: Double) -> Double {
        var sum = 0.0
        let impact = time - impactStart
        if impact >= 0, impact < impactDuration {
            sum += impactAmplitude * DeterministicMath.sin(Double.pi * impact / impactDuration)
        }
        let bubble = time - bubbleStart
        if bubble >= 0 {
            let x = bubble / duration
            let phase = 2 * Double.pi * frequency * bubble * DeterministicMath.exp(rise * x)
            sum += bubbleAmplitude * DeterministicMath.exp(-decay * x) * DeterministicMath.sin(phase)
        }
        return sum
    }
}
