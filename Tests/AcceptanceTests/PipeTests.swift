// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Inputs that can be read only once are accepted wherever a file is: process substitution, /dev/stdin, named pipes.
@Suite(.tags(.program), .waiting) struct PipeTests {
    private static let ride = "examples/visnjan-drive.gpx"

    /// The same sound, however the ride arrives.
    @Test(.needs("/usr/bin/python3")) func aPipeIsRenderedAsTheFileIs() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe").path
        func rendered(_ name: String, _ line: String) throws -> Data {
            let file = folder.file(name + ".raw")
            try Program.shellMustSucceed(line.replacing("RENDER", with: "amaoto render").replacing("OUT", with: "-d 2 -o \(file.path)"))
            return (try? Data(contentsOf: file)) ?? Data()
        }
        let expected = try rendered("file", "RENDER \(Self.ride) OUT")
        #expect(expected.count > 100_000)
        #expect(try rendered("substitution", "RENDER <(cat \(Self.ride)) OUT") == expected)
        #expect(try rendered("stdin", "cat \(Self.ride) | RENDER /dev/stdin OUT") == expected)
        #expect(try rendered("number", "RENDER /proc/self/fd/7 OUT 7< <(cat \(Self.ride))") == expected)
        #expect(try rendered("named", "cat \(Self.ride) >\(pipe) & RENDER \(pipe) OUT") == expected)
        #expect(try rendered("preset", "RENDER \(Self.ride) -p <(cat presets/commuter.yaml) OUT") == expected)
        let python =
            "import socket,subprocess,sys,threading; a,b=socket.socketpair(); t=open(sys.argv[1],'rb').read(); "
            + "threading.Thread(target=lambda:(a.sendall(t),a.close())).start(); sys.exit(subprocess.call(sys.argv[2:],stdin=b))"
        #expect(try rendered("socket", "/usr/bin/python3 -c \"\(python)\" \(Self.ride) RENDER /dev/stdin OUT") == expected)
    }

    /// A name without an ending was refused, as that of a file.
    @Test func aPipeForSoundMayHaveAnyName() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("rain").path, heard = folder.file("heard")
        let run = try Program.shell("timeout 60 cat \(pipe) >\(heard.path) & amaoto render -p drizzle -d 1 -q -o \(pipe) && wait")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try Data(contentsOf: heard).starts(with: Data("RIFF".utf8)))
    }

    @Test func everyCommandReadsAPipe() throws {
        let folder = try Folder()
        let lines = [
            "amaoto track <(cat \(Self.ride)) --hindsight", "amaoto track /dev/stdin < <(cat \(Self.ride))",
            "amaoto where <(cat \(Self.ride))", "amaoto plot track <(cat \(Self.ride)) -o -",
            "amaoto render \(Self.ride) <(cat \(Self.ride)) -d 1 -o \(folder.path("two.wav"))",
            "echo now | amaoto tune --plain <(cat presets/drizzle.yaml) <(cat \(Self.ride)) -D null",
            "amaoto preset describe <(cat presets/drizzle.yaml)",
        ]
        for line in lines {
            let run = try Program.shell(line)
            #expect(run.status == 0 && !(run.output.isEmpty && run.errors.isEmpty), "\(line): \(run.errors)")
        }
    }

    /// The first signal ends a wait for a writer or its data; no partial output remains.
    @Test(arguments: [SIGINT, SIGTERM], [false, true]) func theFirstSignalEndsTheWaiting(signal: Int32, hasWriter: Bool) throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe").path
        let writer = hasWriter ? open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
        defer { if hasWriter { close(writer) } }
        let sound = folder.path("x.wav")
        for arguments in [
            ["render", pipe, "-d", "1", "-o", sound], ["track", pipe], ["where", pipe], ["track", pipe, "--hindsight"],
            ["render", Self.ride, "-d", "1", "-p", pipe, "-o", sound],
            ["render", Self.ride, "-d", "1", "--region", "a=\(pipe)", "-o", sound],
        ] {
            let program = try RunningProgram(arguments)
            Self.awaitWaiting(program, for: pipe)
            #expect(program.ended(by: signal) == 128 + signal, "\(arguments)")
            #expect(folder.names == ["pipe"])
        }
    }

    /// Returns once it waits for the pipe's writer or has opened the pipe; after a second where the kernel does not tell.
    private static func awaitWaiting(_ program: RunningProgram, for pipe: String) {
        let files = FileManager.default, process = "/proc/\(program.processIdentifier)"
        for _ in 0..<100 {
            let opened = ((try? files.contentsOfDirectory(atPath: process + "/fd")) ?? []).map { process + "/fd/" + $0 }
            if opened.contains(where: { (try? files.destinationOfSymbolicLink(atPath: $0)) == pipe }) { return }
            let tasks = (try? files.contentsOfDirectory(atPath: process + "/task")) ?? []
            if tasks.contains(where: { (try? String(contentsOfFile: "\(process)/task/\($0)/wchan", encoding: .utf8)) == "wait_for_partner" }
            ) {
                return
            }
            usleep(10_000)
        }
    }

    /// No signal is lost during start-up, at any instant.
    @Test func aSignalEndsTheStart() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe").path
        for instant in 0..<60 {
            let program = try RunningProgram(["track", pipe])
            usleep(UInt32(instant) * 2_000)
            #expect(program.ended(by: SIGTERM) == 143, "after \(instant * 2) ms")
        }
    }

    /// A ride from a pipe is played like standard input, and ended by the first signal.
    @Test func aSilentPipeIsPlayedAndLeft() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe").path
        let program = try RunningProgram(["play", pipe, "-D", "null", "--one-track", "--record", folder.path("r.wav")])
        try program.wait { program.errors.contains("on null") }
        #expect(program.ended(by: SIGINT) == 130, "\(program.errors)")
        #expect(folder.names == ["pipe", "r.wav"])
    }

    @Test func whatIsEndlessOrNoFileIsRefused() throws {
        let folder = try Folder()
        let pipe = try folder.makePipe("pipe.yaml").path
        let heir = try folder.write("preset: 1\nextends: ./pipe.yaml\n", to: "heir.yaml")
        for (line, status, words) in [
            ("preset check \(heir.path)", 3, "heir.yaml:2:10: error: a pipe or a device, not a file"),
            ("preset check /dev/zero", 3, "longer than 1 MB"), ("preset set \(pipe) drops.rate=3", 3, "is a pipe"),
            ("render /dev/zero -d 1 -o /dev/null", 4, "binary data"), ("render - -d 1 -o /dev/null < <(yes)", 4, "in an unknown format"),
            ("railways import \(pipe) -o \(folder.path("r.sqlite"))", 4, "save it as a file"),
            ("railways import --format osm \(pipe) -o \(folder.path("r.sqlite"))", 4, "save it as a file"),
            ("tune --plain drizzle /dev/stdin </dev/null", 2, "commands from standard input"),
        ] {
            let run = try Program.shell("timeout 60 amaoto \(line)")
            #expect(run.status == status && (run.errors + run.text).contains(words), "\(line): \(run.status) \(run.errors) \(run.text)")
        }
    }
}
