// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Secrets from sources that the process list does not show.
@Suite(.waiting) struct SecretTests {
    private func status(_ port: UInt16, _ token: String) throws -> String {
        let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235}"
        return try Program.shell("curl -s -m 10 -o /dev/null -w '%{http_code}' -d '\(place)' 'http://127.0.0.1:\(port)/?token=\(token)'")
            .text
    }

    @Test(.needs("curl"), arguments: [true, false]) func aTokenComesFromAFileOrTheEnvironment(isFile: Bool) throws {
        let folder = try Folder()
        let file = try folder.write("a long secret\n", to: "token")
        var (_, environment) = try SoundDevices.capturing(in: folder)
        if !isFile { environment["AMAOTO_TOKEN"] = "a long secret" }
        let port = try freePort()
        let run = try RunningProgram(
            ["play", "-D", "cap", "--one-track", "http://0.0.0.0:\(port)"] + (isFile ? ["--token-file", file.path] : []),
            environment: environment)
        try run.wait { run.errors.contains("listening on") }
        #expect(try status(port, "") == "401")
        #expect(try status(port, "a%20long%20secret%0A") == "401")
        #expect(try status(port, "a%20long%20secret") == "200")
        #expect(try !String(contentsOfFile: "/proc/\(run.processIdentifier)/cmdline", encoding: .utf8).contains("a long secret"))
        #expect(run.ended(by: SIGINT) == 130, "\(run.errors)")
    }

    /// A broker that says which of the passwords it was given, and refuses it.
    private static let broker = #"""
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        print(server.getsockname()[1], flush=True)
        line, _ = server.accept()
        said = line.recv(4096)
        print(*[place for place in ("address", "environment", "file") if f"from {place}".encode() in said], flush=True)
        line.sendall(b"\x20\x02\x00\x05")
        line.recv(1)
        """#

    /// The address, which everybody can read, counts last.
    @Test(.needs("python3"), arguments: ["address", "environment", "file"]) func theSafestPasswordIsSent(place: String) throws {
        let folder = try Folder()
        let file = try folder.write("from file\nsecond line\n", to: "password")
        let broker = try RunningProgram(["-c", Self.broker], executable: "python3")
        try broker.wait { broker.text.contains("\n") }
        let port = broker.text.prefix { $0 != "\n" }
        let run = try Program.amaoto(
            ["track", "mqtt://me:from%20address@127.0.0.1:\(port)/topic"] + (place == "file" ? ["--password-file", file.path] : []),
            environment: place == "address" ? [:] : ["AMAOTO_MQTT_PASSWORD": "from environment"])
        #expect(broker.finish() == 0 && broker.text == "\(port)\n\(place)\n", "\(broker.text) \(broker.errors)")
        #expect(run.status == 4 && run.errors.contains("check name and password"), "\(run.errors)")
        #expect(!run.errors.contains("from "), "\(run.errors)")
    }

    @Test(.needs("curl")) func anEmptyOneIsNone() throws {
        let folder = try Folder()
        let empty = try folder.write("\nsecond line\n", to: "empty")
        for (arguments, environment, words) in [
            (["--token", ""], [:], "--token is empty"), (["--token-file", empty.path], [:], "is empty"),
            (["--token-file", "/dev/null"], [:], "the first line of /dev/null is empty"),
            ([], ["AMAOTO_TOKEN": ""], "AMAOTO_TOKEN is empty"),
            (["--token-file", folder.path("none")], [:], "cannot be read"),
            (["--token", "a", "--token-file", empty.path], [:], "not both"),
        ] as [([String], [String: String], String)] {
            let run = try Program.amaoto(["play", "http://0.0.0.0:\(try freePort())"] + arguments, environment: environment)
            #expect(run.status == 2 && run.errors.contains(words), "\(run.status) \(run.errors)")
        }
    }
}
