/// What one synth parameter is: the single source for checker, tuner, documentation and JSON Schema.
public struct ParameterSpec: Sendable {
    /// How a slider or a sweep should travel through the range.
    public enum Curve: Sendable { case linear, logarithmic }

    public let id: ParameterID
    /// The name presets use, e.g. `drops.rate`.
    public let name: String
    /// The unit as a preset writes it, e.g. `/min`, `Hz`, `ms`, `dB`, `%`; empty for a plain number.
    public let unit: String
    /// Allowed values, in `unit`. For a choice: 0 ... number of choices - 1.
    public let range: ClosedRange<Float>
    /// The value when a preset says nothing, in `unit`.
    public let defaultValue: Float
    public let curve: Curve
    /// The names of a choice parameter in the order of its values (`drops.material`, `tone.shape`); empty otherwise.
    public let choices: [String]
    /// True when the value is read once, at the start (`drops.voices`), and cannot be mapped.
    public let fixedAtStart: Bool
    /// One sentence of help.
    public let help: String
}

/// The one parameter table. Control side only (a lazily initialised global).
public enum ParameterTable {
    /// Every parameter, in the order of `ParameterID`.
    public static let all: [ParameterSpec] = Rows.all
    /// The row of one parameter.
    public static func spec(_ id: ParameterID) -> ParameterSpec { all[Int(id.rawValue)] }
    /// The row with that name, or nil.
    public static func spec(named name: String) -> ParameterSpec? { all.first { $0.name == name } }
}

private enum Rows {
    static func row(
        _ id: ParameterID, _ name: String, _ unit: String, _ range: ClosedRange<Float>, _ value: Float,
        curve: ParameterSpec.Curve = .linear, choices: [String] = [], fixed: Bool = false, _ help: String
    ) -> ParameterSpec {
        ParameterSpec(
            id: id, name: name, unit: unit, range: range, defaultValue: value, curve: curve, choices: choices,
            fixedAtStart: fixed, help: help)
    }

