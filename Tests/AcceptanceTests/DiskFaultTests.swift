// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Full, read-only and broken disks: each fault is reported with its cause and a remedy, has its exit code, and leaves the old
/// file unchanged and nothing beside it but a complete file that could not get its name.
@Suite(.tags(.crashes), .waiting) struct DiskFaultTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        let name: String
        /// For the recorder: the kind of operation, its number, errno.
        let failing: String
        let says: String
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "full at the first write", failing: "W 1 \(ENOSPC)", says: "No space left on device"),
        Fault(name: "full later", failing: "W 3 \(ENOSPC)", says: "No space left on device"),
        Fault(name: "breaking as it syncs", failing: "S 1 \(EIO)", says: "Input/output error"),
        Fault(name: "read-only", failing: "C 1 \(EROFS)", says: "Read-only file system"),
        Fault(name: "refusing the name", failing: "R 1 \(EACCES)", says: "Permission denied"),
    ]

    @Test(arguments: FileWriting.all, faults) func aFaultIsSaidAndLeavesTheOld(_ writing: FileWriting, _ fault: Fault) throws {
        let folder = try writing.prepared()
        let aside = try Folder()
        let before = RecordedDisk.contents(of: folder)
        let run = try Program.amaoto(
            writing.arguments(in: folder), input: writing.input.map { Data($0.utf8) },
            environment: RecordedDisk.environment(
                folder, log: aside.file("log"),
                with: writing.environment(aside).merging(["DISK_RECORDER_FAIL": fault.failing]) { $1 }))
        let left = RecordedDisk.contents(of: folder)
        // A file of two writes does not reach a later fault.
        if fault.failing.hasPrefix("W 3"), run.status == 0 { return #expect(left.count >= before.count) }
        // Tuning refuses to save, and its script gets a preset's exit code.
        #expect(run.status == 1 || writing.name == "tune, save" && run.status == 3, "\(run.status) \(run.errors)")
        // SQLite has its own messages for disk errors.
        #expect(run.errors.contains(fault.says) || writing.name == "railways import", "\(run.errors)")
        #expect(run.errors.contains(";"), "no remedy: \(run.errors)")
        for (name, content) in before { #expect(left[name] == content || Self.isWhole(name, left[name]), "\(name)") }
        let kept = left.keys.filter(FileWriting.isTemporary)
        // A finished file that is refused its name is not lost, and the message says where it is. A preset's change is still in
        // the command or in the tuner, and a partial file would block the next save.
        let isPreset = ["preset new", "preset set", "tune, save"].contains(writing.name)
        #expect(kept.isEmpty != (fault.failing.hasPrefix("R") && !isPreset), "\(left.keys)")
        #expect(kept.isEmpty || kept.contains { run.errors.contains("the complete file is in \(folder.path($0))") }, "\(run.errors)")
        for (name, content) in left where before[name] == nil { #expect(Self.isWhole(name, content), "\(name)") }
    }

    /// Of several files, those that could be written are complete.
    private static func isWhole(_ name: String, _ content: Data?) -> Bool {
        guard let content, !content.isEmpty else { return false }
        return switch (name as NSString).pathExtension {
        case "wav": content.starts(with: Data("RIFF".utf8))
        case "json": (try? JSONSerialization.jsonObject(with: content)) != nil
        case "jsonl", "vtt": content.last == 10
        case "flac": content.starts(with: Data("fLaC".utf8))
        case "svg", "gpx": String(decoding: content.suffix(8), as: UTF8.self).contains(name.hasSuffix("svg") ? "</svg>" : "</gpx>")
        case "yaml": String(decoding: content, as: UTF8.self).contains("preset: 1")
        case "sqlite": content.starts(with: Data("SQLite format 3".utf8))
        default: false
        }
    }

    /// Some folders have neither exclusive renaming nor hard links: those shared with a virtual machine or mounted over FUSE.
    @Test(arguments: FileWriting.all.prefix(3)) func aFolderThatCanOnlyRenameGetsItsFiles(_ writing: FileWriting) throws {
        let folder = try writing.prepared(), aside = try Folder()
        let before = RecordedDisk.contents(of: folder)
        try Program.mustSucceed(
            writing.arguments(in: folder),
            environment: RecordedDisk.environment(folder, log: aside.file("log"), with: ["DISK_RECORDER_PLAIN": "1"]))
        let left = RecordedDisk.contents(of: folder)
        #expect(Set(left.keys) == Set(writing.files))
        for name in writing.files { #expect(Self.isWhole(name, left[name]) && left[name] != before[name], "\(name)") }
    }

    /// When a recording, a log or the session can no longer be written, the rain continues and the fault is reported at once.
    @Test(arguments: [("--record", "a.wav"), ("--state", "s.jsonl"), ("--applied", "l.jsonl"), ("--session", "s.sqlite")])
    func theRainGoesOn(option: String, name: String) throws {
        let folder = try Folder(), aside = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: aside)
        // The session's file is created before the disk is full.
        let failing = option == "--session" ? "W 40 \(ENOSPC)" : option == "--record" ? "W 4 \(ENOSPC)" : "W 1 \(ENOSPC)"
        let run = try Program.amaoto(
            [
                "play", "examples/visnjan-drive.gpx", "-D", "cap", "-f", "FLOAT_LE", "--speed", "20", "-d", "6", option,
                folder.path(name),
            ],
            environment: RecordedDisk.environment(
                folder, log: aside.file("log"), with: environment.merging(["DISK_RECORDER_FAIL": failing]) { $1 }))
        #expect(run.status == 1, "\(run.errors)")
        // All of it was played.
        #expect(try Data(contentsOf: captured).count == 6 * 48_000 * 8)
        #expect(run.errors.contains("Played"), "\(run.errors)")
        let lines = run.errors.split(separator: "\n").map(String.init)
        let told = lines.firstIndex { $0.contains(name) && ($0.contains("No space") || $0.contains("full") || $0.contains("disk")) }
        let ended = lines.firstIndex { $0.hasPrefix("Played") }
        #expect(try #require(told) < #require(ended), "\(run.errors)")
        #expect(folder.names.filter(FileWriting.isTemporary).isEmpty)
    }

    /// A recording cannot be repeated: the part before the disk was full is a valid sound file.
    @Test(.needs("sox")) func whatWasRecordedIsKept() throws {
        let folder = try Folder()
        let whole = folder.path("whole.wav"), cut = folder.path("cut.wav")
        let play = "amaoto play examples/visnjan-drive.gpx -D null --speed 20 -d 6 --record"
        try Program.shellMustSucceed("\(play) \(whole)")
        let run = try Program.shell("ulimit -f 500; \(play) \(cut)")
        #expect(run.status == 1 && run.errors.contains("the partial output is in \(cut)") && run.errors.contains("Played"), "\(run.errors)")
        // More room would not help.
        #expect(run.errors.contains("ulimit -f") && !run.errors.contains("make room"), "\(run.errors)")
        #expect(Set(folder.names) == ["whole.wav", "cut.wav"])
        let sounds = try [whole, cut].map { try Program.shell("sox \($0) -t s32 -").output }
        #expect(sounds[1].count > 400_000 && sounds[0].starts(with: sounds[1]), "\(sounds.map(\.count))")
    }

    /// So is one that is interrupted when there is no room for its last block.
    @Test func whatWasRecordedIsKeptAtAnInterruption() throws {
        let folder = try Folder()
        // Room for the header and the first block of 16,384 frames.
        let run = try RunningProgram(
            [
                "-c", "ulimit -f 97; exec \"$@\"", "bash", Program.products.appendingPathComponent("amaoto").path, "play",
                "examples/visnjan-drive.gpx", "-D", "null", "--record", folder.path("cut.wav"),
            ], executable: "/bin/bash")
        try run.wait { size(of: folder.file("cut.partial.wav")) > 98_304 }
        #expect(run.ended(by: SIGTERM) != 0)
        #expect(run.errors.contains("the partial output is in \(folder.path("cut.wav"))"), "\(run.errors)")
        #expect(folder.names == ["cut.wav"] && size(of: folder.file("cut.wav")) > 98_304)
    }

    /// The last bytes of an encoded file are written as it is closed, and libsndfile does not say that they could not be.
    @Test(.needs("prlimit"), arguments: ["flac", "ogg", "opus", "mp3"]) func aFileWithoutItsLastByteIsAnError(ending: String) throws {
        let folder = try Folder()
        let path = folder.path("a.\(ending)"), render = "amaoto render -p drizzle -d 2 -o \(path)"
        try Program.shellMustSucceed(render)
        let before = RecordedDisk.contents(of: folder)
        let run = try Program.shell("prlimit --fsize=\(size(of: folder.file("a.\(ending)")) - 1) \(render) -y")
        #expect(run.status == 1 && run.errors.contains("\(path): cannot write: File too large"), "\(run.status) \(run.errors)")
        #expect(RecordedDisk.contents(of: folder) == before)
    }

    @Test func aFullDiskStopsATracksSessionAndSaysSo() throws {
        let folder = try Folder(), aside = try Folder()
        let ride = ["track", "examples/visnjan-drive.gpx", "--session", folder.path("s.sqlite")]
        for write in [1, 3, 10, 25] {
            for name in folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
            let run = try Program.amaoto(
                ride,
                environment: RecordedDisk.environment(
                    folder, log: aside.file("log"), with: ["DISK_RECORDER_FAIL": "W \(write) \(ENOSPC)"]))
            #expect(run.status == 1, "\(write): \(run.errors)")
            #expect(run.errors.contains("s.sqlite") && run.errors.contains("room"), "\(run.errors)")
            // With free space again, writing succeeds.
            try Program.mustSucceed(ride)
        }
    }

    /// Limits that the operating system enforces.
    @Test(arguments: [
        ("render -p drizzle -d 20 -o @/a.wav", "a.wav"), ("render -p drizzle -d 20 -o @/a.flac", "a.flac"),
        ("track examples/yamanote-simulated.csv -o @/t.jsonl", "t.jsonl"),
        ("render examples/yamanote-simulated.csv --fit 10 -o /dev/null --state @/s.jsonl", "s.jsonl"),
        ("track examples/yamanote-simulated.csv --session @/s.sqlite -o /dev/null", "s.sqlite"),
    ]) func aLimitOfTheSizeIsAnErrorAndNoSignal(line: String, name: String) throws {
        let folder = try Folder()
        let run = try Program.shell("ulimit -f 100; amaoto \(line.replacing("@", with: folder.url.path))")
        #expect(run.status == 1, "\(run.status) \(run.errors)")
        #expect(run.errors.contains(name) || run.errors.contains("File too large"), "\(run.errors)")
        #expect(folder.names.filter { $0 != "s.sqlite" && !$0.hasPrefix("s.sqlite-") }.isEmpty, "\(folder.names)")
    }

    /// Whether a file system can be mounted privately.
    private static let mounts = (try? Program.shell("unshare -m mount -t tmpfs -o size=300k none /tmp"))?.status == 0

    /// A disk that is really full.
    @Test(.enabled(if: mounts, "NOT RUN: no file system can be mounted here")) func aSmallDiskFillsUp() throws {
        let folder = try Folder()
        let script = """
            unshare -m bash -c '
            mount -t tmpfs -o size=300k none "$1" || exit 1
            cd "$1"; root=$2
            amaoto render -p drizzle -d 0.2 -o a.wav || exit 1
            sum=$(sha256sum < a.wav)
            for line in "render -p storm -d 20 -y -o a.wav" "render -p storm -d 20 -o b.flac" "track $root/examples/yamanote-simulated.csv -o t.jsonl" \
                "track $root/examples/yamanote-simulated.csv --session s.sqlite -o /dev/null"; do
                amaoto $line; echo "status $?"
                rm -f s.sqlite*
                [ "$(sha256sum < a.wav)" = "$sum" ] && [ "$(ls)" = a.wav ] || { ls; exit 1; }
            done
            ' - "\(folder.url.path)" "\(Program.root.path)"
            """
        let run = try Program.shellMustSucceed(script)
        #expect(run.text == String(repeating: "status 1\n", count: 4), "\(run.text) \(run.errors)")
        #expect(run.errors.components(separatedBy: "room").count >= 5, "\(run.errors)")
    }
}
