import RainSynthesis

/// A preset to learn by ear in about a minute: its resting rain, each channel over its domain from the low end to the
/// high one, each set of names and each event once, with a cue where each begins.
///
/// Short silences part the stretches. Every stretch runs through a `Sonifier`, as playing does, so that it sounds as the
/// preset sounds.
public struct AudioKey: Sendable {
    /// What is heard from `start` up to `end`, in frames.
    public struct Cue: Equatable, Sendable {
        public var start: Int64
        public var end: Int64
        /// A few words, for a cue point: `speed 30 km/h`.
        public var label: String
        /// The caption: the label, and where it is the first of its kind what the preset says about it.
        public var text: String
    }

    /// Heard seconds that a key takes at most, unless it has too much to tell.
    public static let usualLength = 60.0

    /// What the engine starts with.
    public let parameters: SynthParameters
    /// The timeline, in order.
    public private(set) var entries: [TimelineEntry] = []
    public private(set) var cues: [Cue] = []
    /// Its whole length.
    public private(set) var frames: Int64 = 0

    private let preset: Preset
    private let sampleRate: Int
    private let gridStep: Int64

    /// Grid steps of silence between two stretches; the engine needs 110 ms to fall silent.
    static let rest: Int64 = 15
    /// Grid steps before a stretch is heard, in which its smoothing arrives unheard.
    private static let settling: Int64 = 500
    /// Grid steps before a stretch at which its first set is given to the engine, while that is silent.
    private static let setting: Int64 = 5

    /// - Parameter sampleRate: one of `EngineConfiguration.sampleRates`.
    public init(preset: Preset, sampleRate: Int) {
        self.preset = preset
        self.sampleRate = sampleRate
        gridStep = Int64(max(1, sampleRate / Sonifier.gridRate))
        parameters = preset.restingParameters
        for stretch in KeyPlan.fitting(preset, seconds: AudioKey.usualLength).stretches { add(stretch) }
    }

    /// Runs a sonifier of its own, so that nothing of one stretch reaches the next.
    private mutating func add(_ stretch: KeyStretch) {
        if frames > 0 {
            entries.append(TimelineEntry(sample: frames, payload: .event(SynthEvent(kind: .stop))))
            frames += AudioKey.rest * gridStep
        }
        let start = frames
        var sonifier = Sonifier(preset: preset, sampleRate: sampleRate)
        for update in stretch.preparation { sonifier.receive(update, at: 0) }
        let lead = AudioKey.settling * gridStep
        sonifier.advance(to: lead) { _ in }
        if start > 0 {
            entries.append(
                TimelineEntry(
                    sample: start - AudioKey.setting * gridStep, payload: .parameters(sonifier.parameters, glide: Int32(gridStep))))
            entries.append(TimelineEntry(sample: start, payload: .event(SynthEvent(kind: .start))))
        }
        for step in stretch.steps {
            let end = frames + Int64(step.gridSteps) * gridStep
            if let arrival = step.arrival { sonifier.take(arrival, at: frames - start + lead) }
            cues.append(Cue(start: frames, end: end, label: step.label, text: step.text))
            frames = end
        }
        var heard: [TimelineEntry] = []
        sonifier.advance(to: frames - start + lead) { entry in
            var entry = entry
            entry.sample += start - lead
            heard.append(entry)
        }
        entries += heard
    }
}
