// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import Platform
import TestTraits
import Testing
import Tracking

@testable import LiveSources

/// The real gpsd and its possible faults.
@Suite(.tags(.peers), .serialized) struct GPSDTests {
    private static let log = TestData.fixtures.appendingPathComponent("nmea/mtk-3301.log").path

    /// gpsd on a receiver that gpsfake plays repeatedly, twenty sentences per second.
    private func daemon(_ port: UInt16) async throws -> Peer {
        let peer = try Peer(["gpsfake", "-q", "-P", String(port), "-c", "0.05", Self.log])
        try await eventually("gpsd listens: \(peer.said)") { isListening(port) }
        return peer
    }

    @Test(.needs("gpsd", "gpsfake")) func itsReportsAreFixes() async throws {
        let port = try freePort()
        let gpsd = try await daemon(port)
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        try await eventually("fixes come: \(taken.said) \(gpsd.said)") { taken.fixes.count >= 5 }
        // As in gpsd's own reports of this log (mtk-3301.log.chk).
        // The daemon begins the log again at its end, and has no fix for a moment.
        let positions = taken.fixes.filter { !$0.isNoFix }
        #expect(!positions.isEmpty)
        #expect(positions.allSatisfy { abs(($0.latitude ?? 0) - 52.2163) < 0.001 && abs(($0.longitude ?? 0) - 6.8850) < 0.001 })
        // The receiver of this log has a position before it has the time.
        #expect(taken.faults.allSatisfy { $0.message.contains("without a time") }, "\(taken.faults)")

        // Killed and restarted, it is watched again.
        gpsd.end(SIGKILL)
        try await eventually("its loss is said") { taken.hasSaid("lost the connection") }
        let before = taken.fixes.count
        let again = try await daemon(port)
        try await eventually("its return is said: \(again.said)") { taken.hasSaid("is back") }
        try await eventually("fixes come again") { taken.fixes.count >= before + 3 }
        await taken.stop()
        again.end(SIGKILL)
        try await eventually("gpsd ends with gpsfake") { !isListening(port) }
    }

    /// Behaves like gpsd for each client that sends a watch command: twenty reports and half a one, then it disconnects; twenty
    /// more for the next.
    private static let standIn = """
        import json, socket, sys

        def say(line, **members):
            line.sendall((json.dumps(members) + "\\n").encode())

        def report(second):
            return {"class": "TPV", "device": "/dev/ttyS0", "mode": 3, "time": "2026-01-01T00:00:%02d.000Z" % second,
                    "lat": 35.6 + second * 1e-4, "lon": 139.7, "speed": 10.0}

        server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
        part = 0
        while part < 2:
            line, _ = server.accept()
            try:
                say(line, **{"class": "VERSION", "release": "3.25", "rev": "3.25", "proto_major": 3, "proto_minor": 15})
                request = b""
                while not request.endswith(b"\\n"):
                    piece = line.recv(4096)
                    if not piece: break
                    request += piece
                # Who only looks whether somebody listens asks for nothing.
                if b"?WATCH=" in request:
                    say(line, **{"class": "DEVICES", "devices": [{"class": "DEVICE", "path": "/dev/ttyS0"}]})
                    say(line, **{"class": "WATCH", "enable": True, "json": True})
                    for second in range(20 * part, 20 * part + 20): say(line, **report(second))
                    part += 1
                    if part == 1: line.sendall(json.dumps(report(20)).encode()[:60])
                    else: line.recv(1)
            except OSError: pass
            line.close()
        """

    /// The incomplete last report does not spoil another.
    @Test(.needs("python3")) func aConnectionThatBreaksInALineLosesNoFix() async throws {
        let port = try freePort()
        let server = try Peer(["python3", "-c", Self.standIn, String(port)])
        try await eventually("it listens: \(server.said)") { isListening(port) }
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        try await eventually("all have come: \(taken.fixes.count) \(taken.said) \(server.said)") { taken.fixes.count == 40 }
        await taken.stop()
        #expect(taken.fixes.map(\.time) == (0..<40).map { TrackTime(nanoseconds: Int64(1_767_225_600 + $0) * 1_000_000_000) })
        #expect(taken.fixes.allSatisfy { $0.track == "/dev/ttyS0" && $0.speed == 10 && $0.longitude == 139.7 })
        // The incomplete one went with its connection.
        #expect(taken.faults.isEmpty, "\(taken.faults)")
        #expect(
            taken.said.count { $0.contains("lost the connection") } == 1 && taken.said.count { $0.contains("is back") } == 1,
            "\(taken.said)")
        server.end()
    }

    /// Sentences of a multiplexer, which breaks the connection in the middle of one.
    @Test(.needs("python3")) func sentencesOverTCPAreFixes() async throws {
        let (peer, port) = try await server(
            """
            for part in range(2):
                line, _ = server.accept()
                for second in range(5 * part, 5 * part + 5):
                    body = "GPRMC,1200%02d,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W" % second
                    check = 0
                    for letter in body: check ^= ord(letter)
                    line.sendall(("$%s*%02X\\r\\n" % (body, check)).encode())
                if part == 0: line.sendall(b"$GPRMC,1200")
                else: time.sleep(600)
                line.close()
            """)
        let taken = try Taken("tcp://127.0.0.1:\(port)")
        try await eventually("all have come: \(taken.fixes.count) \(taken.said) \(peer.said)") { taken.fixes.count >= 9 }
        await taken.stop()
        #expect(!taken.hasSaid("no position"))
        #expect(taken.fixes.count == 10 && taken.fixes.allSatisfy { abs(($0.latitude ?? 0) - 48.1173) < 1e-9 })
        // With --strict, a broken connection would otherwise end the track as a broken sentence.
        #expect(taken.faults.isEmpty, "\(taken.faults)")
        #expect(taken.said.count { $0 == "lost the connection to tcp://127.0.0.1:\(port); reconnecting" } == 1, "\(taken.said)")
        peer.end(SIGKILL)
    }

    /// A test server at a port of its choice, which it prints first.
    private func server(_ script: String) async throws -> (peer: Peer, port: String) {
        let start = "import json, socket, time\nserver = socket.create_server(('127.0.0.1', 0))\nprint(server.getsockname()[1])\n"
        let peer = try Peer(["python3", "-uc", start + script])
        try await eventually("it listens: \(peer.said)") { peer.said.contains("\n") }
        return (peer, String(peer.said.prefix { $0 != "\n" }))
    }

    /// A program on that port that is not gpsd: it is said, although no position ends the waiting.
    @Test(.needs("python3")) func aServerWithoutPositionsIsSaid() async throws {
        let (peer, port) = try await server("line, _ = server.accept()\nline.sendall(b'hello\\n' * 50)\ntime.sleep(600)\n")
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        try await eventually("it is said: \(peer.said)") { taken.hasSaid("no position in the first ") }
        taken.source.stop()
        _ = await taken.ended(within: 10)
        #expect(taken.hasEnded && taken.said.count == 1, "\(taken.said)")
        peer.end(SIGKILL)
    }

    /// 6 MB while nothing is read: the first loss is reported, the sum at the end, and no partial line spoils another.
    @Test(.needs("python3")) func whatFindsTheQueueFullIsSaid() async throws {
        let (peer, port) = try await server(
            """
            line, _ = server.accept()
            def say(**members): line.sendall((json.dumps(members) + "\\n").encode())
            say(**{"class": "VERSION", "release": "3.25", "rev": "3.25", "proto_major": 3, "proto_minor": 15})
            line.recv(4096)
            for second in range(1500):
                say(**{"class": "TPV", "device": "/dev/ttyS0", "mode": 3, "time": "2026-01-01T00:%02d:%02d.000Z" % divmod(second, 60),
                       "lat": 35.6, "lon": 139.7, "speed": 10.0, "padding": " " * 4000})
            time.sleep(600)
            """)
        let reading = OneShot<Bool>()
        let taken = try Taken("gpsd://127.0.0.1:\(port)", reading: reading)
        try await eventually("the loss is said: \(taken.said) \(peer.said)") { taken.hasSaid("the queue was full") }
        reading.resolve(true)
        try await eventually("each has come or is counted: \(taken.fixes.count) \(taken.source.depth) \(peer.said)") {
            taken.fixes.count + taken.source.depth.refused == 1_500
        }
        await taken.stop()
        #expect(taken.faults.isEmpty, "\(taken.faults)")
        let said = taken.said.filter { $0.contains("the queue was full") || $0.contains("found the queue full") }
        #expect(said.count == 2 && said.last?.contains("\(1_500 - taken.fixes.count) lines") == true, "\(said)")
        peer.end(SIGKILL)
    }

    /// A server that accepts connections and closes them is not back, and is tried less and less often: after 0.25, 0.5 and 1 s.
    @Test(.needs("python3")) func aPortThatClosesIsLeftAloneForLonger() async throws {
        let (peer, port) = try await server(
            """
            while True:
                line, _ = server.accept()
                line.recv(4096)
                print("asked")
                line.close()
            """)
        let start = ContinuousClock.now
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        try await eventually("it is tried again: \(taken.said) \(peer.said)") {
            peer.said.split(separator: "\n").count { $0 == "asked" } >= 4
        }
        #expect(ContinuousClock.now - start >= .milliseconds(1_700))
        taken.source.stop()
        #expect(
            taken.said.count { $0.contains("lost the connection") } == 1 && !taken.hasSaid("is back"), "\(taken.said)"
        )
        peer.end(SIGKILL)
    }

    @Test func withoutOneItSaysSo() async throws {
        let taken = try Taken("gpsd://127.0.0.1:\(try freePort())")
        let fault = try await taken.failure()
        #expect(fault.message.contains("gpsd does not answer") && fault.remedy.contains("gpsd"))
    }
}

/// True if something accepts connections there.
func isListening(_ port: UInt16) -> Bool {
    guard let end = try? connected(toPort: port) else { return false }
    close(end)
    return true
}
