// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// Many clients that send little and read nothing: the rain continues on time, and stops on request.
@Suite(.tags(.program), .waiting, .serialized) struct SlowVisitorTests {
    /// Drips an endless header line and half a request, and sends requests without reading the responses, until it ends.
    private final class Crowd {
        private let process = Process()

        /// - Parameter target: the request target of the clients that do not read.
        init(port: UInt16, target: String) throws {
            let script = """
                import socket, time
                def connect(first):
                    s = socket.create_connection(("127.0.0.1", \(port)), 5)
                    s.setblocking(False)
                    say(s, first)
                    return s
                def say(s, text):
                    try: s.send(text.encode())
                    except OSError: pass
                ask = "GET \(target) HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\n\\r\\n"
                kinds = ["GET / HTTP/1.1\\r\\nX-Long: ", "POST / HTTP/1.1\\r\\nContent-Length: 100000\\r\\n\\r\\n", "", ask]
                slow = [connect(kinds[n % len(kinds)]) for n in range(120)]
                end = time.monotonic() + 60
                while time.monotonic() < end:
                    for n, s in enumerate(slow):
                        say(s, ask if n % 4 == 3 else "a" * 64)
                    time.sleep(0.01)
                """
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", script]
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        // The test runner may block the signals that request an end.
        deinit { kill(process.processIdentifier, SIGKILL) }
    }

    /// The listening sockets of a process, as the kernel lists them: TCP addresses, and all sockets with a path or a name.
    private func listening(_ process: Int32) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        let sockets = Set(links.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
        func rows(_ table: String) throws -> [[Substring]] {
            try String(contentsOfFile: "/proc/\(process)/net/\(table)", encoding: .utf8).split(separator: "\n").dropFirst().map {
                $0.split(separator: " ")
            }
        }
        let tcp = try ["tcp", "tcp6"].flatMap { table in
            try rows(table).filter { $0.count > 9 && $0[3] == "0A" && sockets.contains(String($0[9])) }.map { "\(table) \($0[1])" }
        }
        // Num RefCount Protocol Flags Type St Inode Path
        return tcp
            + (try rows("unix").filter { $0.count > 6 && sockets.contains(String($0[6])) && ($0[3] == "00010000" || $0.count > 7) }.map {
                "unix \($0)"
            })
    }

    /// Eight seconds of sound take eight seconds and are complete, while the state is served and posts are accepted.
    @Test(.needs("curl", "python3"), arguments: [["-p", "drizzle", "--serve", "PORT"], ["http://:PORT", "--one-track"]])
    func theRainGoesOnInItsTime(arguments: [String]) throws {
        let folder = try Folder()
        let (captured, environment) = try LivePlayTests.configuration(folder)
        let port = try freePort()
        let run = try RunningProgram(
            ["play", "-D", "cap", "-f", "FLOAT_LE", "-d", "8"] + arguments.map { $0.replacing("PORT", with: String(port)) },
            environment: environment)
        try run.wait { run.errors.contains("listening on") || run.errors.contains("The state is at") }
        let digits = String(port, radix: 16, uppercase: true)
        #expect(try listening(run.processIdentifier) == ["tcp 0100007F:" + String(repeating: "0", count: 4 - digits.count) + digits])
        let crowd = try Crowd(port: port, target: "/events")
        if arguments[0].hasPrefix("http") {
            // A phone gets through, so there is sound.
            var status = ""
            for second in 0..<20 where !status.hasPrefix("200") {
                let place = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":\(Int(Date().timeIntervalSince1970) + second)}"
                status = try Program.shell("curl -s -m 3 -o /dev/null -w '%{http_code}' -d '\(place)' http://127.0.0.1:\(port)/").text
            }
            #expect(status == "200")
        }
        let status = run.finish()
        #expect(status == 0, "\(run.errors)")
        #expect(InterruptTests.size(captured) == 8 * 48_000 * 8)
        let sound = try Data(contentsOf: captured)
        // No second is silent.
        for second in 1..<8 {
            let part = sound[second * 48_000 * 8..<(second + 1) * 48_000 * 8]
            #expect(Set(part).count > 100, "second \(second)")
        }
        for word in ["underrun", "xrun", "late", "stall"] { #expect(!run.errors.lowercased().contains(word), "\(run.errors)") }
        withExtendedLifetime(crowd) {}
    }

    @Test(
        .needs("python3"),
        arguments: [
            ["play", "-D", "cap", "-p", "drizzle", "--serve", "PORT"], ["play", "-D", "cap", "http://:PORT", "--one-track"],
            ["studio", "drizzle", "--stream", "--port", "PORT"],
        ])
    func anInterruptIsObeyedAtOnce(arguments: [String]) throws {
        let folder = try Folder()
        let (_, environment) = try LivePlayTests.configuration(folder)
        let port = try freePort()
        let run = try RunningProgram(arguments.map { $0.replacing("PORT", with: String(port)) }, environment: environment)
        try run.wait {
            run.errors.contains("listening on") || run.errors.contains("The state is at") || run.errors.contains("The studio is at")
        }
        let crowd = try Crowd(port: port, target: "/events")
        usleep(3_000_000)
        #expect(run.isRunning, "\(run.errors)")
        run.send(SIGINT)
        let took = ContinuousClock().measure { #expect(run.finish() == 130, "\(run.errors)") }
        // A second, as on a busy machine.
        #expect(took < .seconds(4), "\(took)")
        withExtendedLifetime(crowd) {}
    }

    /// The studio's pages continue while other clients drip.
    @Test(.needs("python3")) func aPageOfTheStudioGoesOn() throws {
        let running = try RunningStudio()
        let page = try running.open()
        #expect(page.message("welcome") != nil)
        let crowd = try Crowd(port: running.port, target: running.root)
        usleep(2_000_000)
        for number in 1...20 {
            #expect(page.sendFrame(1, Array("{\"v\":1,\"id\":\(number),\"do\":\"diff\"}".utf8)))
            #expect(page.message("answer")?["id"] as? Int == number)
        }
        #expect(try running.status(running.request(running.root)) == 200)
        let found = try listening(running.program.processIdentifier)
        #expect(found.count == 1 && found[0].hasPrefix("tcp 0100007F:"), "\(found)")
        withExtendedLifetime(crowd) {}
    }
}
