// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Whenever the power fails, a file's name holds the old file or the complete new one. Every prefix of the program's operations
/// on the folder is replayed, each in all the ways in which a disk may have kept it.
@Suite(.tags(.crashes), .waiting) struct NothingLostReplayTests {
    @Test(.needs("/usr/bin/python3"), arguments: FileWriting.all) func everyCrashLeavesTheOldOrTheNew(_ writing: FileWriting) throws {
        let folder = try writing.prepared()
        let aside = try Folder()
        let (disk, run) = try RecordedDisk.record(
            writing.arguments(in: folder), in: folder, input: writing.input.map { Data($0.utf8) }, environment: writing.environment(aside))
        #expect(run.status == 0, "\(run.errors)")
        let after = RecordedDisk.contents(of: folder)
        #expect(Set(after.keys) == Set(disk.before.keys).union(writing.files))
        for name in writing.files { #expect(after[name]?.isEmpty == false && after[name] != disk.before[name], "\(name)") }
        var count = 0
        var seen: Set<String> = []
        for length in 0...disk.operations.count {
            let crash = disk.states(at: length)
            for state in [crash.issued] + crash.powerCuts {
                count += 1
                for (name, file) in state.names where !FileWriting.isTemporary(name) {
                    let content = file.content(state.reach)
                    let isOld = content == disk.before[name], isNew = content == after[name]
                    #expect(isOld || isNew, "\(name) holds \(content.count) bytes of neither after \(length) operations, \(state.reach)")
                    if isNew { seen.insert(name) }
                }
                for name in disk.before.keys { #expect(state.names[name] != nil, "\(name) has gone after \(length) operations") }
            }
        }
        #expect(seen.isSuperset(of: writing.files))
        // Once the program has ended, no power cut undoes anything.
        let end = disk.states(at: disk.operations.count)
        for state in end.powerCuts { #expect(state.contents() == after, "not all of it was brought to the disk") }
        print("\(writing.name): \(disk.operations.count) operations, \(count) crashes")
    }

    /// The recorder and the replay detect missing syncs.
    @Test(.needs("/usr/bin/python3")) func whatIsNotSyncedIsSeenToBeLost() throws {
        let folder = try Folder()
        try folder.write("old", to: "a")
        func disk(_ commands: String) throws -> (RecordedDisk, Data?) {
            let before = RecordedDisk.contents(of: folder)
            let aside = try Folder()
            let log = aside.file("log")
            let script = "import os\nos.chdir('\(folder.url.path)')\n\(commands)\n"
            try aside.write(script, to: "s.py")
            try Program.shellMustSucceed(
                "/usr/bin/python3 '\(aside.path("s.py"))'", environment: RecordedDisk.environment(folder, log: log))
            return (try RecordedDisk(folder: folder, before: before, log: log), RecordedDisk.contents(of: folder)["a"])
        }
        func torn(_ disk: RecordedDisk, _ new: Data?) -> Bool {
            (0...disk.operations.count).contains { length in
                disk.states(at: length).powerCuts.contains { ![disk.before["a"], new].contains($0.content("a")) }
            }
        }
        let write = "f = os.open('a.partial', os.O_WRONLY | os.O_CREAT); os.write(f, b'new, and longer')\n"
        let unsynced = try disk(write + "os.close(f); os.rename('a.partial', 'a')")
        #expect(torn(unsynced.0, unsynced.1))
        let synced = try disk(write.replacing("new", with: "newer") + "os.fsync(f); os.close(f); os.rename('a.partial', 'a')")
        #expect(!torn(synced.0, synced.1))
        #expect(synced.0.states(at: synced.0.operations.count).synced.content("a") == synced.0.before["a"])
        let inPlace = try disk("f = os.open('a', os.O_WRONLY); os.write(f, b'xy'); os.fsync(f)")
        #expect(torn(inPlace.0, inPlace.1))
    }
}
