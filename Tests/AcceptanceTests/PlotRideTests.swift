// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto plot ride` of tracks of any length.
@Suite(.waiting) struct PlotRideTests {
    /// A temperature for each month from 1880 to 2020.
    private static func series(in folder: Folder) throws -> String {
        let rows = (1880...2020).flatMap { year in
            (1...12).map { String(format: "%d-%02d-01,%.2f", year, $0, Double(year - 1950) / 100 + Double($0 % 3) / 10) }
        }
        return try folder.write((["time,value"] + rows).joined(separator: "\n"), to: "series.csv").path
    }

    @Test func aCenturyIsAPictureAtOnce() throws {
        let folder = try Folder()
        let series = try Self.series(in: folder)
        let run = try Program.amaoto("plot", "ride", series)
        #expect(run.status == 0 && run.text.contains("Heard time") && run.text.hasSuffix("</svg>\n"), "\(run.errors)")
        #expect(run.errors.contains("The track is 141 years long") && run.errors.contains("--fit SECONDS"), "\(run.errors)")
        // The same picture as the one that it names.
        let asked = try Program.amaoto("plot", "ride", series, "--fit", "60")
        #expect(asked.output == run.output && !asked.errors.contains("years"), "\(asked.errors)")
        #expect(try !Program.amaoto("plot", "ride", series, "-q").errors.contains("years"))
    }

    /// Each of the 1,692 months is heard in 36 seconds and no longer in ten.
    @Test func rowsThatComeTooFastAreToldWithTheLength() throws {
        let folder = try Folder()
        let series = try Self.series(in: folder), out = folder.path("warm.wav")
        let preset = try folder.write(
            """
            preset: 1
            title: Warm
            describe: Warmer is harder rain.
            place: abstract
            map:
              - { from: csv.value, to: rain.intensity, domain: [-1, 1], range: [1, 40] }
            """, to: "warm.yaml")
        for (seconds, isTold) in [("10", true), ("36", false)] {
            let run = try Program.amaoto("render", series, "-p", preset.path, "--fit", seconds, "--dry-run", "-o", out)
            #expect(run.status == 0 && run.errors.contains("rows of the table fall in each second of sound") == isTold, "\(run.errors)")
            #expect(run.errors.contains("--fit 36 or more") == isTold, "\(run.errors)")
        }
        // Of a ride, only the columns that a preset follows count.
        let ride = try Program.amaoto("render", series, "--fit", "10", "--dry-run", "-o", out)
        #expect(ride.status == 0 && !ride.errors.contains("rows of the table"), "\(ride.errors)")
    }

    /// What is asked for is done, however long the track is.
    @Test func aSpeedThatIsAskedForIsKept() throws {
        let folder = try Folder()
        let series = try Self.series(in: folder)
        for options in [["-d", "2"], ["--speed", "7", "-d", "2"]] {
            let run = try Program.amaoto(["plot", "ride", series] + options)
            let speed = options.contains("--speed") ? "7.0" : "1.0"
            #expect(run.status == 0 && run.text.contains("\(speed) times the track's speed"), "\(options)")
            #expect(!run.errors.contains("years"), "\(run.errors)")
        }
    }

    /// Before hours of computing it says what they are for, and how to have a picture soon.
    @Test func aLongSoundIsAnnounced() throws {
        let folder = try Folder()
        let picture = folder.file("long.svg")
        let run = try RunningProgram(["plot", "ride", try Self.series(in: folder), "--speed", "1", "-o", picture.path])
        try run.wait { run.errors.contains("That is 141 years of sound") }
        #expect(run.errors.contains("--fit 60 fits the track into one minute"), "\(run.errors)")
        run.send(SIGINT)
        #expect(run.finish() != 0 && !FileManager.default.fileExists(atPath: picture.path))
    }

    /// A ride of up to an hour keeps its speed.
    @Test func onlyALongRideIsFitted() throws {
        let folder = try Folder()
        for (name, minutes) in [("short", 2), ("long", 61)] {
            let rows = (0...minutes).map { "\($0 * 60),\(45 + Double($0) / 1000),13" }
            let file = try folder.write((["time,lat,lon"] + rows).joined(separator: "\n"), to: "\(name).csv")
            let run = try Program.amaoto("plot", "ride", file.path)
            #expect(run.status == 0 && run.text.contains("1.0 times the track's speed") == (name == "short"), "\(name)")
            #expect(run.errors.contains("The track is 1:01:00 long") == (name == "long"), "\(run.errors)")
        }
    }

    /// The time axis ends with the sound.
    @Test func aShortSoundIsAllOfThePicture() throws {
        let run = try Program.amaoto("plot", "ride", "examples/visnjan-drive.gpx", "-d", "2")
        #expect(run.status == 0 && run.text.contains("Heard time") && !run.text.contains(">1:00</text>"), "\(run.errors)")
    }

    /// One of several tracks, a session, a live source, and every fault: read as `plot ride` and `track` read them.
    @Test(arguments: ["track", "map"]) func theInputsOptionsCount(kind: String) throws {
        let several = try Folder(), one = try Folder()
        let rows = (0..<6).flatMap { second in
            [("a", 45.1), ("b", 45.2)].map { "\(1_767_653_235 + second),\($0.0),\($0.1 + Double(second) / 1e4),13.6" }
        }
        let broken = several.file("broken.csv")
        for (file, rows) in [
            (several.file("two.csv"), rows), (one.file("two.csv"), rows.filter { $0.contains(",b,") }),
            (broken, rows + (0..<12).map { "broken \($0)" }),
        ] { try (["time,track_id,lat,lon"] + rows).joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8) }
        let told = try Program.amaoto("plot", kind, broken.path, "-v")
        #expect(told.status == 0 && told.errors.contains("broken.csv:25:") && !told.errors.contains("further faults"), "\(told.errors)")
        let both = several.path("two.csv"), session = several.path("s.sqlite")
        let chosen = try Program.amaoto("plot", kind, both, "--only", "b")
        let alone = try Program.amaoto("plot", kind, one.path("two.csv"))
        #expect(chosen.status == 0 && chosen.output == alone.output, "\(chosen.errors)")
        #expect(try Program.amaoto("plot", kind, both).output != chosen.output)
        #expect(try Program.amaoto("plot", kind, both, "--only", "nosuch").status == 4)
        try Program.mustSucceed("track", both, "--only", "b", "--session", session, "-o", "/dev/null")
        let kept = try Program.amaoto("plot", kind, session, "--session-id", "1")
        #expect(kept.status == 0 && kept.text.hasSuffix("</svg>\n"), "\(kept.errors)")
        let live = try Program.amaoto("plot", kind, "gpsd://localhost")
        #expect(live.status == 2 && live.errors.contains("is live and has no end"), "\(live.errors)")
    }
}
