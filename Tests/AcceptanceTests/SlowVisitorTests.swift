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

        /// Returns once all are connected and drip.
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
                for turn in range(6000):
                    for n, s in enumerate(slow):
                        say(s, ask if n % 4 == 3 else "a" * 64)
                    if turn == 20: print("all drip", flush=True)
                    time.sleep(0.01)
                """
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["python3", "-c", script]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            try #require(!output.fileHandleForReading.availableData.isEmpty, "the clients could not connect")
        }

        // The test runner may block the signals that request an end.
        deinit { kill(process.processIdentifier, SIGKILL) }
    }

    /// Eight seconds of sound take eight seconds and are complete, while the state is served and posts are accepted.
    @Test(.needs("curl", "python3"), arguments: [["-p", "drizzle", "--serve", "PORT"], ["http://:PORT", "--one-track"]])
    func theRainGoesOnInItsTime(arguments: [String]) throws {
        let folder = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let port = try freePort()
        let run = try RunningProgram(
            ["play", "-D", "cap", "-f", "FLOAT_LE", "-d", "8"] + arguments.map { $0.replacing("PORT", with: String(port)) },
            environment: environment)
        try run.wait { run.errors.contains("listening on") || run.errors.contains("The state is at") }
        #expect(try ProcessSockets(of: run.processIdentifier).listening() == [String(format: "tcp 0100007F:%04X", port)])
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
        #expect(size(of: captured) == 8 * 48_000 * 8)
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
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let port = try freePort()
        let run = try RunningProgram(arguments.map { $0.replacing("PORT", with: String(port)) }, environment: environment)
        try run.wait {
            run.errors.contains("listening on") || run.errors.contains("The state is at") || run.errors.contains("The studio is at")
        }
        let crowd = try Crowd(port: port, target: "/events")
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
        for number in 1...20 {
            #expect(page.sendMessage("{\"v\":1,\"id\":\(number),\"do\":\"diff\"}"))
            #expect(page.message("answer")?["id"] as? Int == number)
        }
        #expect(try running.status(running.request(running.root)) == 200)
        let found = try ProcessSockets(of: running.program.processIdentifier).listening()
        #expect(found.count == 1 && found[0].hasPrefix("tcp 0100007F:"), "\(found)")
        withExtendedLifetime(crowd) {}
    }
}
