// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// Loops, rotated by half their length so that the seam lies in the middle, where it is examined.
@Suite(.tags(.sounds), .waiting, .serialized) struct LoopTests {
    private func loop(_ folder: Folder, _ arguments: [String]) throws -> Sound {
        let file = folder.file("loop-\(UUID().uuidString).wav")
        try Program.mustSucceed(["render", "-f", "FLOAT_LE", "-o", file.path] + arguments)
        return try Sound(of: file)
    }

    private func turned(_ samples: [Float]) -> [Double] {
        (samples[(samples.count / 2)...] + samples[..<(samples.count / 2)]).map(Double.init)
    }

    /// The distance of each sample from the straight line between its neighbours.
    private func kinks(_ x: [Double]) -> [Double] {
        (1..<(x.count - 1)).map { (place: Int) -> Double in
            let line: Double = (x[place + 1] + x[place - 1]) / 2
            return 2 * (line - x[place]).magnitude
        }
    }

    /// A tone whose period does not divide the loop passes the seam without a click or a dip.
    @Test func aToneGoesRound() throws {
        let folder = try Folder()
        let text = MeasuredPreset.tone.replacing("tone.frequency: 997", with: "tone.frequency: 440.37").replacing("-40", with: "-20")
        let preset = try MeasuredPreset.written(text, in: folder)
        let sound = try loop(folder, ["-p", preset, "-d", "3.7", "--loop"])
        #expect(sound.frames == 177_600)
        let x = turned(sound.channels[0])
        // The largest kink of a sine, with no larger one anywhere.
        let turn = 2 * Double.pi * 440.37 / 48_000
        #expect((kinks(x).max() ?? 1) < 0.1 * turn * turn * 1.03)
        let windows = stride(from: 0, to: x.count - 4800, by: 4800).map { (start: Int) -> Double in
            let power: Double = x[start..<start + 4800].reduce(0) { $0 + $1 * $1 }
            return (power / 4800).squareRoot()
        }
        #expect((windows.max() ?? 1) / (windows.min() ?? 1) < 1.01)
        // A plain piece of the tone of the same length does click.
        let plain = try loop(folder, ["-p", preset, "-d", "6"])
        #expect((kinks(turned(Array(plain.channels[0][48_000..<225_600]))).max() ?? 0) > 0.1 * turn * turn * 3)
    }

    /// Wheels on rails strike evenly through the seam, and as loud there as elsewhere.
    @Test func railsGoRound() throws {
        let folder = try Folder()
        let text = MeasuredPreset.head + "base: { drops.rate: 0, bed.pink: 0, bed.brown: 0, rails.level: 0, rails.speed: 21 }\n"
        let sound = try loop(folder, ["-p", try MeasuredPreset.written(text, in: folder), "-d", "5", "--loop"])
        let x = turned(sound.channels[0])
        // 21 m/s for 5 s are 4.2 rails: four joints pass, one every 1.25 s.
        let joint = x.count / 4
        for start in [joint, 2 * joint, 3 * joint] {
            // A blow may come one frame later.
            let change = (0..<joint).map { (x[start + $0] - x[$0]).magnitude }.max() ?? 1
            #expect(change < 0.05 * (x.max() ?? 0))
        }
    }

    /// Strictly even drops keep their rhythm across the seam, where those of the end and of the beginning coincide.
    @Test func evenDropsKeepTheirRhythm() throws {
        let folder = try Folder()
        let text = MeasuredPreset.head + "base: { drops.rate: 300, drops.regularity: 0, drops.width: 0, bed.pink: 0, bed.brown: 0 }\n"
        let sound = try loop(folder, ["-p", try MeasuredPreset.written(text, in: folder), "-d", "5.1", "--loop"])
        let x = turned(sound.channels[0])
        var starts: [Int] = []
        for place in x.indices where x[place].magnitude > 0.03 && place - (starts.last ?? -4800) >= 4800 { starts.append(place) }
        // 25.5 drops in 5.1 s become 25 or 26.
        #expect((25...27).contains(starts.count), "\(starts)")
        #expect(zip(starts, starts.dropFirst()).dropFirst().allSatisfy { (9300...9900).contains($1 - $0) }, "\(starts)")
    }

    /// Dense drops over a bed, at a constant level, and a shipped preset, which varies by itself.
    @Test(arguments: [("steady", 0.4, 0.6), ("drizzle", 2.0, 2.0)])
    func rainGoesRound(preset: String, levels: Double, octaves colours: Double) throws {
        let folder = try Folder()
        let steady =
            MeasuredPreset.head + """
                base:
                  drops.rate: 240000
                  drops.impact.amplitude: 0.02
                  drops.impact.duration: 0.3
                  drops.bubble.amplitude: 0.01
                  drops.bubble.frequency: 1500
                  bed.pink: 0.03
                  bed.brown: 0
                """
        let preset = preset == "steady" ? try MeasuredPreset.written(steady, in: folder) : preset
        let sound = try loop(folder, ["-p", preset, "-d", "16", "--loop"])
        #expect(sound.frames == 16 * 48_000)
        for channel in sound.channels {
            let x = turned(channel), seam = x.count / 2
            // The kinks at the seam do not stand out among the others.
            let all = kinks(x)
            let near = all[(seam - 3)...(seam + 1)].max() ?? 1
            #expect(near < all.sorted()[Int(Double(all.count) * 0.9999)])
            // Nothing fades: the two seconds before the seam and the two after it are as loud as the rest.
            func level(_ range: Range<Int>) -> Double {
                let power: Double = x[range].reduce(0) { $0 + $1 * $1 }
                return 10 * log10(power / Double(range.count))
            }
            let whole = level(0..<x.count)
            for start in stride(from: seam - 96_000, to: seam + 96_000, by: 48_000) {
                #expect(abs(level(start..<start + 48_000) - whole) < levels)
            }
        }
        // The colour does not change there either.
        func octaves(_ range: Range<Int>) -> [Double] {
            let piece = Sound(sampleRate: 48_000, channels: sound.channels.map { Array(turned($0)[range].map(Float.init)) })
            let report = RainReport(of: piece)
            return [RainStatistic.octave250, .octave1000, .octave4000, .octave8000].compactMap { report[$0] }
        }
        let seam = 8 * 48_000
        let near = octaves(seam - 96_000..<seam + 48_000), far = octaves(0..<144_000)
        #expect(near.count == 4)
        for (a, b) in zip(near, far) { #expect(abs(a - b) < colours) }
        // A second render is byte-identical, for any block size; another seed gives another loop.
        #expect(try loop(folder, ["-p", preset, "-d", "16", "--loop", "--block", "777"]) == sound)
        #expect(try loop(folder, ["-p", preset, "-d", "16", "--loop", "--seed", "2"]) != sound)
    }

    @Test func stemsOfALoopAreItsMix() throws {
        let folder = try Folder()
        let text =
            MeasuredPreset.head
            + "base: { bed.pink: 0.02, tone.level: -30, drops.rate: 3000, drops.impact.amplitude: 0.05, drops.bubble.amplitude: 0.05 }\n"
        let preset = try MeasuredPreset.written(text, in: folder)
        let mix = try loop(folder, ["-p", preset, "-d", "5", "--loop", "--stems", folder.path("stems")])
        var worst: Float = 0
        var sum = [Float](repeating: 0, count: mix.frames)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("stems")) {
            let stem = try Sound(of: folder.file("stems").appendingPathComponent(name))
            try #require(stem.frames == mix.frames)
            for frame in 0..<mix.frames { sum[frame] += stem.channels[0][frame] }
        }
        for frame in 0..<mix.frames { worst = max(worst, (sum[frame] - mix.channels[0][frame]).magnitude) }
        #expect(20 * log10(worst) < -120)
    }

    /// A part of a loop is none: no sampler may jump in it.
    @Test func aCutLoopHasNoLoopPoints() throws {
        let folder = try Folder()
        let file = folder.file("cut.wav")
        let run = try RunningProgram(
            ["-c", "exec amaoto render -p drizzle --loop -d 9000 -o - >'\(file.path)'"], executable: "/bin/sh")
        try run.wait { size(of: file) > 1_000_000 }
        #expect(run.ended(by: SIGINT) == 130)
        let head = try FileHandle(forReadingFrom: file).read(upToCount: 400) ?? Data()
        #expect(head.range(of: Data("smpl".utf8)) == nil && head.range(of: Data("JUNK".utf8)) != nil)
    }

    /// Prints the loops of a file.
    private static let reader =
        WaveChunks.python + #"""
            found = [struct.unpack("<9I6I", body) for name, body in chunks(sys.argv[1]) if name == b"smpl"]
            period, key, loops, kind, start, end, count = [found[0][i] for i in (2, 3, 7, 10, 11, 12, 14)]
            print(len(found), period, key, loops, kind, start, end, count)
            """#

    /// Samplers and editors find the loop: its first and last frame, without end.
    @Test(.needs("python3"), arguments: ["loop.wav", "loop.rf64", "-", "stems/rain.wav"]) func theFileHasItsLoopPoints(name: String) throws
    {
        let folder = try Folder()
        let run = try Program.shell(
            """
            set -e; cd '\(folder.url.path)'
            amaoto render -p drizzle -d 2.5 -r 44100 --loop -q --stems stems --container wav -o - >stdout.wav
            for name in loop.wav loop.rf64; do amaoto render -p drizzle -d 2.5 -r 44100 --loop -q -o $name; done
            amaoto render -p drizzle -d 2.5 -q -o plain.wav; if grep -q smpl plain.wav; then exit 1; fi
            python3 - '\(name == "-" ? "stdout.wav" : name)' <<'PROGRAM'
            \(Self.reader)
            PROGRAM
            """)
        #expect(run.text == "1 22676 60 1 0 0 110249 0\n", "\(run.errors)")
    }

    @Test func whatIsNoLoopIsSaid() throws {
        let run = try Program.amaoto("render", "examples/visnjan-drive.gpx", "--loop", "-d", "10", "-o", "-")
        #expect(run.status == 2 && run.errors.contains("--loop makes resting rain a loop"))
        #expect(try Program.amaoto("render", "--loop", "-d", "0.5", "-o", "-").status == 2)
    }
}
