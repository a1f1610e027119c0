// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Killed without warning at random instants (seeded): every named file is complete, and leftovers are temporary and harmless.
/// AMAOTO_KILLS sets the number of kills; Scripts/soak makes hundreds of them.
@Suite(.tags(.crashes), .waiting, .serialized) struct NothingLostKillTests {
    static let kills = ProcessInfo.processInfo.environment["AMAOTO_KILLS"].flatMap { Int($0) } ?? 5

    @Test(arguments: FileWriting.all) func aKillLeavesTheOldOrTheNew(_ writing: FileWriting) throws {
        var random = SplitMix(seed: 20_261_122)
        let folder = try writing.prepared()
        let aside = try Folder()
        let environment = try writing.environment(aside)
        let input = writing.input.map { Data($0.utf8) }
        let arguments = writing.arguments(in: folder)
        let before = RecordedDisk.contents(of: folder)
        // A complete run, counted: the kills fall evenly on its operations, which are the points of possible failure.
        let log = aside.file("log")
        try Program.mustSucceed(arguments, input: input, environment: RecordedDisk.environment(folder, log: log, with: environment))
        let count = try RecordedDisk(folder: folder, before: before, log: log).operations.filter { $0.kind != .bind }.count
        let after = RecordedDisk.contents(of: folder)
        var died = 0
        for _ in 0..<Self.kills {
            try restore(before, folder, keeping: FileWriting.isTemporary)
            let deadly = Int.random(in: 1...count, using: &random)
            let run = try Program.amaoto(
                arguments, input: input,
                environment: RecordedDisk.environment(
                    folder, log: aside.file("killed"), with: environment.merging(["DISK_RECORDER_KILL": "\(deadly)"]) { $1 }))
            if run.status == 128 + SIGKILL { died += 1 }
            for (name, content) in RecordedDisk.contents(of: folder) where !FileWriting.isTemporary(name) {
                #expect(content == before[name] || isNew(content, name, after), "\(name) after a kill at \(deadly)")
            }
            for name in before.keys { #expect(FileManager.default.fileExists(atPath: folder.path(name))) }
        }
        #expect(died * 2 > Self.kills, "\(died) of \(Self.kills)")
        // The leftovers are harmless, and gone after the next run.
        try restore(before, folder, keeping: FileWriting.isTemporary)
        try Program.mustSucceed(arguments, input: input, environment: environment)
        #expect(folder.names.filter(FileWriting.isTemporary).isEmpty, "\(folder.names)")
        #expect(Set(RecordedDisk.contents(of: folder).keys) == Set(after.keys))
    }

    /// A new file also contains its time and memory figures, so it only needs to be complete.
    private func isNew(_ content: Data, _ name: String, _ after: [String: Data]) -> Bool {
        if content == after[name] { return true }
        guard let whole = after[name] else { return false }
        switch (name as NSString).pathExtension {
        case "json": return (try? JSONSerialization.jsonObject(with: content)) != nil
        case "sqlite": return content.count == whole.count
        case "jsonl", "vtt": return content.last == 10
        default: return false
        }
    }

    private func restore(_ before: [String: Data], _ folder: Folder, keeping: (String) -> Bool) throws {
        for name in RecordedDisk.contents(of: folder).keys where !keeping(name) {
            try FileManager.default.removeItem(at: folder.file(name))
        }
        for (name, content) in before { try content.write(to: folder.file(name)) }
    }
}
