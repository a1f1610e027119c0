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
    case railsLevel, railsSpeed

    /// The raw value: the tag, since the cases count from 0. (`rawValue` itself is opaque to the lock checker.)
    var index: Int { @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) } }
}

/// The table of all synth parameters. Control side only (a lazily initialised global).
public enum ParameterTable {
    /// The row of one parameter.
    public static func spec(_ id: ParameterID) -> ParameterSpec { all[Int(id.rawValue)] }
    /// The row with that name, or nil.
    public static func spec(named name: String) -> ParameterSpec? { all.first { $0.name == name } }

    /// Every parameter, in the order of `ParameterID`.
    public static let all: [ParameterSpec] =
        drops + [
            .level(
                .bedLevel, "bed.level", -60...12, 0, heardAs: [.density, .loudness], off: true,
                "The level of the continuous noise; -60 is off."),
            .noise(.bedWhite, "bed.white", 0, "White noise, as RMS of full scale below 24 kHz."),
            .noise(.bedPink, "bed.pink", 0.025, "Pink noise, as RMS of full scale below 24 kHz."),
            .noise(.bedBrown, "bed.brown", 0.05, "Brown noise, as RMS of full scale."),
            .row(
                .bedBrownCorner, "bed.brown.corner", "Hz", 5...2000, 10, curve: .logarithmic, step: .ratio(1.5),
                "The frequency below which brown noise stays flat."),
            .row(
                .bedWidth, "bed.width", "", 0...1, 1, step: .difference(0.2),
                "How wide pink and brown noise are: 1 two independent channels, 0 one channel."),
            .noise(
                .washLevel, "wash.level", 0, steady: true,
                off: true, "A low wash that swells and ebbs, for uncertainty, as RMS of full scale."),
            .row(
                .washFrequency, "wash.frequency", "Hz", 60...2000, 250, curve: .logarithmic, step: .ratio(1.15),
                "The middle of the wash's band."),
            .row(
                .washPulse, "wash.pulse", "Hz", 0...4, 0.7, step: .ratio(1.15),
                "How often the wash swells in a second; 0 keeps it steady."),
            .level(.toneLevel, "tone.level", -90...0, -90, off: true, "The peak level of the tone; -90 is off."),
            .row(
                .toneFrequency, "tone.frequency", "Hz", 10...20_000, 440, curve: .logarithmic, step: .ratio(1.01), chance: false,
                "The pitch of the tone."),
            .choice(.toneShape, "tone.shape", ["sine", "square", "sawtooth", "triangle"], "The waveform of the tone."),
            .level(.strikesLevel, "strikes.level", -60...12, 0, steady: false, off: true, "The level of all event notes; -60 is off."),
            .level(
                .masterLevel, "master.level", -60...12, 0, heardAs: .loudness, steady: false,
                "The level of everything, before the limiter; -60 is off."),
        ] + rain + weather

