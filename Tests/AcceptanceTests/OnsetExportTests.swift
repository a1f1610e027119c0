// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// The onsets that a render reports, compared with those found in its sound.
@Suite(.waiting, .serialized) struct OnsetExportTests {
    /// The deviation of each sample of a stereo sound from the DC blocker's free decay.
    private static func moves(_ stereo: [Float]) -> [Double] {
        let pole = exp(-2 * Double.pi * 5 / 48_000)
        return stereo.indices.map { (place: Int) -> Double in
            let before: Double = place < 2 ? 0 : Double(stereo[place - 2])
            return (Double(stereo[place]) - pole * before).magnitude
        }
    }

    /// The drops found in the sound: undoing the DC blocker leaves nothing but impacts.
    private static func onsets(_ data: Data, after silence: Int) -> [Int] {
        let moves = moves(data.floats)
        var found: [Int] = []
        var calm = silence
        for frame in 1..<(moves.count / 2) {
            let moved = max(moves[2 * frame], moves[2 * frame + 1]) > 1e-7
            if moved, calm >= silence { found.append(frame) }
            calm = moved ? 0 : calm + 1
        }
        return found
    }

    private struct Onset: Decodable {
        let sample: Int
        let layer: String
        let material: String
        let level: Double
        let pan: Double
    }

    private static func lines(_ file: URL) throws -> [Onset] {
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Onset.self, from: Data($0.utf8)) }
    }

    @Test func everyDropIsTold() throws {
        let folder = try Folder()
        let preset = try MeasuredPreset.written(MeasuredPreset.sparse, in: folder)
        let command = ["render", "-p", preset, "-d", "30", "-o", "-", "--container", "raw", "-f", "FLOAT_LE", "--gain", "-6"]
        let state = folder.file("state.jsonl")
        let run = try Program.mustSucceed(command + ["--state", state.path, "--state-drops"])
        #expect(try Program.amaoto(command).output == run.output)
        let told = try Self.lines(state).filter { (1_000..<(30 * 48_000 - 12_000)).contains($0.sample) }
        let found = Self.onsets(run.output, after: 48).filter { (1_000..<(30 * 48_000 - 12_000)).contains($0) }
        #expect(told.count > 250 && told.count == found.count)
        for (a, b) in zip(told, found) { #expect(abs(a.sample - b) <= 1) }
        #expect(told.allSatisfy { $0.layer == "drops" && $0.material == "plain" })
        // The level is that of the peak over both channels.
        let stereo = run.output.floats, moves = Self.moves(stereo)
        for onset in told {
            let peak: [Double] = (0..<2).map { channel in
                let impact: [Float] = (0..<30).map { stereo[2 * (onset.sample + $0) + channel].magnitude }
                return Double(impact.max() ?? 0)
            }
            let level = 10 * log10(peak[0] * peak[0] + peak[1] * peak[1])
            #expect(abs(level - onset.level) < 0.2, "\(onset) \(level)")
            let sides: [Double] = (0..<2).map { channel in (0..<30).map { moves[2 * (onset.sample + $0) + channel] }.max() ?? 0 }
            #expect(abs(atan2(sides[1], sides[0]) * 4 / .pi - 1 - onset.pan) < 0.002)
        }
        // The block size changes nothing.
        let other = folder.file("other.jsonl")
        #expect(try Program.amaoto(command + ["--state", other.path, "--state-drops", "--block", "64"]).output == run.output)
        #expect(try Data(contentsOf: other) == Data(contentsOf: state))
    }

    /// Single drops of rain, and hardly any others: each reported onset is found in the sound where nothing else sounds, and each
    /// found one is reported.
    @Test func everySingleDropOfRainIsTold() throws {
        let folder = try Folder()
        let text =
            MeasuredPreset.head + """
                base:
                  { drops.rate: 0, bed.level: -60, rain.intensity: 0.02, rain.level: 20, rain.singles: 20000, rain.reach: 1,
                    rain.bed.level: -60, rain.movement: 0, rain.water: 0 }
                """
        let preset = try MeasuredPreset.written(text, in: folder)
        let state = folder.file("state.jsonl")
        let run = try Program.mustSucceed(
            "render", "-p", preset, "-d", "20", "-o", "-", "--container", "raw", "-f", "FLOAT_LE", "--state", state.path, "--state-drops")
        let whole = 2_000..<(20 * 48_000 - 12_000)
        let told = try Self.lines(state).filter { whole.contains($0.sample) }
        #expect(told.count > 800 && told.allSatisfy { $0.layer == "rain" && $0.material == "ground" })
        // The length of a drop's sound, its bubble included.
        let found = Self.onsets(run.output, after: 500).filter(whole.contains)
        let samples = told.map(\.sample)
        // The softest begin below the search threshold.
        let faint = -74.0
        for onset in found {
            #expect(told.contains { abs($0.sample - onset) <= ($0.level > faint ? 1 : 2) }, "\(onset)")
        }
        let stereo = run.output.floats
        var alone = 0
        for (place, onset) in told.enumerated().dropFirst().dropLast() {
            guard onset.sample - samples[place - 1] > 1200, samples[place + 1] - onset.sample > 500 else { continue }
            guard onset.level > faint else { continue }
            alone += 1
            #expect(found.contains { abs($0 - onset.sample) <= 1 }, "\(onset)")
            // Its energy, as if concentrated in one millisecond.
            let energy: Double = stereo[(2 * onset.sample)..<(2 * onset.sample + 800)].reduce(0) { $0 + Double($1) * Double($1) }
            #expect(abs(10 * log10(energy / 48) - onset.level) < 0.5, "\(onset)")
        }
        #expect(alone > 50)
    }

    @Test func everyNoteIsTold() throws {
        let folder = try Folder()
        let text =
            MeasuredPreset.head + """
                base: { drops.rate: 0, bed.level: -60 }
                events:
                  - { on: every 5 s, play: { voice: wood, notes: [a4], level: -12, pan: 0.5 } }
                """
        let preset = try MeasuredPreset.written(text, in: folder)
        let track = try folder.write("time,speed\n" + (0...40).map { "\(1_767_225_600 + $0),3\n" }.joined(), to: "track.csv")
        let state = folder.file("state.jsonl")
        let run = try Program.mustSucceed(
            "render", track.path, "-p", preset, "-o", "-", "--container", "raw", "-f", "FLOAT_LE", "--state", state.path, "--state-drops")
        let told = try Self.lines(state)
        let found = Self.onsets(run.output, after: 24_000)
        #expect(told.count >= 7 && told.count == found.count)
        for (a, b) in zip(told, found) { #expect(abs(a.sample - b) <= 1) }
        #expect(told.allSatisfy { $0.layer == "strikes" && $0.material == "wood" && abs($0.pan - 0.5) < 0.01 })
    }

    @Test func linesStandInOrder() throws {
        let folder = try Folder()
        let state = folder.file("state.jsonl")
        try Program.mustSucceed(
            "render", "examples/yamanote-simulated.csv", "--fit", "30", "-o", "/dev/null", "--state", state.path, "--state-drops")
        struct Line: Decodable { let sample: Int }
        let text = try String(contentsOf: state, encoding: .utf8)
        let samples = try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).sample }
        #expect(samples.count > 100 && zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(text.contains("\"parameters\"") && text.contains("\"layer\":\"strikes\"") && text.contains("\"layer\":\"drops\""))
    }
}
