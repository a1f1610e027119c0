// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Standard streams that are closed, full or disconnected.
@Suite(.waiting) struct StandardStreamTests {
    /// Output that cannot be written is an error, and never lands in a file opened in its place.
    @Test(arguments: [
        ("track examples/visnjan-drive.gpx >&-", 1, "stdout"), ("render -p drizzle -d 1 -o - >&-", 1, "was started with it closed"),
        ("preset describe commuter >/dev/full", 1, "stdout"), ("preset show commuter >/dev/full", 1, "No space left on device"),
        ("preset list >&-", 1, "stdout"), ("railways info >/dev/full", 1, "stdout"),
        ("railways info --json >/dev/full", 1, "stdout"), ("render examples/visnjan-drive.gpx -d 1 -o - >/dev/full", 1, "stdout"),
        ("render -p drizzle -d 1 -o - --container flac >/dev/full", 1, "stdout"), ("--help >/dev/full", 1, "stdout"),
        ("--version >&-", 1, "stdout"), ("--generate-completion-script bash >/dev/full", 1, "stdout"), ("track - <&-", 4, "stdin"),
        ("doctor --measure 0 -D absent >/dev/full", 1, "stdout"),
        ("tune drizzle --plain -D null <<<'drops.rate = 1200' >/dev/full", 1, "stdout"),
        ("render - -d 1 -o /dev/null <&-", 4, "stdin"), ("analyse - <&-", 4, "stdin"),
    ]) func aStreamThatCannotBeUsedIsSaid(line: String, status: Int32, says: String) throws {
        let run = try Program.shell("amaoto \(line)")
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.contains(says), "\(run.errors)")
    }

    @Test(arguments: [
        "key -p commuter --list", "preset list", "railways info", "preset describe commuter", "--help", "help render",
        "doctor --measure 0 -D absent",
    ]) func whoPrintsKnowsThatItsReaderHasGone(line: String) throws {
        // The reader has gone before the first write.
        let run = try Program.shell("exec 3> >(true); wait $!; amaoto \(line) >&3; echo $? >&2")
        #expect(run.errors == "141\n", "\(run.errors)")
    }

    /// Messages cannot be written: the work is still done, and the messages do not mix with the data.
    @Test(arguments: ["2>&-", "2>/dev/full", "2>&- <&-", ">&- 2>&- <&-"]) func withoutTalkItWorks(redirection: String) throws {
        let folder = try Folder()
        let files = "-o \(folder.path("a.wav")) --state \(folder.path("s.jsonl")) --session \(folder.path("s.sqlite"))"
        let ride = "render examples/visnjan-drive.gpx -d 2 --fit 2"
        try Program.shellMustSucceed("amaoto \(ride) \(files) \(redirection)")
        let plain = try Folder()
        try Program.shellMustSucceed("amaoto \(ride) -o \(plain.path("a.wav")) --state \(plain.path("s.jsonl"))")
        for name in ["a.wav", "s.jsonl"] {
            #expect(try Data(contentsOf: folder.file(name)) == Data(contentsOf: plain.file(name)), "\(name)")
        }
        try Program.shellMustSucceed("amaoto track \(folder.path("s.sqlite"))")
        // An error that cannot be reported still has its exit code.
        #expect(try Program.shell("amaoto track absent.gpx \(redirection)").status == 4)
        #expect(try Program.shell("amaoto fly \(redirection)").status == 2)
    }
}
