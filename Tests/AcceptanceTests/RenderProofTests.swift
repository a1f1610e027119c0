// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TestTraits
import Testing

/// The shipped program, watched from outside while it plays every preset: by RealtimeSanitizer and by our own watch
/// (Tests/PlayerWatch), both loaded before the program's libraries.
@Suite(.tags(.watch), .waiting, .serialized) struct RenderProofTests {
    /// System calls that wait for the device or the clock, by their numbers on x86-64.
    private static let waiting = [7: "poll", 230: "clock_nanosleep"]
    private static let files = [0: "read", 1: "write", 16: "ioctl"]
    private static let source = Program.root.appendingPathComponent("Tests")

    // MARK: The sanitizer

    @Test(.enabled(if: PreloadedLibrary.sanitizerArchive != nil, "NOT RUN: this toolchain has no RealtimeSanitizer"))
    func `the sanitizer finds nothing in any preset`() throws {
        let folder = try Folder()
        let sanitizer = try PreloadedLibrary.sanitizer(in: folder)
        let runs = try play(folder, [sanitizer]) { _ in [:] }
        for (name, run) in runs {
            #expect(run.finish() == 0, "\(name): \(run.errors)")
            #expect(!run.errors.contains("RealtimeSanitizer"), "\(name): \(run.errors)")
        }
    }

    @Test(
        .enabled(if: PreloadedLibrary.sanitizerArchive != nil, "NOT RUN: this toolchain has no RealtimeSanitizer"),
        arguments: ["malloc", "pthread_mutex_lock", "write", "nanosleep"])
    func `the sanitizer sees what is planted`(deed: String) throws {
        let folder = try Folder()
        let sanitizer = try PreloadedLibrary.sanitizer(in: folder)
        let planted = try PreloadedLibrary.compiled(["PlayerWatch/PlantedDeed.c"], "planted", in: folder)
        let run = try play(["tone"], folder, [planted, sanitizer]) { _ in ["PLANTED_DEED": deed] }[0].run
        #expect(run.finish() != 0)
        #expect(run.errors.contains("RealtimeSanitizer") && run.errors.contains("`\(deed)`"), "\(run.errors)")
    }

    // MARK: Our own watch

    @Test func `between two periods nothing is allocated or locked`() throws {
        for (name, report) in try watched() {
            var rendering = report.rendering
            rendering.calls = [:]
            #expect(rendering == .init(), "\(name): \(report)")
            #expect(report.between.allocations == 0 && report.between.frees == 0 && report.between.locks == 0, "\(name): \(report)")
            #expect(report.library.allocations == 0 && report.library.frees == 0, "\(name): \(report)")
        }
    }

    @Test(.needs("python3"), .enabled(if: PreloadedLibrary.seesSystemCalls, "NOT RUN: this kernel does not intercept system calls"))
    func `between two periods the system is called for nothing but waiting`() throws {
        for (name, report) in try watched() {
            #expect(report.callsWatched, "\(name): \(report)")
            #expect(report.rendering.calls.isEmpty, "\(name): \(report)")
            #expect(Set(report.between.calls.keys).isSubset(of: Set(Self.waiting.keys)), "\(name): \(report)")
            #expect(Set(report.library.calls.keys).isSubset(of: Set(Self.waiting.keys).union(Self.files.keys)), "\(name): \(report)")
        }
    }

    @Test(arguments: ["rendering", "between"], ["allocation", "lock"])
    func `the watch sees what is planted`(room: String, deed: String) throws {
        let (report, seen, times) = try planted(deed, in: room)
        switch deed {
        case "allocation": #expect(seen.allocations == times && seen.frees == times, "\(report)")
        default: #expect(seen.locks == times, "\(report)")
        }
    }

    @Test(
        .needs("python3"), .enabled(if: PreloadedLibrary.seesSystemCalls, "NOT RUN: this kernel does not intercept system calls"),
        arguments: ["rendering", "between"])
    func `the watch sees a planted system call`(room: String) throws {
        let (report, seen, times) = try planted("call", in: room)
        let getppid = 110
        #expect(report.callsWatched && seen.calls[getppid] == times, "\(report)")
    }

    /// The watch's report on a drive with each preset.
    private func watched() throws -> [(name: String, report: WatchReport)] {
        let folder = try Folder()
        let watch = try PreloadedLibrary.watch(in: folder)
        let runs = try play(folder, [watch]) { ["PLAYER_WATCH_REPORT": folder.path("\($0).json")] }
        return try runs.map { name, run -> (name: String, report: WatchReport) in
            #expect(run.finish() == 0, "\(name): \(run.errors)")
            let report = try WatchReport(folder.file("\(name).json"))
            #expect(report.periods > 400, "\(name): \(report)")
            return (name, report)
        }
    }

    /// The watch's report with a violation planted in every hundredth period, and the number of those.
    private func planted(_ deed: String, in room: String) throws -> (report: WatchReport, seen: WatchReport.Room, times: Int) {
        let folder = try Folder()
        let watch = try PreloadedLibrary.watch(in: folder)
        let run = try play(["tone"], folder, [watch]) { _ in
            ["PLAYER_WATCH_REPORT": folder.path("report.json"), "PLAYER_WATCH_PLANT": "\(room):\(deed)"]
        }[0].run
        #expect(run.finish() == 0, "\(run.errors)")
        let report = try WatchReport(folder.file("report.json"))
        let times = report.periods / 100
        #expect(times > 3)
        return (report, room == "rendering" ? report.rendering : report.between, times)
    }

    // MARK: Playing

    private func play(_ folder: Folder, _ libraries: [URL], _ environment: (String) -> [String: String]) throws
        -> [(name: String, run: RunningProgram)]
    {
        try play(PresetLibrary.standard.names, folder, libraries, environment)
    }

    /// Plays a drive of three seconds with each preset, on separate devices.
    private func play(_ presets: [String], _ folder: Folder, _ libraries: [URL], _ environment: (String) -> [String: String]) throws
        -> [(name: String, run: RunningProgram)]
    {
        let (_, devices) = try SoundDevices.capturing(in: folder)
        return try presets.map { name in
            let run = try RunningProgram(
                ["play", "examples/visnjan-drive.gpx", "-p", name, "--fit", "3", "-D", "cap", "--plain"],
                environment: environment(name).merging(devices) { $1 }, preloading: libraries)
            return (name, run)
        }
    }
}

/// The watch's report on the audio thread.
private struct WatchReport: Decodable {
    struct Room: Decodable, Equatable {
        var allocations = 0, frees = 0, locks = 0, retains = 0, releases = 0
        var calls: [Int: Int] = [:]

        init() {}
        private enum Key: String, CodingKey { case allocations, frees, locks, retains, releases, calls }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            allocations = try values.decode(Int.self, forKey: .allocations)
            frees = try values.decode(Int.self, forKey: .frees)
            locks = try values.decode(Int.self, forKey: .locks)
            retains = try values.decode(Int.self, forKey: .retains)
            releases = try values.decode(Int.self, forKey: .releases)
            calls = try values.decode([Int: Int].self, forKey: .calls)
        }
    }
    let periods: Int
    let callsWatched: Bool
    let rendering, library, between: Room

    init(_ file: URL) throws { self = try JSONDecoder().decode(WatchReport.self, from: Data(contentsOf: file)) }
}
