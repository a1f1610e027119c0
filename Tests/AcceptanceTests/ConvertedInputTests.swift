// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Inputs that are compressed, or that another program converts.
@Suite(.waiting) struct ConvertedInputTests {
    private static let ride = "examples/visnjan-drive.gpx"

    /// Compressed by gzip, in one member or several, from a file and through a pipe; of a truncated one, the part before the cut
    /// is used.
    @Test func gzipIsUnpacked() throws {
        let folder = try Folder()
        let packed = folder.path("r.gpx.gz"), cut = folder.path("cut.gpx.gz")
        try Program.shellMustSucceed(
            "(head -c 3000 \(Self.ride) | gzip; tail -c +3001 \(Self.ride) | gzip) >\(packed); gzip -c \(Self.ride) | head -c 2000 >\(cut)")
        let plain = try Program.amaoto("track", Self.ride)
        for line in ["amaoto track \(packed)", "cat \(packed) | amaoto track -", "amaoto track <(cat \(packed)) --hindsight | wc -l"] {
            let run = try Program.shellMustSucceed(line)
            if !line.contains("wc") { #expect(run.output == plain.output, "\(line)") }
        }
        let broken = try Program.amaoto("track", cut)
        #expect(broken.status == 0 && !broken.output.isEmpty && plain.text.hasPrefix(broken.text.prefix(200)))
        #expect(broken.errors.contains("the gzip data is truncated after 2000 bytes"), "\(broken.errors)")
        #expect(try Program.amaoto("track", cut, "--strict").status == 4)
    }

    /// A converter that ignores TERM and has started another program: the first signal ends all of them.
    @Test(arguments: ["gpsbabel", "osmium"]) func aConverterEndsWithTheProgram(name: String) throws {
        try endConverter(name)
    }

    /// On a busy machine a converter is at work before the program comes to write down that it has started one.
    @Test func aConverterThatHasJustStartedEndsWithTheProgram() throws {
        try endConverter("gpsbabel", preloading: [PreloadedLibrary.shared("slow-starter")])
    }

    @Test func aConverterEndsWithThePlotOfItsRide() throws { try endConverter("gpsbabel", command: ["plot", "ride"]) }

    private func endConverter(_ name: String, command: [String] = ["track"], preloading libraries: [URL] = []) throws {
        let folder = try Folder()
        let numbers = folder.path("numbers")
        let input = try folder.write("............OSMHeader", to: name == "osmium" ? "x.osm.pbf" : "x.fit")
        try folder.writeProgram(
            "#!/bin/bash\ntrap '' TERM\nsleep 99 & echo $! $$ >\(numbers).new; mv \(numbers).new \(numbers)\nwhile true; do sleep 99; done\n",
            to: name)
        let path = "\(folder.url.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let arguments =
            name == "osmium"
            ? ["railways", "import", input.path, "-o", folder.path("q.sqlite")] : command + [input.path, "-t", "fit"]
        let running = try RunningProgram(arguments, environment: ["PATH": path], preloading: libraries)
        try running.wait { FileManager.default.fileExists(atPath: numbers) }
        #expect(running.ended(by: SIGINT) == 130, "\(running.errors)")
        let processes = try String(contentsOfFile: numbers, encoding: .utf8).split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        #expect(processes.count == 2)
        for process in processes {
            // The program need not outlive what it killed, which on a busy machine dies when its turn comes.
            for _ in 0..<3_000 where Self.isRunning(process) { usleep(10_000) }
            let survives = Self.isRunning(process)
            #expect(!survives)
            if survives { kill(process, SIGKILL) }
        }
    }

    /// False for a zombie.
    private static func isRunning(_ process: pid_t) -> Bool {
        let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return state.map { !$0.contains(") Z") } ?? false
    }

    /// A u-blox receiver's binary messages: read through gpsdecode; if that is not installed, the message names its package.
    @Test(.needs("gpsdecode")) func aBinaryLogIsConverted() throws {
        let folder = try Folder()
        let log = folder.file("ride.ubx")
        try Data((0..<5).flatMap { Self.position(second: $0) }).write(to: log)
        let run = try Program.amaoto("track", log.path)
        let lines = run.text.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 5, "\(run.errors)")
        #expect(lines.first?.hasPrefix("{\"time\":\"2026-01-05T05:49:05.000Z\",\"lat\":35.68,\"lon\":139.77,") == true, "\(run.text)")
        #expect(lines.first?.contains("\"speed\":10") == true)

        let bare = try RunningProgram(["track", log.path], environment: ["PATH": folder.url.path])
        #expect(bare.finish() == 4)
        #expect(bare.errors.contains("apt-get install gpsd-clients"), "\(bare.errors)")
        // A message without a position.
        try Data(Self.frame(0x0A, 0x04, Array(repeating: 0, count: 40))).write(to: log)
        let none = try Program.amaoto("track", log.path)
        #expect(none.status == 4 && none.errors.contains("ride.ubx"), "\(none.errors)")
    }

    /// A format that only gpsbabel reads is reported by its name, with the option that reads it.
    @Test(arguments: [
        ("ozi", "OziExplorer Track Point File Version 2.1\r\nWGS 84\r\n"), ("gdb", "MsRcf\0\u{2}\0\0\0Dk\0"),
    ]) func whatGPSBabelReadsIsNamed(name: String, text: String) throws {
        let folder = try Folder()
        try folder.write(text, to: "x")
        let run = try Program.amaoto("track", folder.path("x"))
        #expect(run.status == 4 && run.errors.contains("-t babel:\(name)"), "\(run.errors)")
    }

    /// NAV-PVT of u-blox's interface description: 2026-01-05 05:49:05 plus `second` seconds, 35.68 N, 139.77 E, 10 m/s.
    private static func position(second: Int) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
        var payload = bytes(UInt32(20_945_000 + 1000 * second)) + bytes(UInt16(2026)) + [1, 5, 5, 49, UInt8(5 + second), 0x37]
        payload += bytes(UInt32(20)) + bytes(Int32(0)) + [3, 1, 0, 10]
        payload += bytes(Int32(1_397_700_000)) + bytes(Int32(356_800_000 + 900 * second)) + bytes(Int32(50_000)) + bytes(Int32(10_000))
        payload +=
            bytes(UInt32(3000)) + bytes(UInt32(5000)) + bytes(Int32(10_000)) + bytes(Int32(0)) + bytes(Int32(0)) + bytes(Int32(10_000))
        payload += bytes(Int32(0)) + bytes(UInt32(500)) + bytes(UInt32(100_000)) + bytes(UInt16(120))
        return frame(0x01, 0x07, payload + Array(repeating: 0, count: 92 - payload.count))
    }

    /// One message with its checksum (8-bit Fletcher).
    private static func frame(_ group: UInt8, _ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let body = [group, number, UInt8(payload.count & 0xFF), UInt8(payload.count >> 8)] + payload
        var sums: (UInt8, UInt8) = (0, 0)
        for byte in body {
            sums.0 &+= byte
            sums.1 &+= sums.0
        }
        return [0xB5, 0x62] + body + [sums.0, sums.1]
    }
}
