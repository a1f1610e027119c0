// SPDX-License-Identifier: MIT
import RainSynthesis

/// An audio legend from which a listener can learn a preset, usually in a minute and a half: the resting rain, the main number in
/// five steps, each other channel and each set of names at several values of it, each event over thin and over dense rain.
///
/// Every sound has a cue whose label states every fact of it (`phase visiting; speed 60 km/h`), so that machines can learn
/// from it too.
///
/// Short silences separate the stretches. Every stretch runs through a `Sonifier`, as in playback, so that it sounds as the
/// preset does.
public struct AudioKey: Sendable {
    /// A cue and the sound it covers, from `start` up to `end`, in frames.
    public struct Cue: Equatable, Sendable {
        public var start: Int64
        public var end: Int64
        /// The text of a cue point: the facts, separated by semicolons: `event arrived; speed 0 km/h`.
        public var label: String
        /// The caption: the label, and at the first cue of each kind the preset's sentences about it.
        public var text: String
    }

    /// The target length of a key in seconds; presets with many mappings may exceed it.
    public static let usualLength = 90.0

    /// The timeline, in time order.
    public private(set) var entries: [TimelineEntry] = []
    public private(set) var cues: [Cue] = []
    /// The total length in frames.
    public private(set) var frames: Int64 = 0

    private let preset: Preset
    private let sampleRate: Int
    private let gridStep: Int64

    /// Grid steps of silence between two stretches; the engine needs 110 ms to fall silent.
    static let rest: Int64 = 15
    /// Grid steps before a stretch, not rendered, in which the smoothing settles.
    private static let settling: Int64 = 500
    /// Grid steps before a stretch at which the engine receives its first set, while it is silent.
    private static let setting: Int64 = 5

    /// - Parameter sampleRate: one of `EngineConfiguration.sampleRates`.
    public init(preset: Preset, sampleRate: Int) {
        self.preset = preset
        self.sampleRate = sampleRate
        gridStep = Int64(max(1, sampleRate / Sonifier.gridRate))
        for stretch in KeyPlan.fitting(preset, seconds: AudioKey.usualLength).stretches { add(stretch) }
    }

    /// Appends a stretch with a separate sonifier, so that no state carries over from the previous one.
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
            for arrival in step.arrivals { sonifier.take(arrival, at: frames - start + lead) }
            cues.append(Cue(start: frames, end: end, label: step.label, text: step.text))
            frames = end
        }
        sonifier.advance(to: frames - start + lead) { entry in
            var entry = entry
            entry.sample += start - lead
            entries.append(entry)
        }
    }
}
