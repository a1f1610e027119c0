// SPDX-License-Identifier: MIT
import AudioOutput
import DeterministicMath
import RainSynthesis
import Sonification
import SoundAnalysis
import Transport

/// How loud each layer of a preset is at rest, and its picture, by a short render of each; as it is sent to the pages.
struct LayerSounds: Encodable, Sendable {
    /// The level of each layer that sounds, in dB of full scale (RMS over both channels), by the layer's name.
    private(set) var levels: [String: Double] = [:]
    /// The picture of each layer that sounds, except for that of the drops.
    private(set) var pictures: [LayerPicture] = []

    /// Seconds rendered; those before the layers have settled do not count.
    private static let seconds = 6.0
    private static let settling = 0.5
    /// Seconds of a clap of thunder, and of an event's notes before the next event's.
    private static let clap = 12.0
    private static let ring = 1.0
    private static let mostEvents = 12

    init() {}

    /// Renders the layers that sound.
    static func measure(_ preset: Preset) async -> LayerSounds {
        var sounds = LayerSounds()
        let resting = preset.restingParameters
        for layer in SoundLayer.allCases where layer.isOn(resting) {
            if layer == .strikes {
                await sounds.addNotes(of: preset)
                continue
            }
            guard let sound = await sound(of: layer, preset, seconds: seconds, from: settling) else { continue }
            let level = Self.level(of: sound)
            sounds.levels[layer.name] = level
            switch layer {
            case .drops: break
            case .thunder:
                let rate = sound.sampleRate
                sounds.pictures.append(
                    LayerPicture(of: ThunderOutline(resting, seconds: clap, sampleRate: rate), resting, sampleRate: rate))
            default: if level != nil { sounds.pictures.append(LayerPicture(of: layer, sound, resting)) }
            }
        }
        return sounds
    }

    private mutating func addNotes(of preset: Preset) async {
        var entries: [TimelineEntry] = []
        var marks: [LayerPicture.Mark] = []
        var time = 0.0
        let rate = Double(Performance(preset: preset).sampleRate)
        for rule in preset.events.prefix(Self.mostEvents) {
            marks.append(.init(at: time, name: rule.trigger.name))
            for (index, note) in rule.play.notes.enumerated() {
                let strike = SynthEvent(
                    strike: rule.play.voice, frequency: Float(note.frequency), level: Float(rule.play.level), pan: Float(rule.play.pan))
                entries.append(TimelineEntry(sample: Int64((time + Double(index) * rule.play.gap) * rate), payload: .event(strike)))
            }
            time += Double(rule.play.notes.count - 1) * rule.play.gap + Self.ring
        }
        guard !marks.isEmpty, let sound = await Self.sound(of: .strikes, preset, seconds: time, timeline: entries) else { return }
        pictures.append(LayerPicture(ofNotes: sound, marks))
    }

    /// One layer alone, before the limiter; nil if it cannot be rendered.
    private static func sound(
        of layer: SoundLayer, _ preset: Preset, seconds: Double, from start: Double = 0, timeline: [TimelineEntry]? = nil
    ) async -> Sound? {
        var performance = Performance(preset: preset)
        performance.layers = SoundLayers(layer)
        performance.limits = false
        let sink = SoundInMemory(from: Int(start * Double(performance.sampleRate)))
        let render = OfflineRender(performance: performance, totalFrames: Int64(seconds * Double(performance.sampleRate)))
        if let timeline {
            guard (try? await render.run(timeline: timeline, to: sink)) != nil else { return nil }
        } else {
            guard (try? await render.run([], to: sink)) != nil else { return nil }
        }
        // The layers fade out at the end.
        return Sound(
            sampleRate: performance.sampleRate, channels: sink.channels.map { Array($0.dropLast(Int(performance.fadeFrames))) })
    }

    /// In dB, to a tenth; nil for silence.
    private static func level(of sound: Sound) -> Double? {
        let power = sound.channels.reduce(0.0) { sum, channel in channel.reduce(sum) { $0 + Double($1) * Double($1) } }
        guard power > 0 else { return nil }
        return DeterministicMath.round(100 * DeterministicMath.log10(power / Double(2 * sound.frames))) / 10
    }
}
