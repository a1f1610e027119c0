// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Nothing can be reached from outside unless it was requested.
@Suite(.waiting) struct ListeningTests {
    @Test func playingHearsNothing() throws {
        let folder = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let run = try RunningProgram(["play", "-p", "drizzle", "-D", "cap"], environment: environment)
        try run.wait { size(of: captured) > 100_000 }
        #expect(try ProcessSockets(of: run.processIdentifier).addresses().isEmpty)
        #expect(run.ended(by: SIGINT) == 130)
    }

    @Test(arguments: [("0", "0100007F"), ("127.0.0.1:0", "0100007F"), ("0.0.0.0:0", "00000000")])
    func remoteControlHearsThisMachineUnlessAskedOtherwise(address: String, shown: String) throws {
        let folder = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let run = try RunningProgram(["play", "-p", "drizzle", "-D", "cap", "--osc-control", address], environment: environment)
        try run.wait { size(of: captured) > 100_000 }
        let heard = try ProcessSockets(of: run.processIdentifier).addresses()
        #expect(heard.count == 1 && heard[0].hasPrefix("udp \(shown):"), "\(heard)")
        #expect(run.errors.contains("anyone who reaches this address") == (shown == "00000000"))
        #expect(run.ended(by: SIGINT) == 130)
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
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let port = try freePort(datagrams: shown.hasPrefix("udp"))
        let run = try RunningProgram(
            ["play", "-D", "cap"] + arguments.map { $0.replacing("PORT", with: String(port)) }, environment: environment)
        try run.wait {
            run.errors.contains(" on cap") && (run.errors.contains("listening on") || run.errors.contains("The state is at"))
        }
        #expect(try ProcessSockets(of: run.processIdentifier).addresses() == [shown + String(format: ":%04X", port)])
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    /// More connections than the limit of open files: phones are served again once they are gone.
    @Test(.tags(.alone)) func itListensOnAfterTooManyConnections() async throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
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
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    @Test func theStudioHearsThisMachineAlone() throws {
        let running = try RunningStudio()
        let heard = try ProcessSockets(of: running.program.processIdentifier).addresses()
        #expect(!heard.isEmpty && heard.allSatisfy { $0.hasPrefix("tcp 0100007F:") }, "\(heard)")
    }
}
