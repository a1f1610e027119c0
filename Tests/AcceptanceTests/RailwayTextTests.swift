// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

/// A train ride in the program's outputs: rain, captions, speech, pictures. The ride is simulated.
@Suite(.tags(.program), .waiting, .serialized) struct RailwayTextTests {
    static let ride = "examples/yamanote-simulated.csv"

    struct Cue: Equatable {
        var start: Double
        var text: String
    }

    static func cues(_ file: URL) throws -> [Cue] {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("WEBVTT\n"))
        return text.components(separatedBy: "\n\n").compactMap { block in
            let lines = block.split(separator: "\n").map(String.init)
            guard lines.count == 2, let clock = lines[0].components(separatedBy: " --> ").first, lines[0].contains(" --> ") else {
                return nil
            }
            let parts = clock.split(separator: ":").compactMap { Double($0) }
            guard parts.count == 3 else { return nil }
            return Cue(start: parts[0] * 3600 + parts[1] * 60 + parts[2], text: lines[1])
        }
    }

    /// The state log has the start of each strike; captions match it, and none is dropped.
    @Test(arguments: ["60", "300"])
    func everyStrikeHasItsCaption(fit: String) throws {
        let folder = try Folder()
        let sound = folder.file("train.wav"), words = folder.file("train.vtt"), state = folder.file("state.jsonl"),
            figures = folder.file("stats.json")
        let run = try Program.amaoto(
            "render", Self.ride, "--fit", fit, "--to", "Shinjuku", "-o", sound.path, "--captions", words.path, "--state", state.path,
            "--stats",
            figures.path)
        try #require(run.status == 0, "\(run.errors)")
        let cues = try Self.cues(words)
        var onsets: [Double] = []
        for line in try String(contentsOf: state, encoding: .utf8).split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            for event in object?["events"] as? [[String: Any]] ?? [] { onsets.append(Double(event["onset"] as? Int ?? 0) / 48_000) }
        }
        #expect(cues.count == onsets.count && cues.count > 10)
        for (cue, onset) in zip(cues, onsets) { #expect(abs(cue.start - onset) <= 0.001) }
        let stats = try JSONSerialization.jsonObject(with: Data(contentsOf: figures)) as? [String: Any]
        #expect(stats?["events"] as? Int == cues.count && stats?["droppedEvents"] as? Int == 0)
        #expect(stats?["frames"] as? Int == (Int(fit) ?? 0) * 48_000, "--fit holds, whatever the last event takes")
        #expect(cues.contains { $0.text.contains("Yamanote") })
    }

    @Test func namesComeInTheLanguageAsked() throws {
        let run = try Program.amaoto(
            "render", Self.ride, "--fit", "60", "--lang", "ja", "-o", "/dev/null", "--container", "raw", "--captions", "-")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.text.contains("山手線"))
    }

    @Test func whatNobodyKnowsIsAskedBack() throws {
        for (option, word, nearest) in [
            ("--to", "Shinjukku", "Shinjuku"), ("--line", "JR-East.Yamanot", "JR-East.Yamanote"),
            ("--line", "Yamanote", "JR-East.Yamanote"),
        ] {
            let run = try Program.amaoto("render", Self.ride, "-o", "/dev/null", "--container", "raw", option, word)
            #expect(run.status == 2)
            #expect(run.errors.contains("did you mean \(nearest)?"), "\(run.errors)")
        }
        let missing = try Program.amaoto("track", Self.ride, "--railways", "nowhere.sqlite")
        #expect(missing.status == 4 && missing.errors.contains("nowhere.sqlite"), "\(missing.errors)")
        let resting = try Program.amaoto("render", "-d", "1", "-o", "/dev/null", "--container", "raw", "--to", "Tokyo")
        #expect(resting.status == 2)
    }

    /// Outside the shipped map `play` explains once how to import another; with a preset without railway channels it is silent.
    @Test func elsewhereItSaysHowToImport() throws {
        let folder = try Folder()
        let (_, environment) = try LivePlayTests.configuration(folder)
        let drive = ["play", "examples/visnjan-drive.gpx", "-D", "cap", "-d", "1"]
        let commuter = try Program.amaoto(drive, environment: environment)
        #expect(commuter.status == 0)
        #expect(commuter.errors.components(separatedBy: "amaoto railways import").count == 2, "\(commuter.errors)")
        let hiker = try Program.amaoto(drive + ["-p", "hiker"], environment: environment)
        #expect(!hiker.errors.contains("railways import"))
        let inside = try Program.amaoto(["play", Self.ride, "-D", "cap", "-d", "1"], environment: environment)
        #expect(inside.status == 0 && !inside.errors.contains("railways import"), "\(inside.errors)")
    }

    /// A test speaker on the PATH receives the captions; playing neither waits for it nor ends with it.
    @Test func captionsAreSpoken() throws {
        let folder = try Folder()
        let (_, environment) = try LivePlayTests.configuration(folder)
        let heard = folder.file("heard")
        // The speech dispatcher is installed and does not work, so espeak-ng takes over.
        for (name, body) in [
            ("spd-say", "exit 1"), ("espeak-ng", "for last; do :; done\necho \"$last\" >> '\(heard.path)'\nexec sleep 0.2"),
        ] {
            let script = folder.file(name)
            try Data("#!/bin/sh\n\(body)\n".utf8).write(to: script)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
        }
        var spoken = environment
        spoken["PATH"] = folder.url.path + ":/bin"
        let run = try Program.amaoto(
            ["play", Self.ride, "-D", "cap", "--fit", "60", "-d", "12", "--speak", "--captions", "-"], environment: spoken)
        #expect(run.status == 0, "\(run.errors)")
        let sentences = try String(contentsOf: heard, encoding: .utf8).split(separator: "\n")
        #expect(!sentences.isEmpty)
        #expect(run.errors.components(separatedBy: "espeak-ng speaks instead").count == 2)
        for sentence in sentences { #expect(run.text.contains("\n\(sentence)\n")) }

        var mute = environment
        mute["PATH"] = "/nowhere"
        let without = try Program.amaoto(["play", Self.ride, "-D", "cap", "--speak"], environment: mute)
        #expect(without.status == 1 && without.errors.contains("espeak-ng"), "\(without.errors)")
    }

    @Test(.needs("python3"), arguments: ["map", "track"])
    func picturesAreWhole(kind: String) throws {
        let folder = try Folder()
        let picture = folder.file("picture.svg")
        let run = try Program.amaoto("plot", kind, Self.ride, "-o", picture.path)
        #expect(run.status == 0, "\(run.errors)")
        let text = try String(contentsOf: picture, encoding: .utf8)
        for part in ["<title", "<desc", "JR Yamanote Line", "Ikebukuro"] { #expect(text.contains(part), "\(part)") }
        #expect(try !text.contains(Regex(#"[ ",(]-?(nan|inf)[ ",)]"#)))
        let again = try Program.amaoto("plot", kind, Self.ride, "-o", picture.path)
        #expect(again.status == 1, "a picture that is there stays")
        // An independent reader parses it.
        #expect(try Program.shell("python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' '\(picture.path)'").status == 0)
    }

    /// Every key, in the documented order.
    @Test func trackLinesCarryTheRailway() throws {
        let run = try Program.amaoto("track", Self.ride)
        #expect(run.status == 0)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 1358)
        let line = try #require(
            lines.first {
                $0.contains("\"runnerUp\"") && $0.contains("\"speed\"") && $0.contains("\"course\"") && $0.contains("\"phase\"")
                    && $0.contains("\"direction\"") && $0.contains("\"accuracy\"") && $0.contains("distanceToStation")
            })
        let keys = [
            "time", "lat", "lon", "speed", "course", "accuracy", "activity", "railway", "direction", "station", "phase", "confidence",
            "runnerUp", "distanceToStation", "estimated", "events", "channels",
        ]
        let places = keys.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count == keys.count && places == places.sorted(), "\(line)")
    }
}