    static let all: [ParameterSpec] = [
        row(.dropsRate, "drops.rate", "/min", 0...40_000_000, 300, curve: .logarithmic, "How many drops fall in a minute."),
        row(.dropsRegularity, "drops.regularity", "", 0...16, 1,
            "How evenly drops follow each other: 1 is chance (Poisson), 16 nearly even, 0 strictly even."),
        row(.dropsLevel, "drops.level", "dB", -60...12, 0, "The level of all drops."),
        row(.dropsBrightness, "drops.brightness", "oct", -3...3, 0,
            "Moves every drop up or down: bubbles in pitch, impacts in sharpness."),
        row(.dropsImpactAmplitude, "drops.impact.amplitude", "", 0...1.5, 0.4, "The peak of a drop's impact."),
        row(.dropsImpactAmplitudeVariation, "drops.impact.amplitude.variation", "%", 0...200, 0,
            "How much impact peaks differ from drop to drop (standard deviation)."),
        row(.dropsImpactDuration, "drops.impact.duration", "ms", 0.2...100, 7.5, curve: .logarithmic,
            "How long the impact lasts."),
        row(.dropsImpactDurationVariation, "drops.impact.duration.variation", "%", 0...200, 0,
            "How much impact durations differ from drop to drop (standard deviation)."),
        row(.dropsDelay, "drops.delay", "ms", 0.2...80, 15, curve: .logarithmic, "The pause from impact to bubble."),
        row(.dropsDelayVariation, "drops.delay.variation", "%", 0...200, 0,
            "How much the pauses differ from drop to drop (standard deviation)."),
        row(.dropsBubbleAmplitude, "drops.bubble.amplitude", "", 0...1.5, 0.7, "The amplitude at which a bubble starts."),
        row(.dropsBubbleAmplitudeVariation, "drops.bubble.amplitude.variation", "%", 0...200, 0,
            "How much bubble amplitudes differ from drop to drop (standard deviation)."),
        row(.dropsBubbleFrequency, "drops.bubble.frequency", "Hz", 2...2000, 400, curve: .logarithmic,
            "The pitch at which a bubble starts."),
        row(.dropsBubbleFrequencyVariation, "drops.bubble.frequency.variation", "%", 0...200, 0,
            "How much bubble pitches differ from drop to drop (standard deviation)."),
        row(.dropsBubbleDecay, "drops.bubble.decay", "", 3...24, 6, curve: .logarithmic,
            "How fast a bubble fades: natural logarithms of amplitude lost in one bubble duration."),
        row(.dropsBubbleDecayVariation, "drops.bubble.decay.variation", "%", 0...200, 0,
            "How much bubble decays differ from drop to drop (standard deviation)."),
        row(.dropsBubbleDuration, "drops.bubble.duration", "ms", 1...400, 30, curve: .logarithmic,
            "The time scale of a bubble, over which decay and rise are stated."),
        row(.dropsBubbleDurationVariation, "drops.bubble.duration.variation", "%", 0...200, 0,
            "How much bubble durations differ from drop to drop (standard deviation)."),
        row(.dropsBubbleRise, "drops.bubble.rise", "", 0...1, 0.5,
            "How fast a bubble's pitch rises: the exponent gained in one bubble duration."),
        row(.dropsBubbleRiseVariation, "drops.bubble.rise.variation", "%", 0...200, 0,
            "How much the rises differ from drop to drop (standard deviation)."),
        row(.dropsPan, "drops.pan", "", -1...1, 0, "Where drops fall: -1 left, 0 middle, 1 right."),
        row(.dropsWidth, "drops.width", "", 0...1, 0.7, "How far drops scatter around their place."),
        row(.dropsMaterial, "drops.material", "", 0...7, 0,
            choices: ["plain", "water", "wood", "glass", "tin", "tent", "leaves", "stone"],
            "What drops fall on: a resonance pattern, independent of pitch."),
        row(.dropsResonance, "drops.resonance", "dB", -60...12, 0, "The level of the material's resonance."),
        row(.dropsVoices, "drops.voices", "", 16...32768, 32768, curve: .logarithmic, fixed: true,
            "How many drops can sound at once; beyond it the quietest gives way."),
        row(.bedLevel, "bed.level", "dB", -60...12, 0, "The level of the continuous noise."),
        row(.bedWhite, "bed.white", "", 0...0.5, 0, "White noise, as RMS of full scale."),
        row(.bedPink, "bed.pink", "", 0...0.5, 0.025, "Pink noise, as RMS of full scale."),
        row(.bedBrown, "bed.brown", "", 0...0.5, 0.05, "Brown noise, as RMS of full scale."),
        row(.bedBrownCorner, "bed.brown.corner", "Hz", 5...50, 10, curve: .logarithmic,
            "The frequency below which brown noise stays flat."),
        row(.washLevel, "wash.level", "", 0...0.5, 0,
            "A low wash that swells and ebbs, for uncertainty, as RMS of full scale."),
        row(.washFrequency, "wash.frequency", "Hz", 60...2000, 250, curve: .logarithmic, "The middle of the wash's band."),
        row(.washPulse, "wash.pulse", "Hz", 0...4, 0.7, "How often the wash swells in a second; 0 keeps it steady."),
        row(.toneLevel, "tone.level", "dB", -90...0, -90, "The peak level of the tone; -90 is off."),
        row(.toneFrequency, "tone.frequency", "Hz", 10...20_000, 440, curve: .logarithmic, "The pitch of the tone."),
        row(.toneShape, "tone.shape", "", 0...3, 0, choices: ["sine", "square", "sawtooth", "triangle"],
            "The waveform of the tone."),
        row(.strikesLevel, "strikes.level", "dB", -60...12, 0, "The level of all event notes."),
        row(.masterLevel, "master.level", "dB", -60...12, 0, "The level of everything, before the limiter."),
    ]
}
