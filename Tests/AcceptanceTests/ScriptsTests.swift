// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The scripts that judge and install the program, where they must stop or leave something alone.
@Suite(.waiting) struct ScriptsTests {
    /// An empty expression would skip every test, and the run would pass.
    @Test(.needs("python3")) func aTagWithoutTestsStopsTheRun() throws {
        let folder = try Folder()
        let test = #"{"payload":{"id":"M.S/held()/S.swift:1:2","_tags":[".alone"]}}"#
        let programs = [
            "swift": "echo \(folder.url.path)",
            // Writes the events to its last argument, as the built tests do.
            "amaotoPackageTests.xctest": "echo '\(test)' >\"${!#}\"",
        ]
        for (name, line) in programs { try folder.writeProgram("#!/bin/bash\n\(line)\n", to: name) }
        func tagged(_ tag: String) throws -> ProgramRun {
            try Program.shell(
                "set -euo pipefail; root=$PWD; cd \(folder.url.path); . $root/Scripts/stages; PATH=$PWD:$PATH; found=$(tagged \(tag)); echo $found"
            )
        }
        let found = try tagged("alone")
        #expect(found.status == 0 && found.text == "^M\\.S\\/held\\(\\)(/|$)\n", "\(found.text) \(found.errors)")
        let none = try tagged("nowhere")
        #expect(none.status != 0 && none.text.isEmpty)
        #expect(none.errors.contains("no built test has the tag nowhere"), "\(none.errors)")
    }

    /// As swiftly installs it: `swiftc` is a link to a program that starts the one of the chosen toolchain.
    @Test(.needs("swiftc")) func theToolchainIsFoundThroughSwiftly() throws {
        let folder = try Folder()
        try folder.writeProgram("#!/bin/bash\nexec \"$REAL\" \"$@\"\n", to: "swiftly")
        let run = try Program.shellMustSucceed(
            """
            export REAL=$(command -v swiftc); ln -s swiftly \(folder.path("swiftc")); PATH=\(folder.url.path):$PATH
            . Scripts/release; toolchain
            """)
        let tools = run.text.trimmingCharacters(in: .newlines)
        #expect(FileManager.default.isExecutableFile(atPath: "\(tools)/bin/swiftc"), "\(tools)")
    }

    @Test func aStageThatFailsIsNamedAndTheNextGoesOn() throws {
        let folder = try Folder()
        let run = try Program.shell(
            """
            set -euo pipefail; root=$PWD; cd \(folder.url.path); . $root/Scripts/stages; begin log
            broken() { echo 'error: broken'; return 3; }
            stage first broken || true
            stage second echo went on
            [ ${#failed[@]} -eq 0 ]
            """)
        #expect(run.status == 1)
        #expect(run.text.contains("went on\n") && run.text.contains("== what failed\nerror: broken\n"), "\(run.text)")
        #expect(run.text.contains("== FAILED: first\n"), "\(run.text)")
    }

