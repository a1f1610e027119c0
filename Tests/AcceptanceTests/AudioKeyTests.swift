// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The captions and cue points of an audio key match the sound, as measured in the file by an independent reader.
@Suite(.tags(.program), .waiting, .serialized) struct AudioKeyTests {
    /// Reads a WAV file and a WebVTT file, and finds onsets in the sound: where the level rises by a quarter within 10 ms, and
    /// where a silence of 100 ms ends.
    private static let reader =
        WaveChunks.python + #"""
            parts = chunks(sys.argv[1])
            chunk = dict(parts)
            rate, = struct.unpack("<I", chunk[b"fmt "][4:8])
            channels, = struct.unpack("<H", chunk[b"fmt "][2:4])
            assert struct.unpack("<H", chunk[b"fmt "][14:16])[0] == 16
            def seconds(text):
                h, m, s = text.split(":")
                return int(h) * 3600 + int(m) * 60 + float(s)
            captions = []
            for block in open(sys.argv[2], encoding="utf-8").read().split("\n\n"):
                found = re.match(r"(\S+) --> (\S+)\n(.*)", block)
                if found: captions.append([seconds(found[1]), seconds(found[2]), found[3].strip()])
            samples = struct.unpack("<%dh" % (len(chunk[b"data"]) // 2), chunk[b"data"])
            frames = [max(abs(v) for v in samples[k:k + channels]) for k in range(0, len(samples), channels)]
            hop = rate // 500
            level = [max(frames[k:k + hop]) for k in range(0, len(frames) - hop, hop)]
            onsets, last = [0.0], 0
            for k in range(6, len(level)):
                if level[k] > 1.25 * max(level[k - 6:k - 4]) + 20 and k - last > 120:
                    onsets.append(k * hop / rate)
                    last = k
            ends, quiet = [], 0
            for k, value in enumerate(frames):
                if value <= 1: quiet += 1
                else:
                    if quiet > rate // 10: ends.append(k / rate)
                    quiet = 0
            marks = [[offset / rate, label] for offset, label in cues(parts)]
            print(json.dumps({"cues": marks, "captions": captions, "onsets": onsets, "ends": ends, "length": len(frames) / rate}))
            """#

    private struct Heard: Decodable {
        struct Cue: Decodable {
            let time: Double, label: String
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                time = try list.decode(Double.self)
                label = try list.decode(String.self)
            }
        }
        struct Caption: Decodable {
            let start: Double, end: Double, text: String
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                start = try list.decode(Double.self)
                end = try list.decode(Double.self)
                text = try list.decode(String.self)
            }
        }
        let cues: [Cue]
        let captions: [Caption]
        let onsets: [Double]
        let ends: [Double]
        let length: Double
    }

    private static func heard(_ wave: URL, _ captions: URL, _ folder: Folder) throws -> Heard {
        let script = try folder.write(reader, to: "reader.py")
        let run = try Program.shellMustSucceed("python3 \(script.path) \(wave.path) \(captions.path)")
        return try JSONDecoder().decode(Heard.self, from: run.output)
    }

    /// Every change of these presets is a jump in level.
    private static let head = """
        preset: 1
        title: Steps
        place: abstract
        base: { drops.rate: 0, bed.pink: 0, bed.brown: 0, bed.white: 0, tone.level: -50, tone.frequency: 1000 }
        map:

        """
    private static let speed = """
          - { from: speed, unit: km/h, to: tone.level, domain: [0, 120], range: [-46, -16], smooth: 0, say: Louder is faster. }
        events:
          - { on: fix lost, play: { voice: wood, notes: [e5, b4], gap: 0.3, level: -6 }, say: 'Lost & gone.' }
          - { on: fix back, play: { voice: wood, notes: [a5], level: -6 } }
        """
    private static let names = """
          - from: line
            to: tone.level
            choose: { one: -46, two: -36, three: -20, also three: -20 }
            otherwise: -10
            smooth: 0
          - { from: lost, to: tone.level, domain: [0, 1], range: [1, 0.1], combine: multiply, smooth: 0 }
        """

    @Test(.needs("python3", "sox"), arguments: [false, true]) func everyCueAndCaptionIsHeardWhereItStands(isNamed: Bool) throws {
        let folder = try Folder()
        let preset = try folder.write(Self.head + (isNamed ? Self.names : Self.speed), to: "steps.yaml"), wave = folder.file("key.wav")
        try Program.mustSucceed("key", "-p", preset.path, "-o", wave.path, "-f", "S16_LE")
        #expect(folder.names == ["key.vtt", "key.wav", "steps.yaml"])
        let heard = try Self.heard(wave, folder.file("key.vtt"), folder)
        #expect(
            heard.cues.map(\.label)
                == (isNamed
                    ? [
                        "at rest", "line one", "line two", "line three (also also three)", "line any other name", "lost off; line two",
                        "lost on; line two",
                    ]
                    : [
                        "at rest", "speed 0 km/h", "speed 30 km/h", "speed 60 km/h", "speed 90 km/h", "speed 120 km/h", "speed 0 km/h",
                        "event fix lost; speed 0 km/h", "event fix back; speed 0 km/h", "speed 120 km/h", "event fix lost; speed 120 km/h",
                        "event fix back; speed 120 km/h",
                    ]))
        if !isNamed {
            #expect(heard.captions.map(\.text)[1] == "speed 0 km/h. Louder is faster.")
            #expect(heard.captions.map(\.text).contains("event fix lost; speed 0 km/h. Lost &amp; gone."))
        }
        #expect(heard.captions.count == heard.cues.count)
        for (cue, caption) in zip(heard.cues, heard.captions) {
            #expect(abs(cue.time - caption.start) <= 0.001)
            let nearest = heard.onsets.map { abs($0 - cue.time) }.min() ?? 1
            #expect(nearest <= 0.01, "\(cue.label) at \(cue.time) s, heard \(nearest) s away")
        }
        // There are no other onsets: only the second notes of an event have no cue point.
        let others = heard.onsets.filter { onset in !heard.cues.contains { abs($0.time - onset) <= 0.01 } }
        let seconds = heard.cues.filter { $0.label.hasPrefix("event fix lost") }.map { $0.time + 0.3 }
        #expect(others.count == seconds.count && zip(others, seconds).allSatisfy { abs($0 - $1) <= 0.01 }, "\(others)")
        #expect(zip(heard.captions, heard.captions.dropFirst()).allSatisfy { $0.end <= $1.start })
        // Other programs can play it, too.
        let sox = try Program.shell("sox \(wave.path) -n stat")
        #expect(sox.status == 0 && !sox.errors.contains("WARN"), "\(sox.errors)")
    }

    @Test(.needs("python3")) func aShippedKeyIsShortWithASilenceBeforeEachStretch() throws {
        let folder = try Folder()
        let wave = folder.file("key.wav")
        let run = try Program.mustSucceed("key", "-p", "hiker", "-o", wave.path, "-f", "S16_LE", "-c", "1")
        let heard = try Self.heard(wave, folder.file("key.vtt"), folder)
        #expect((30...91).contains(heard.length))
        #expect(!heard.ends.isEmpty)
        for end in heard.ends { #expect(heard.cues.contains { (-0.001...0.01).contains(end - $0.time) }, "\(end)") }
        let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(lines.count == heard.captions.count)
        for (line, caption) in zip(lines, heard.captions) { #expect(line.hasSuffix(caption.text)) }
        // The table of contents is the same without the sound, as data.
        let list = try Program.amaoto("key", "-p", "hiker", "--list")
        #expect(list.status == 0 && list.errors.isEmpty)
        #expect(run.errors.hasPrefix(list.text) && list.text.split(separator: "\n").count == lines.count + 1)
    }

    @Test(arguments: ["flac", "ogg", "raw", "w64"]) func otherFilesHaveCaptionsAndSaySo(ending: String) throws {
        let folder = try Folder()
        let file = folder.file("key.\(ending)")
        let run = try Program.mustSucceed("key", "-p", "tone", "-o", file.path)
        #expect(folder.names == ["key.\(ending)", "key.vtt"].sorted())
        #expect(run.errors.contains("Cue points need a .wav file"))
    }

    @Test func nothingIsReplacedUnasked() throws {
        let folder = try Folder()
        let file = folder.file("key.wav"), captions = try folder.write("mine", to: "key.vtt")
        let run = try Program.amaoto("key", "-p", "classic", "-o", file.path)
        #expect(run.status == 1 && run.errors.contains("key.vtt") && run.errors.contains("-y"))
        #expect(folder.names == ["key.vtt"])
        try Program.mustSucceed("key", "-p", "classic", "-o", file.path, "-y")
        #expect(try String(contentsOf: captions, encoding: .utf8).hasPrefix("WEBVTT\n"))
    }

    @Test func anUnknownExtensionIsRefusedBeforeAnyWork() throws {
        let run = try Program.amaoto("key", "-p", "tone", "-o", "key.xyz")
        #expect(run.status == 2 && run.errors.contains("The extension of key.xyz is not one of a sound file"), "\(run.errors)")
        #expect(!run.errors.contains("Audio key of"))
    }

    @Test(.needs("strings")) func aLargeFileHasItsCuesToo() throws {
        let folder = try Folder()
        let file = folder.file("key.rf64")
        try Program.mustSucceed("key", "-p", "tone", "-o", file.path)
        let bytes = [UInt8](try Data(contentsOf: file))
        // The size in ds64 (EBU Tech 3306) includes the added chunks.
        let size = bytes[20..<28].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(String(decoding: bytes[..<4], as: UTF8.self) == "RF64" && size == bytes.count - 8)
        func count(_ line: String) throws -> Int? { Int(try Program.shell(line).text.trimmingCharacters(in: .whitespacesAndNewlines)) }
        let named = try count("strings -n 8 \(file.path) | grep -c km/h")
        #expect(try named == count("grep -c km/h \(folder.path("key.vtt"))") && named ?? 0 >= 5)
    }
}