    /// The soundscape behind the reading layer; off unless a preset turns on the rain.
    private static let rain: [ParameterSpec] = [
        .row(
            .rainIntensity, "rain.intensity", "mm/h", 0...200, 0, curve: .logarithmic, step: .ratio(1.2),
            off: true, "How hard it rains, 2 light, 10 steady, 50 a downpour: moves arrivals, sizes, bed and level together."),
        .level(.rainLevel, "rain.level", -60...24, 0, off: true, "The level of the rain and its bed; -60 is off."),
        .row(
            .rainSingles, "rain.singles", "/s", 0...20_000, 4000, curve: .logarithmic, step: .ratio(4), chance: false,
            "The most drops per second that sound one by one; those that stand out least become noise of the same power."),
        .row(
            .rainDistance, "rain.distance", "m", 0.02...20, 0.03, curve: .logarithmic, step: .ratio(1.3),
            "How far away the nearest drops fall: the nearer, the more single ones stand out."),
        .row(
            .rainReach, "rain.reach", "m", 1...500, 12, curve: .logarithmic, step: .ratio(2),
            "How far away the farthest audible drops fall."),
        .row(
            .rainPeaks, "rain.peaks", "/s", 0.2...1000, 6, curve: .logarithmic, step: .ratio(1.5),
            "How often the loudest drops fall: rarer drops are no louder."),
        .row(
            .rainWater, "rain.water", "", 0...1, 0.15, step: .difference(0.15),
            "The share of the ground under standing water, where drops leave ringing bubbles."),
        .row(
            .rainWidth, "rain.width", "", 0...1, 1, step: .difference(0.2),
            "How wide the rain is: 1 as measured in real rain, 0 one channel."),
        .row(
            .rainMovement, "rain.movement", "dB", 0...6, 0.8, step: .difference(0.4),
            "How much the rain's level wanders by itself (standard deviation); it is steady while the intensity moves."),
        .row(
            .rainMovementTime, "rain.movement.time", "s", 0.2...20, 1.1, curve: .logarithmic, step: .ratio(2),
            "How slowly the level wanders."),
        .level(
            .rainBedLevel, "rain.bed.level", -60...24, 0, steady: false,
            "The level of the bed of far rain relative to the drops; -60 is off."),
        .row(.rainBedTilt, "rain.bed.tilt", "dB/oct", -12...6, -7, step: .difference(1), "The slope of the bed of far rain above 500 Hz."),
        .row(
            .rainBedLow, "rain.bed.low", "Hz", 20...2000, 60, curve: .logarithmic, step: .ratio(1.3),
            "The frequency below which the bed of far rain fades."),
        .row(
            .rainBedHigh, "rain.bed.high", "Hz", 200...20_000, 16_000, curve: .logarithmic, step: .ratio(1.3),
            "The frequency above which the bed of far rain fades."),
        .choice(
            .rainSurface, "rain.surface", RainSurface.all.map(\.name),
            "What the rain falls on; tent, umbrella, wood, tin, glass and car roof are over the listener."),
        .row(
            .rainShelter, "rain.shelter", "kg/m2", 0...400, 0, curve: .logarithmic, step: .ratio(1.5),
            "How heavy the wall is between the listener and the rain outside: 0 none, 0.3 canvas, 10 a window, 100 brick."),
        .row(.rainOpening, "rain.opening", "", 0...1, 0, step: .difference(0.1), "The open share of that wall."),
        .row(.rainRoom, "rain.room", "", 0...1, 0, step: .difference(0.15), "The share of reverberation in the rain's power."),
        .row(
            .rainRoomTime, "rain.room.time", "s", 0.05...10, 0.5, curve: .logarithmic, step: .ratio(1.3),
            "The reverberation time of the room (60 dB)."),
        .level(
            .rainFlowLevel, "rain.flow.level", -60...24, -60, steady: false,
            "The level of the water that runs off, at 10 mm/h; -60 is off."),
        .choice(.rainFlowCourse, "rain.flow.course", RainFlow.courses, "Where the water runs off."),
        .row(
            .rainFlowMemory, "rain.flow.memory", "s", 1...1800, 120, curve: .logarithmic, step: .ratio(2),
            "The time over which the runoff follows the rain."),
    ]

    /// Wind, thunder and rails; off unless a preset turns them on.
    private static let weather: [ParameterSpec] = [
        .level(.windLevel, "wind.level", -60...24, -60, off: true, "The level of the wind at 6 m/s; -60 is off."),
        .row(
            .windSpeed, "wind.speed", "m/s", 0.5...30, 6, curve: .logarithmic, step: .ratio(1.2), chance: false,
            "The wind speed between random gusts: faster is louder and higher."),
        .level(.thunderLevel, "thunder.level", -60...24, -60, off: true, "The level of thunder 1 km away; -60 is off."),
        .row(
            .thunderRate, "thunder.rate", "/min", 0...20, 1, curve: .logarithmic, step: .ratio(1.5), chance: false,
            off: true, "How often it thunders."),
        .row(
            .thunderDistance, "thunder.distance", "m", 200...15_000, 2500, curve: .logarithmic, step: .ratio(1.5), chance: false,
            "How far away lightning strikes, more or less: near it cracks, far it rolls."),
        .level(.railsLevel, "rails.level", -60...24, -60, off: true, "The level of wheels on rail joints at 20 m/s; -60 is off."),
        .row(
            .railsSpeed, "rails.speed", "m/s", 0...100, 20, step: .ratio(1.15), heardAs: .density, chance: false, off: true,
            "How fast the wheels roll over joints 25 m apart."),
    ]

