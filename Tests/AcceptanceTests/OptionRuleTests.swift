// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// No option is accepted and then ignored.
@Suite(.tags(.program), .waiting) struct OptionRuleTests {
    @Test(arguments: [
        (["tune", "drizzle", "-d", "3", "--plain"], 2, "omit -d"), (["studio", "drizzle", "-d", "3"], 2, "omit -d"),
        (["render", "--applied", "none", "-o", "-", "-r", "44100"], 2, "--applied contains everything"),
        (["render", "--applied", "none", "-o", "-", "--gain", "-3"], 2, "--applied contains everything"),
        (["render", "--applied", "none", "-o", "-", "--set", "drops.rate=3"], 2, "--applied contains everything"),
        (["key", "-o", "key.xyz"], 2, "The extension of key.xyz"), (["demo", "-D", "no-such-device"], 5, "no-such-device"),
        (["plot", "track", "gpsd://localhost"], 2, "is live and has no end"), (["plot", "map", "midi://"], 2, "midi://"),
    ])
    func whatCannotApplyIsRefused(arguments: [String], status: Int32, words: String) throws {
        let run = try Program.amaoto(arguments)
        #expect(run.status == status && run.errors.contains(words) && run.output.isEmpty, "\(run.status) \(run.errors)")
    }

    /// A plot of one of several tracks is that of a file with this track alone.
    @Test(arguments: ["track", "map"]) func plotsFollowTheChosenTrack(kind: String) throws {
        let folder = try Folder()
        func rows(_ id: String, _ longitude: Double) -> [String] {
            (0..<60).map { "2026-01-01T00:00:\($0 < 10 ? "0" : "")\($0)Z,60,\(longitude + Double($0) * 2e-4),\(id)" }
        }
        let head = "time,lat,lon,vehicle"
        let both = folder.file("two.csv"), one = folder.file("one").appendingPathComponent("two.csv")
        try FileManager.default.createDirectory(at: one.deletingLastPathComponent(), withIntermediateDirectories: true)
        let (a, b) = (rows("a", 20), rows("b", 21))
        try ([head] + zip(a, b).flatMap { [$0, $1] }).joined(separator: "\n").write(to: both, atomically: true, encoding: .utf8)
        try ([head] + b).joined(separator: "\n").write(to: one, atomically: true, encoding: .utf8)
        let chosen = try Program.amaoto("plot", kind, both.path, "--only", "b")
        let alone = try Program.amaoto("plot", kind, one.path)
        #expect(chosen.status == 0 && chosen.output == alone.output, "\(chosen.errors)")
        #expect(try Program.amaoto("plot", kind, both.path).output != chosen.output)
        #expect(try Program.amaoto("plot", kind, both.path, "--only", "nosuch").status == 4)
        // Sessions are read like the file that they hold.
        let session = folder.file("s.sqlite")
        #expect(try Program.amaoto("track", one.path, "--session", session.path, "-q").status == 0)
        #expect(try Program.amaoto("plot", kind, session.path).status == 0)
    }

    /// One broken preset hides none of the others.
    @Test func aBrokenPresetIsListedAmongTheOthers() throws {
        let folder = try Folder()
        try Data("preset: [\n".utf8).write(to: folder.file("aaa.yaml"))
        let run = try Program.amaoto(["preset", "list"], environment: ["AMAOTO_PRESETS": folder.url.path])
        #expect(run.status == 3 && run.text.contains("aaa") && run.text.contains("amaoto preset check aaa"), "\(run.errors)")
        #expect(run.text.contains("commuter") && run.text.contains("tin-roof"))
    }

    @Test func everySeedIsReportedAsItWasGiven() throws {
        let folder = try Folder()
        let stats = folder.file("stats.json")
        let run = try Program.amaoto(
            "render", "-p", "drizzle", "-d", "0.1", "-o", folder.file("a.wav").path, "--seed", "\(UInt64.max)", "--stats", stats.path)
        #expect(run.status == 0)
        #expect(try String(contentsOf: stats, encoding: .utf8).contains("\"seed\": \(UInt64.max)"))
    }

    /// Where the stems cannot be written, nothing of them stays.
    @Test func failedStemsLeaveNoFolder() throws {
        let folder = try Folder()
        let run = try Program.shell(
            "cd '\(folder.url.path)' && ulimit -n 14 && amaoto render -p drizzle -d 1 -o mix.wav --stems stems -q")
        #expect(run.status != 0 && !FileManager.default.fileExists(atPath: folder.file("stems").path), "\(run.errors)")
    }
}
