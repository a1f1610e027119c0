// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Nothing can be reached from outside unless it was requested. (StudioServerTests covers that the studio listens on 127.0.0.1
/// alone.)
@Suite(.waiting) struct ListeningTests {
    /// The local addresses of a process's sockets, as the kernel lists them: `0100007F:2328`.
    private static func addresses(_ process: Int32) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        let sockets = Set(links.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
        return try ["tcp", "tcp6", "udp", "udp6", "raw"].flatMap { table in
            try String(contentsOfFile: "/proc/\(process)/net/\(table)", encoding: .utf8).split(separator: "\n").dropFirst().compactMap {
                let words = $0.split(separator: " ")
                return words.count > 9 && sockets.contains(String(words[9])) ? "\(table) \(words[1])" : nil
            }
        }
    }

    @Test func playingHearsNothing() throws {
        let folder = try Folder()
        let (captured, environment) = try LivePlayTests.configuration(folder)
        let run = try RunningProgram(["play", "-p", "drizzle", "-D", "cap"], environment: environment)
        try run.wait { InterruptTests.size(captured) > 100_000 }
        #expect(try Self.addresses(run.processIdentifier).isEmpty)
        run.send(SIGINT)
        #expect(run.finish() == 130)
    }

    @Test(arguments: [("0", "0100007F"), ("127.0.0.1:0", "0100007F"), ("0.0.0.0:0", "00000000")])
    func remoteControlHearsThisMachineUnlessAskedOtherwise(address: String, shown: String) throws {
        let folder = try Folder()
        let (captured, environment) = try LivePlayTests.configuration(folder)
        let run = try RunningProgram(["play", "-p", "drizzle", "-D", "cap", "--osc-control", address], environment: environment)
        try run.wait { InterruptTests.size(captured) > 100_000 }
        let heard = try Self.addresses(run.processIdentifier)
        #expect(heard.count == 1 && heard[0].hasPrefix("udp \(shown):"), "\(heard)")
        #expect(run.errors.contains("anyone who reaches this address") == (shown == "00000000"))
        run.send(SIGINT)
        #expect(run.finish() == 130)
    }

    /// Live sources and the state server: one socket each, at the given port, and nothing else.
    @Test(arguments: [
        (["http://:PORT"], "tcp 0100007F"), (["http://0.0.0.0:PORT", "--token", "a long secret"], "tcp 00000000"),
        (["osc://:PORT"], "udp 0100007F"), (["osc://0.0.0.0:PORT"], "udp 00000000"),
        (["tuio://:PORT"], "udp 0100007F"), (["tuio://0.0.0.0:PORT"], "udp 00000000"),
        (["-p", "drizzle", "--serve", "PORT"], "tcp 0100007F"),
    ])
    func whatListensHearsThisMachineUnlessAskedOtherwise(arguments: [String], shown: String) throws {
        let folder = try Folder()
        let (_, environment) = try LivePlayTests.configuration(folder)
        let port = try freePort(datagrams: shown.hasPrefix("udp"))
        let run = try RunningProgram(
            ["play", "-D", "cap"] + arguments.map { $0.replacing("PORT", with: String(port)) }, environment: environment)
        try run.wait {
            run.errors.contains(" on cap") && (run.errors.contains("listening on") || run.errors.contains("The state is at"))
        }
        let digits = String(port, radix: 16, uppercase: true)
        let expected = "\(shown):" + String(repeating: "0", count: 4 - digits.count) + digits
        #expect(try Self.addresses(run.processIdentifier) == [expected])
        run.send(SIGINT)
        #expect(run.finish() == 130, "\(run.errors)")
    }

    /// More connections than the limit of open files: phones are served again once they are gone.
    @Test(.tags(.alone)) func itListensOnAfterTooManyConnections() async throws {
        let folder = try Folder()
        let (_, environment) = try LivePlayTests.configuration(folder)
        let port = try freePort()
        let program = Program.products.appendingPathComponent("amaoto").path
        let run = try RunningProgram(
            ["-c", "ulimit -n 64 && exec \"$@\"", "sh", program, "play", "-D", "cap", "http://:\(port)"], executable: "/bin/sh",
            environment: environment)
        try await run.suspend(within: 30) { run.errors.contains("listening on") }
        var many = try (0..<95).map { _ in try BareConnection(port: port) }
        for connection in many { await connection.say("POST / HTTP/1.1\r\n") }
        try await Task.sleep(for: .milliseconds(500))
        many = []
        var answer = ""
        for _ in 0..<50 where !answer.hasPrefix("HTTP/1.1 200") {
            let phone = try BareConnection(port: port)
            await phone.say(phone.post("{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235}"))
            answer = await phone.heard("\r\n\r\n")
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(answer.hasPrefix("HTTP/1.1 200"), "\(run.errors)")
        run.send(SIGINT)
        #expect(run.finish() == 130, "\(run.errors)")
    }

    @Test func theStudioHearsThisMachineAlone() throws {
        let running = try RunningStudio()
        let heard = try Self.addresses(running.program.processIdentifier)
        #expect(!heard.isEmpty && heard.allSatisfy { $0.hasPrefix("tcp 0100007F:") }, "\(heard)")
    }
}
