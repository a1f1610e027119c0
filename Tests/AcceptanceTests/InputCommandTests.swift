// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Typical inputs, on the command line: the files and streams that other programs write.
@Suite(.waiting) struct InputCommandTests {
    private static let ride = "examples/visnjan-drive.gpx"

    /// Integral seconds and the positions of the fixes that `track` prints.
    private func fixes(_ run: ProgramRun) throws -> [String] {
        try PrintedJSON.objects(run.text).map { object in
            let time = (object["time"] as? String ?? "").prefix(19)
            return "\(time) \(String(format: "%.3f %.3f", object["lat"] as? Double ?? 0, object["lon"] as? Double ?? 0))"
        }
    }

    /// A glider's log, which only gpsbabel reads; a watch's, recognised by its extension; and the message without gpsbabel.
    @Test(.needs("gpsbabel")) func whatGPSBabelReadsIsRead() throws {
        let folder = try Folder()
        let expected = try fixes(Program.amaoto("track", Self.ride))
        for (format, name, choice) in [("igc", "flight.igc", ["-t", "babel:igc"]), ("garmin_fit", "watch.fit", [])] {
            let file = folder.path(name)
            try Program.shellMustSucceed("gpsbabel -t -i gpx -f \(Self.ride) -x nuketypes,waypoints,routes -o \(format) -F \(file)")
            let run = try Program.mustSucceed(["track", file] + choice)
            let found = try fixes(run)
            #expect(
                found.count > expected.count * 9 / 10 && Set(found).subtracting(expected).count < found.count / 20,
                "\(format): \(found.count)")

            let without = try Program.amaoto(["track", file] + choice, environment: ["PATH": folder.url.path])
            #expect(without.status == 4 && without.text.isEmpty)
            #expect(without.errors.contains("gpsbabel, which is not installed") && without.errors.contains("apt"), "\(without.errors)")
        }
    }

    /// `gpspipe -w` of a gpsd that is fed with a receiver's log.
    @Test(.tags(.peers), .needs("gpsd", "gpsfake", "gpspipe", "pkill")) func gpspipeIsFollowed() throws {
        let folder = try Folder()
        let receiver = try folder.write((0..<600).map { SerialLine.sentences(second: $0) }.joined(), to: "receiver.nmea")
        let port = try freePort()
        let daemon = try RunningProgram(["-q", "-P", String(port), "-c", "0.02", receiver.path], executable: "gpsfake")
        defer {
            daemon.send(SIGTERM)
            _ = daemon.finish()
            _ = try? Program.shell("pkill -9 -f 'gpsd -b -N -S \(port) '")
        }
        let line = "for i in $(seq 100); do gpspipe -w -n 60 127.0.0.1:\(port) 2>/dev/null && break; sleep 0.1; done | amaoto track -"
        let run = try Program.shellMustSucceed(line)
        let found = try fixes(run)
        #expect(found.count > 10 && found.allSatisfy { $0.hasSuffix(" 35.683 139.767") }, "\(found.prefix(3)) \(run.errors)")
    }

    /// Fixes that come up to three seconds late are sorted on request; otherwise they are reported and counted.
    @Test func lateFixesAreSortedOnRequest() throws {
        let order = [0, 1, 4, 2, 3, 5, 8, 6, 7, 9]
        let rows = "time,lat,lon\n" + order.map { "\(1_767_225_600 + $0),35.\($0),139\n" }.joined()
        let sorted = try Program.mustSucceed(["track", "-", "--reorder", "3"], input: Data(rows.utf8))
        #expect(try fixes(sorted) == (0..<10).map { "2026-01-01T00:00:0\($0) 35.\($0)00 139.000" })
        let asItComes = try Program.amaoto(["track", "-"], input: Data(rows.utf8))
        #expect(asItComes.status == 0 && asItComes.errors.contains("4 late"), "\(asItComes.errors)")
        #expect(try fixes(asItComes) == order.map { "2026-01-01T00:00:0\($0) 35.\($0)00 139.000" })
    }

    /// The only copy of a log is not replaced by output made from it.
    @Test func theInputIsNotTheOutput() throws {
        let folder = try Folder()
        let log = folder.file("log.csv"), link = folder.file("link.csv"), session = folder.file("s.sqlite")
        let rows = Data("time,lat,lon\n1767225600,35,139\n1767225601,35,139\n".utf8)
        try rows.write(to: log)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: log)
        for output in [log, link] {
            let run = try Program.amaoto("track", log.path, "-o", output.path, "--session", session.path)
            #expect(run.status == 2 && run.errors.contains("it is also the input"), "\(run.errors)")
        }
        #expect(try Data(contentsOf: log) == rows)
        try Program.mustSucceed("track", log.path, "-o", "/dev/null", "--session", session.path)
        let kept = try Data(contentsOf: session)
        let export = try Program.amaoto("sessions", "export", session.path, "-t", "gpx", "-y", "-o", session.path)
        #expect(export.status == 2 && export.errors.contains("it is also the input"), "\(export.errors)")
        #expect(try Data(contentsOf: session) == kept)
    }

    /// When a conversion is interrupted, no part of the track is left behind.
    @Test func anInterruptedConversionLeavesNothing() throws {
        let folder = try Folder()
        // Reports that it runs, and then takes its time.
        try folder.writeProgram("#!/bin/sh\necho > '\(folder.path("runs"))'\nexec sleep 20\n", to: "gpsbabel")
        let place = try folder.makeFolder("tmp")
        let run = try RunningProgram(
            ["track", Self.ride, "-t", "babel:igc"], environment: ["PATH": "\(folder.url.path):/usr/bin:/bin", "TMPDIR": place.path])
        try run.wait { folder.names.contains("runs") }
        #expect(run.ended(by: SIGINT) == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }
}