    /// Another Tokyo among one's own regions makes names ambiguous.
    @Test func whatTheUserHasTaughtTheProgramIsUnknownToTests() throws {
        let folder = try Folder()
        let home = [
            "HOME": folder.url.path, "XDG_DATA_HOME": folder.path("mine"), "AMAOTO_PRESETS": folder.url.path, "SWIFTLY_HOME_DIR": "",
        ]
        let run = try Program.shell(
            "set -euo pipefail; . Scripts/stages; env | grep -E '^(XDG_DATA|SWIFTLY)_HOME|^AMAOTO_PRESETS' | sort | sed \"s|$PWD|ROOT|\"",
            environment: home)
        #expect(
            run.text == "SWIFTLY_HOME_DIR=\(folder.path("mine"))/swiftly\nXDG_DATA_HOME=ROOT/.build/data\n", "\(run.text) \(run.errors)")
    }

    /// Debian's /usr/local/bin is empty on many machines.
    @Test func uninstallLeavesTheFoldersThatItDidNotMake() throws {
        let folder = try Folder()
        try Program.shellMustSucceed(
            """
            set -e; cd \(folder.url.path); mkdir bin lib share share/amaoto share/man share/man/man1; touch bin/amaoto share/man/man1/other.1
            printf '%s\\n' bin/amaoto lib/ share/amaoto/ share/amaoto/installed share/man/ share/man/man1/ >share/amaoto/installed
            """)
        let run = try Program.shell("Scripts/uninstall --prefix \(folder.url.path)")
        #expect(run.status == 0 && run.errors == "Removed 2 files from \(folder.url.path).\n", "\(run.errors)")
        #expect(folder.names == ["bin", "share"])
        let left = try Program.shell("cd \(folder.url.path); find bin share | sort | paste -sd ' '")
        #expect(left.text == "bin share share/man share/man/man1 share/man/man1/other.1\n", "\(left.text)")
    }

    /// Also over an earlier version, and where the disk was full before everything was copied.
    @Test(arguments: [["DISK=full"], ["DISK="], ["DISK=", "DISK="], ["DISK=", "DISK=full"]])
    func uninstallRemovesWhatInstallHasCopied(installations: [String]) throws {
        let folder = try Folder()
        // Any program, without a build, its packages and its manual.
        let parts = """

            need_swift() { :; }; need_packages() { :; }; build_release() { :; }; python3() { :; }
            cp() { if [[ $1$DISK = -Rfull ]]; then install -D "$2/bin/amaoto" "$3/bin/amaoto"; false; else command cp "$@"; fi; }

            """
        let tree = try folder.makeFolder("a tree"), prefix = folder.path("a prefix")
        try Program.shellMustSucceed(
            "set -e; cp -r Scripts presets examples Packaging '\(tree.path)'; cd '\(tree.path)'; install -D /bin/true .build/release/amaoto"
        )
        let release = tree.appendingPathComponent("Scripts/release")
        try (String(contentsOf: release, encoding: .utf8) + parts).write(to: release, atomically: true, encoding: .utf8)
        for disk in installations {
            let run = try Program.shell("\(disk) '\(tree.path)/Scripts/install' --prefix '\(prefix)'")
            #expect((run.status == 0) == (disk == "DISK="), "\(run.errors)")
            #expect(FileManager.default.isExecutableFile(atPath: "\(prefix)/bin/amaoto"))
        }
        try Program.shellMustSucceed("'\(tree.path)/Scripts/uninstall' --prefix '\(prefix)'")
        #expect(try FileManager.default.contentsOfDirectory(atPath: prefix).isEmpty)
    }

    /// Below a home folder systemd does not look where Debian's packages have their services.
    @Test(arguments: [("/home/me/.local", "share/systemd/user"), ("/home/me/my rain", "share/systemd/user"), ("/usr", "lib/systemd/user")])
    func theServiceIsWhereSystemdLooks(prefix: String, place: String) throws {
        let folder = try Folder()
        // Any program, and without its manual.
        try Program.shellMustSucceed(
            "set -euo pipefail; . Scripts/release; python3() { :; }; place_files /bin/true \(folder.url.path) '\(prefix)'")
        let placed = folder.url.appendingPathComponent(prefix)
        let service = try String(contentsOf: placed.appendingPathComponent("\(place)/amaoto.service"), encoding: .utf8)
        // In quotes: systemd ends a path without them at its first space.
        #expect(service.contains("\nExecStart=\"\(prefix)/bin/amaoto\" play "), "\(service)")
        // A mistake in an edited ExecStart is reported once, not every ten seconds.
        #expect(service.contains("\nRestartPreventExitStatus=2\n"), "\(service)")
        // The exit code after SIGTERM: without it a service that was stopped counts as failed.
        #expect(service.contains("\nSuccessExitStatus=143\n"), "\(service)")
        #expect(FileManager.default.isExecutableFile(atPath: placed.appendingPathComponent("bin/amaoto").path))
    }

    /// Before anything is installed, built or played, and wherever the caller is.
    @Test(arguments: ["bench", "demo", "fuzz", "install", "package", "soak", "test", "test-deep", "uninstall"])
    func aScriptPrintsItsHelp(name: String) throws {
        let help = try Program.shell("cd Scripts; ./\(name) --help")
        #expect(help.status == 0 && help.errors.isEmpty && !help.text.isEmpty, "\(help.text) \(help.errors)")
        let other = try Program.shell("cd Scripts; ./\(name) --other")
        #expect(other.status == 2 && other.text.isEmpty, "\(other.text)")
        #expect(other.errors == "There is no option '--other'; see Scripts/\(name) --help\n", "\(other.errors)")
    }

    /// Some shells export it, and then `cd` prints where it went.
    @Test func aLibraryIsOnePathWithCDPATHToo() throws {
        let run = try Program.shell("CDPATH=. Scripts/build-library companion")
        #expect(
            run.text.hasSuffix("/.build/libraries/companion.so\n") && run.text.filter(\.isNewline).count == 1, "\(run.text) \(run.errors)")
    }

    /// A folder is meant from where the script is called, not from where the sources are.
    @Test func aFolderIsMeantFromWhereTheCallerIs() throws {
        let folder = try Folder()
        let run = try Program.shell("script=$PWD/Scripts/uninstall; cd \(folder.url.path); $script --prefix here")
        #expect(run.status == 1 && run.errors.contains(" \(folder.url.path)/here/share/amaoto/installed:"), "\(run.errors)")
    }
}
