// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A command that writes files, over older ones of the same names.
struct FileWriting: CustomTestStringConvertible, Sendable {
    let name: String
    /// The commands that make the older files.
    var before: [[String]] = []
    /// `@/` is the folder.
    let arguments: [String]
    var input: String?
    /// The files that it writes.
    let files: [String]
    /// The command plays: its device discards the sound.
    var plays = false
    var testDescription: String { name }

    private static let ride = "examples/visnjan-drive.gpx"
    private static let fixtures = "Tests/RailwaysTests/Fixtures"

    static let all: [FileWriting] = [
        FileWriting(
            name: "render, wav", before: [["render", "-p", "storm", "-d", "0.5", "-o", "@/a.wav"]],
            arguments: ["render", ride, "-d", "1", "--fit", "1", "-y", "-o", "@/a.wav"], files: ["a.wav"]),
        FileWriting(
            name: "render, flac", before: [["render", "-p", "storm", "-d", "0.5", "-o", "@/a.flac"]],
            arguments: ["render", "-p", "drizzle", "-d", "1", "-y", "-o", "@/a.flac"], files: ["a.flac"]),
        FileWriting(
            name: "render, a new name", arguments: ["render", "-p", "drizzle", "-d", "0.5", "-o", "@/a.wav"], files: ["a.wav"]),
        FileWriting(
            name: "render, stems and logs",
            arguments: [
                "render", ride, "-d", "0.5", "--fit", "1", "-o", "@/a.wav", "--stems", "@/layers", "--state", "@/s.jsonl", "--captions",
                "@/c.vtt", "--stats", "@/t.json",
            ],
            files: ["a.wav", "s.jsonl", "c.vtt", "t.json"]
                + ["drops", "bed", "tone", "rain", "strikes", "thunder", "wash", "wind", "rails"].map { "layers/\($0).wav" }),
        FileWriting(
            name: "track", before: [["track", "examples/zbevnica-hike.gpx", "-o", "@/t.jsonl"]],
            arguments: ["track", ride, "-o", "@/t.jsonl", "-y"], files: ["t.jsonl"]),
        FileWriting(
            name: "key", before: [["key", "-p", "drizzle", "-o", "@/k.flac", "--captions", "@/k.vtt"]],
            arguments: ["key", "-p", "storm", "-o", "@/k.flac", "--captions", "@/k.vtt", "-y"], files: ["k.flac", "k.vtt"]),
        FileWriting(
            name: "plot", before: [["plot", "drop", "-o", "@/p.svg"]], arguments: ["plot", "map", ride, "-o", "@/p.svg", "-y"],
            files: ["p.svg"]),
        FileWriting(name: "preset new", arguments: ["preset", "new", "@/my.yaml", "--from", "commuter"], files: ["my.yaml"]),
        FileWriting(
            name: "preset set", before: [["preset", "new", "@/my.yaml", "--from", "commuter"]],
            arguments: ["preset", "set", "@/my.yaml", "drops.rate=300"], files: ["my.yaml"]),
        FileWriting(
            name: "tune, save", before: [["preset", "new", "@/my.yaml", "--from", "commuter"]],
            arguments: ["tune", "@/my.yaml", "--plain", "-D", "null"], input: "drops.rate = 300\nsave\nquit\n", files: ["my.yaml"],
            plays: true),
        FileWriting(
            name: "railways import", before: [["railways", "import", "\(fixtures)/n02", "-o", "@/r.sqlite"]],
            arguments: ["railways", "import", "\(fixtures)/nuremberg-gtfs", "-o", "@/r.sqlite", "-y"], files: ["r.sqlite"]),
        FileWriting(
            name: "sessions export", before: [["track", ride, "--session", "@/s.sqlite", "-o", "@/e.gpx"]],
            arguments: ["sessions", "export", "@/s.sqlite", "-o", "@/e.gpx", "-y"], files: ["e.gpx"]),
        FileWriting(
            name: "play, recorded", before: [["render", "-p", "storm", "-d", "0.5", "-o", "@/a.wav"]],
            arguments: [
                "play", ride, "-D", "cap", "--speed", "500", "-d", "1", "-y", "--record", "@/a.wav", "--state", "@/s.jsonl", "--captions",
                "@/c.vtt", "--applied", "@/l.jsonl", "--stats", "@/t.json",
            ], files: ["a.wav", "s.jsonl", "c.vtt", "l.jsonl", "t.json"], plays: true),
    ]

    func arguments(in folder: Folder) -> [String] { Self.placed(arguments, in: folder) }

    private static func placed(_ arguments: [String], in folder: Folder) -> [String] {
        arguments.map { $0.hasPrefix("@/") ? folder.path(String($0.dropFirst(2))) : $0 }
    }

    /// A folder that contains the older files.
    func prepared() throws -> Folder {
        let folder = try Folder()
        for command in before { try Program.mustSucceed(Self.placed(command, in: folder)) }
        return folder
    }

    /// The tests' environment plus, if it plays, a device that discards the sound.
    func environment(_ aside: Folder) throws -> [String: String] {
        plays ? try SoundDevices.capturing(in: aside).environment : [:]
    }

    /// Names that a run may leave behind, which the next one cleans up.
    static func isTemporary(_ name: String) -> Bool { name.contains(".partial") }
}
