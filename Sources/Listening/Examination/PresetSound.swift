// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import Sonification
import SoundAnalysis
import Tracking
import Transport

/// A preset's key or an invented ride through it, rendered into memory, with what is true in it.
struct PresetSound: Sendable {
    let sound: Sound
    let truth: FactTimeline

    private static let sampleRate = 48_000

    /// The integrated loudness in LUFS.
    var loudness: Double {
        let meter = LoudnessMeter(sampleRate: sound.sampleRate, channelCount: sound.channels.count, findsPeaks: false)
        meter.add(sound)
        return meter.integrated
    }

    /// Hears it, as it is or under noise.
    func lesson(under noise: Hearing.Noise? = nil) -> Lesson { Lesson(hearing: Hearing(of: sound, under: noise), truth: truth) }

    /// Renders the key.
    /// - Throws: `EngineError`, `CancellationError`.
    static func key(of preset: Preset, seed: UInt64) async throws -> PresetSound {
        let key = AudioKey(preset: preset, sampleRate: sampleRate)
        let seconds = { (frame: Int64) in Double(frame) / Double(sampleRate) }
        return PresetSound(
            sound: try await render(preset, key.entries, frames: key.frames, seed: seed),
            truth: FactLabel.timeline(key.cues.map { (seconds($0.start), seconds($0.end), $0.label) }))
    }

    /// Renders an invented ride.
    /// - Throws: `EngineError`, `CancellationError`.
    static func ride(of preset: Preset, seconds: Int, seed: UInt64) async throws -> PresetSound {
        let ride = PresetRide(preset: preset, seconds: seconds, seed: seed, sampleRate: sampleRate)
        var truth = FactTimeline()
        for record in ride.records {
            let time = Double(record.sample) / Double(sampleRate)
            truth.set(Dictionary(uniqueKeysWithValues: record.channels.entries.map { ($0.name, $0.value) }), at: time)
            for event in record.events { truth.addEvent(event.name, at: Double(event.onset) / Double(sampleRate)) }
        }
        return PresetSound(sound: try await render(preset, ride.entries, frames: ride.frames, seed: seed), truth: truth)
    }

    private static func render(
        _ preset: Preset, _ entries: [TimelineEntry], frames: Int64, seed: UInt64
    ) async throws -> Sound {
        var performance = Performance(preset: preset)
        performance.sampleRate = sampleRate
        performance.seed = seed
        let sink = SoundInMemory()
        let render = OfflineRender(performance: performance, totalFrames: frames + performance.fadeFrames)
        let report = try await render.run(timeline: entries, to: sink, progress: { _ in !Task.isCancelled })
        if report.wasInterrupted { throw CancellationError() }
        return Sound(sampleRate: sampleRate, channels: sink.channels)
    }
}
