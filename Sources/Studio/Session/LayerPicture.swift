// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis
import Sonification
import SoundAnalysis

/// How a layer of the preset at rest sounds, as two charts and as a sentence.
struct LayerPicture: Encodable, Sendable {
    struct Chart: Encodable, Sendable {
        /// A bar for each label, or a line over time.
        enum Kind: String, Encodable, Sendable { case bars, line }
        var kind = Kind.bars
        var title: String
        var values: [Double]
        /// The labels of bars.
        var labels: [String] = []
        /// True if equal ratios are equally high; the values are dB otherwise.
        var isRatio = false
        /// The length of a line.
        var seconds = 0.0
        /// Names at their times in seconds.
        var marks: [Mark] = []
    }
    struct Mark: Encodable, Sendable {
        var at: Double
        var name: String
    }
    /// The layer's name.
    var name: String
    var title: String
    var charts: [Chart]
    var words: String

    /// Seconds of a step of a line.
    private static let step = 0.04
    /// The nominal centres of the octaves from 63 Hz on.
    private static let octaveNames = ["63", "125", "250", "500", "1k", "2k", "4k", "8k", "16k"]
    /// What is drawn as silence, in dB.
    private static let silence = -120.0

    /// The picture of a continuous layer.
    init(of layer: SoundLayer, _ sound: Sound, _ parameters: SynthParameters) {
        name = layer.name
        func value(_ id: ParameterID) -> String { PlainNumber.display(Double(parameters[id])) }
        let octaves = Self.octaves(of: sound)
        guard layer == .rain else {
            title =
                switch layer {
                case .wind: "Wind at \(value(.windSpeed)) m/s"
                case .bed: "Bed of noise"
                default: layer.name.prefix(1).uppercased() + layer.name.dropFirst()
                }
            let line = Self.line(of: sound, "Level, dB")
            let audible = line.values.filter { $0 > Self.silence }
            charts = [line, octaves]
            words =
                "\(title): \(Self.figure(audible.min() ?? Self.silence)) to \(Self.figure(audible.max() ?? Self.silence)) dB in \(Self.figure(sound.duration)) s, "
                + Self.loudest(octaves)
            return
        }
        let sizes = RainOutline(parameters).sizes
        let all = sizes.reduce(0) { $0 + $1.flux }
        let most = sizes.max { $0.flux < $1.flux }
        title = "Rain of \(value(.rainIntensity)) mm/h"
        charts = [
            Chart(
                title: "Drops per m² and s, by mm", values: sizes.map { Self.rounded($0.flux, digits: 6) },
                labels: sizes.map { Self.figure($0.diameters.lowerBound) }, isRatio: true), octaves,
        ]
        words =
            "\(title): \(Self.figure(all)) drops per square metre and second, most of them \(Self.figure(most?.diameters.lowerBound ?? 0)) to \(Self.figure(most?.diameters.upperBound ?? 0)) mm, "
            + Self.loudest(octaves)
    }

    /// The picture of one clap of thunder.
    init(of clap: ThunderOutline, _ parameters: SynthParameters, sampleRate: Int) {
        let sound = Sound(sampleRate: sampleRate, channels: [clap.left, clap.right])
        let line = Self.line(of: sound, "Level of one clap, dB"), octaves = Self.octaves(of: sound)
        let most = line.values.max() ?? Self.silence
        let peak = line.values.firstIndex(of: most) ?? 0
        let last = line.values.lastIndex { $0 > most - 30 } ?? 0
        name = SoundLayer.thunder.name
        title = "Thunder, \(PlainNumber.display(Double(parameters[.thunderDistance]))) m away"
        charts = [line, octaves]
        words =
            "\(title): one clap rolls for \(Self.figure(Double(last) * Self.step)) s and is loudest after \(Self.figure(Double(peak) * Self.step)) s with \(Self.figure(most)) dB, "
            + Self.loudest(octaves)
    }

    /// The picture of the events' notes, one event after the other.
    init(ofNotes sound: Sound, _ marks: [Mark]) {
        var line = Self.line(of: sound, "Level of each event's notes, dB")
        line.marks = marks
        let octaves = Self.octaves(of: sound)
        name = SoundLayer.strikes.name
        title = "Notes of the events"
        charts = [line, octaves]
        words = "\(title): \(marks.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", ")), " + Self.loudest(octaves)
    }

    /// The level of each octave, in dB of full scale.
    private static func octaves(of sound: Sound) -> Chart {
        let bands = Spectrum(of: sound)?.bands(.octave, in: 60...17_000) ?? []
        return Chart(
            title: "Octaves in Hz, dB", values: bands.map { level($0.power) }, labels: Array(octaveNames.prefix(bands.count)))
    }

    /// The level over time, in dB of full scale.
    private static func line(of sound: Sound, _ title: String) -> Chart {
        let size = max(1, Int(step * Double(sound.sampleRate)))
        let values = stride(from: 0, to: sound.frames - size + 1, by: size).map { start in
            let power = sound.channels.reduce(0.0) { sum, channel in
                channel[start..<start + size].reduce(sum) { $0 + Double($1) * Double($1) }
            }
            return level(power / Double(size * max(1, sound.channels.count)))
        }
        return Chart(kind: .line, title: title, values: values, seconds: sound.duration)
    }

    private static func loudest(_ octaves: Chart) -> String {
        guard let most = octaves.values.max(), most > silence, let index = octaves.values.firstIndex(of: most) else { return "silent." }
        let name = octaves.labels[index]
        let hertz = name.hasSuffix("k") ? "\(name.dropLast()) kHz" : "\(name) Hz"
        return "loudest in the octave of \(hertz) with \(figure(most)) dB."
    }

    private static func level(_ power: Double) -> Double {
        power > 0 ? max(silence, rounded(10 * DeterministicMath.log10(power), digits: 1)) : silence
    }

    private static func rounded(_ value: Double, digits: Int) -> Double {
        let scale = DeterministicMath.pow(10, Double(digits))
        return DeterministicMath.round(value * scale) / scale
    }

    /// A number for people, with two decimals below 10 and none from there on.
    private static func figure(_ value: Double) -> String {
        PlainNumber.display(value.magnitude < 10 ? rounded(value, digits: 2) : rounded(value, digits: 0))
    }
}