    private static let drops: [ParameterSpec] = [
        .row(
            .dropsRate, "drops.rate", "/min", 0...40_000_000, 300, curve: .logarithmic, step: .ratio(1.15), heardAs: .density,
            off: true, "How many drops fall in a minute."),
        .row(
            .dropsRegularity, "drops.regularity", "", 0...16, 1, step: .ratio(2),
            "How evenly drops follow each other: 1 is random (Poisson), 16 nearly even, 0 strictly even."),
        .level(.dropsLevel, "drops.level", -60...12, 0, off: true, "The level of the drops."),
        .row(
            .dropsBrightness, "drops.brightness", "oct", -3...3, 0, step: .difference(0.2), heardAs: .pitch,
            "Moves every drop up or down: bubbles in pitch, impacts in sharpness."),
        .row(
            .dropsImpactAmplitude, "drops.impact.amplitude", "", 0...1.5, 0.4, step: .ratio(1.12), heardAs: .loudness,
            "The peak of a drop's impact."),
        .variation(.dropsImpactAmplitudeVariation, "drops.impact.amplitude", "The standard deviation of impact peaks among drops."),
        .row(
            .dropsImpactDuration, "drops.impact.duration", "ms", 0.2...100, 7.5, curve: .logarithmic,
            step: .ratio(1.2), "How long the impact lasts."),
        .variation(.dropsImpactDurationVariation, "drops.impact.duration", "The standard deviation of impact durations among drops."),
        .row(.dropsDelay, "drops.delay", "ms", 0.2...80, 15, curve: .logarithmic, step: .ratio(1.3), "The pause from impact to bubble."),
        .variation(.dropsDelayVariation, "drops.delay", "The standard deviation of pauses among drops."),
        .row(
            .dropsBubbleAmplitude, "drops.bubble.amplitude", "", 0...1.5, 0.7, step: .ratio(1.12),
            "The amplitude at which a bubble starts."),
        .variation(.dropsBubbleAmplitudeVariation, "drops.bubble.amplitude", "The standard deviation of bubble amplitudes among drops."),
        .row(
            .dropsBubbleFrequency, "drops.bubble.frequency", "Hz", 2...2000, 400, curve: .logarithmic,
            step: .ratio(1.06), heardAs: .pitch, "The pitch at which a bubble starts."),
        .variation(.dropsBubbleFrequencyVariation, "drops.bubble.frequency", "The standard deviation of bubble pitches among drops."),
        .row(
            .dropsBubbleDecay, "drops.bubble.decay", "", 3...24, 6, curve: .logarithmic, step: .ratio(1.2),
            "How fast a bubble fades: natural logarithms of amplitude lost in one bubble duration."),
        .variation(.dropsBubbleDecayVariation, "drops.bubble.decay", "The standard deviation of bubble decays among drops."),
        .row(
            .dropsBubbleDuration, "drops.bubble.duration", "ms", 1...400, 30, curve: .logarithmic,
            step: .ratio(1.2), "The time scale of a bubble, over which decay and rise are stated."),
        .variation(.dropsBubbleDurationVariation, "drops.bubble.duration", "The standard deviation of bubble durations among drops."),
        .row(
            .dropsBubbleRise, "drops.bubble.rise", "", 0...1, 0.5, step: .difference(0.1),
            "How fast a bubble's pitch rises: the exponent gained in one bubble duration."),
        .variation(.dropsBubbleRiseVariation, "drops.bubble.rise", "The standard deviation of rises among drops."),
        .row(.dropsPan, "drops.pan", "", -1...1, 0, step: .difference(0.4), chance: false, "Where drops fall: -1 left, 0 middle, 1 right."),
        .row(.dropsWidth, "drops.width", "", 0...1, 0.7, step: .difference(0.2), "How far drops scatter around their place."),
        .choice(
            .dropsMaterial, "drops.material", Material.all.map(\.name),
            "What drops fall on: a resonance pattern, independent of pitch."),
        .level(.dropsResonance, "drops.resonance", -60...12, 0, steady: false, "The level of the material's resonance; -60 is off."),
        .choice(
            .dropsDraw, "drops.draw", DropLaw.names,
            "How drops differ by chance: natural, or uniform as RainGenerator draws values and gaps, with one sign."),
        .fixed(.dropsVoices, "drops.voices", 16...131_072, 40_000, "How many drops can sound at once; beyond it the quietest is stolen."),
    ]
}
