// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A session while it is written: after every operation, whatever a disk may have kept of it, SQLite itself finds an intact file
/// with a prefix of the track, and never less than was synced before. (RecordingTests cuts the log of one moment at every offset;
/// here the file is created, written in several commits and closed.)
@Suite(.tags(.crashes), .waiting) struct SessionReplayTests {
    /// Opens every state as the next program would, and prints its number of fixes.
    private static let judge = #"""
        import os, sqlite3, sys
        whole = open(os.path.join(sys.argv[1], "whole.jsonl")).read().splitlines()
        for name in sorted(os.listdir(sys.argv[1])):
            if not name.startswith("state"): continue
            path = os.path.join(sys.argv[1], name, "s.sqlite")
            if not os.path.exists(path):
                print(name, 0); continue
            base = sqlite3.connect(path)
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)], name
            tables = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE name = 'fix'")]
            lines = [row[0] for row in base.execute("SELECT trackLine FROM fix ORDER BY rowid")] if tables else []
            assert all(full.endswith(line) for full, line in zip(whole, lines)) and len(lines) <= len(whole), name
            print(name, len(lines))
            base.close()
        """#

    @Test(.needs("/usr/bin/python3")) func everyCrashLeavesABeginningOfTheTrack() throws {
        let folder = try Folder(), aside = try Folder(), states = try Folder()
        let log = aside.file("log")
        let fixes = 90
        let run = try RunningProgram(
            ["track", "-", "--session", folder.path("s.sqlite")], environment: RecordedDisk.environment(folder, log: log))
        for part in 0..<3 {
            let told = Self.syncs(log)
            for second in part * fixes / 3..<(part + 1) * fixes / 3 {
                try run.type("{\"time\":\(1_767_653_235 + second),\"lat\":\(35.6 + Double(second) * 1e-4),\"lon\":139.7}\n")
            }
            // A separate commit for each part.
            try run.wait { run.text.split(separator: "\n").count >= (part + 1) * fixes / 3 }
            try run.wait { Self.syncs(log) > told }
        }
        try run.endInput()
        #expect(run.finish() == 0, "\(run.errors)")
        let disk = try RecordedDisk(folder: folder, before: [:], log: log)
        let after = RecordedDisk.contents(of: folder)
        #expect(disk.states(at: disk.operations.count).issued.contents() == after)

        var known: [[String: Data]: String] = [:]
        /// The states after each number of operations; the first has only synced operations.
        var names: [[String]] = []
        for length in 0...disk.operations.count {
            let crash = disk.states(at: length)
            names.append(
                try ([crash.synced, crash.issued] + crash.powerCuts).map { state in
                    let contents = state.contents()
                    if let name = known[contents] { return name }
                    let name = "state\(known.count)"
                    known[contents] = name
                    let place = try states.makeFolder(name)
                    for (file, content) in contents { try content.write(to: place.appendingPathComponent(file)) }
                    return name
                })
        }
        try run.printed.write(to: states.file("whole.jsonl"))
        try aside.write(Self.judge, to: "judge.py")
        let judged = try Program.shellMustSucceed("/usr/bin/python3 '\(aside.path("judge.py"))' '\(states.url.path)'")
        var counts: [String: Int] = [:]
        for line in judged.text.split(separator: "\n") {
            let words = line.split(separator: " ")
            counts[String(words[0])] = Int(words[1])
        }
        #expect(counts.count == known.count)
        var kept = 0
        for names in names {
            let numbers = names.compactMap { counts[$0] }
            // What was synced once is never lost again.
            #expect(numbers.allSatisfy { $0 >= kept }, "\(numbers) after \(kept)")
            kept = max(kept, numbers.first ?? 0)
        }
        #expect(kept == fixes && Set(counts.values).count >= 3)
        // The program itself reads what SQLite reads, and appends to it: two states of each number of fixes.
        for (count, names) in Dictionary(grouping: counts.keys, by: { counts[$0] ?? 0 }) {
            for name in Set([names.min(), names.max()].compactMap(\.self)) {
                let file = states.file(name).appendingPathComponent("s.sqlite").path
                if count > 0 {
                    let list = try Program.amaoto("sessions", "export", file, "-t", "jsonl")
                    #expect(list.text.split(separator: "\n").count == count, "\(name): \(list.errors)")
                }
                try Program.mustSucceed("track", "examples/visnjan-drive.gpx", "--session", file, "-o", "/dev/null")
            }
        }
        print("session: \(disk.operations.count) operations, \(known.count) different states")
    }

    private static func syncs(_ log: URL) -> Int {
        (try? RecordedDisk(folder: Folder(), before: [:], log: log))?.operations.filter { $0.kind == .sync }.count ?? 0
    }
}
