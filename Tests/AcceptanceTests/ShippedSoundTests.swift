// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import SoundAnalysis
import TestTraits
import Testing

/// Measured figures of the shipped presets, as documented in docs/presets.md.
@Suite(.tags(.sounds), .waiting, .serialized) struct ShippedSoundTests {
    static let names = [
        "commuter", "drizzle", "forest", "pond", "courtyard", "umbrella", "downpour", "storm", "tent", "window", "car", "attic", "tin-roof",
        "gutter", "counter", "hiker", "classic", "raingenerator", "tone", "noise",
    ]
    static let outdoor = ["commuter", "drizzle", "forest", "pond", "courtyard", "umbrella", "downpour", "storm"]
    private static let document = Program.root.appendingPathComponent("docs/presets.md")
    /// `AMAOTO_UPDATE=1` rewrites the table from the measurements instead of comparing it.
    private static let update = ProcessInfo.processInfo.environment["AMAOTO_UPDATE"] == "1"

    /// The figures of one sound.
    struct Figures {
        let levels: Levels
        let octaves: [Double]
        /// Waveform kurtosis at 4-10 kHz; Gaussian noise has 3.
        let kurtosis: Double
        let onsets: Double

        init(_ arguments: [String]) throws {
            let folder = try Folder()
            let place = folder.path("rain.wav")
            try Program.mustSucceed(["render", "-o", place] + arguments)
            var file = try SoundFile(path: place)
            var meter = LevelMeter(sampleRate: file.sampleRate, channelCount: file.channelCount)
            var estimator = WelchEstimator(sampleRate: file.sampleRate)
            var peaks = KurtosisMeter(sampleRate: file.sampleRate, channelCount: file.channelCount, band: 4000...10_000)
            var detector = OnsetDetector(sampleRate: file.sampleRate, channelCount: file.channelCount, settings: FollowTests.listening)
            try file.forEachBlock {
                meter.add($0)
                estimator.add($0)
                peaks.add($0)
                detector.add($0)
            }
            levels = meter.levels
            octaves = (estimator.spectrum?.bands(.octave, in: 125...8000) ?? []).map(\.level)
            kurtosis = peaks.kurtosis ?? 0
            onsets = Double(detector.finish().count) / levels.duration
        }

        var truePeak: Double { 20 * log10(levels.truePeak) }
        /// Octaves from 125 Hz to 8 kHz re the one at 2 kHz.
        var spectrum: String { octaves.map { "\(Int(($0 - octaves[4]).rounded()))" }.joined(separator: " ") }
    }

    /// A preset's line in the table.
    private static func row(_ name: String, _ rest: Figures, _ ride: Figures) -> String {
        String(
            format: "| `%@` | %.1f | %.1f | %@ | %.1f | %.1f | %.1f | %.1f | %.1f |", name,
            rest.levels.integratedLoudness, rest.truePeak, rest.spectrum, rest.kurtosis, rest.onsets,
            ride.levels.integratedLoudness, ride.truePeak, ride.onsets)
    }

    @Test(arguments: names)
    func measuresAsTheDocumentSays(name: String) throws {
        let rest = try Figures(["-p", name, "-d", "30"])
        let ride = try Figures(["examples/visnjan-drive.gpx", "-p", name, "--fit", "60"])
        // Comfortable beds: -35 to -23 LUFS, true peaks at rest below -6 dB; a ride is louder, and never reaches the limiter.
        #expect((-35 ... -23).contains(rest.levels.integratedLoudness))
        #expect(rest.truePeak <= -6)
        #expect((-35 ... -20).contains(ride.levels.integratedLoudness))
        #expect(ride.truePeak <= -3)
        let row = Self.row(name, rest, ride)
        var text = try String(contentsOf: Self.document, encoding: .utf8)
        if Self.update, let old = text.split(separator: "\n").last(where: { $0.hasPrefix("| `\(name)` |") }) {
            text = text.replacing(old, with: row)
            try text.write(to: Self.document, atomically: true, encoding: .utf8)
        }
        #expect(text.contains(row), "docs/presets.md is out of step: run the tests with AMAOTO_UPDATE=1")
    }

    @Test(arguments: outdoor)
    func outdoorsItMeasuresAsRealRain(name: String) throws {
        let run = try Program.shellMustSucceed("amaoto render -p \(name) -d 60 -q -o - | amaoto analyse - --against real --json")
        guard name == "downpour" else { return }
        // All nine of the table: seven figures between the quartiles, the octaves within half of the narrowest interquartile
        // width, the coherence within 0.15 of the medians.
        let sheet = try JSONDecoder().decode(AnalyseTests.Sheet.self, from: run.output)
        func largestMiss(_ prefix: String) -> Double {
            sheet.rows.filter { $0.id.hasPrefix(prefix) }.compactMap { row in row.real?["median"].map { abs((row.value ?? 99) - $0) } }
                .max() ?? 99
        }
        let typical = sheet.rows.filter { $0.place == "quartiles" && !$0.id.hasPrefix("octave") && !$0.id.hasPrefix("coherence") }.count
        #expect(typical == 7, "\(sheet.rows)")
        #expect(largestMiss("octave") < 2)
        #expect(largestMiss("coherence") < 0.15)
    }

    @Test func everyPresetIsDescribed() throws {
        let text = try String(contentsOf: Self.document, encoding: .utf8)
        for name in PresetLibrary.standard.names { #expect(text.contains("| `\(name)` |"), "\(name)") }
        for name in Self.names { #expect(text.components(separatedBy: "| `\(name)` |").count == 3, "\(name)") }
    }
}
