// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import Platform
import TestTraits
import Testing
import Tracking

@testable import LiveSources

/// A real broker and its possible faults.
@Suite(.tags(.peers), .serialized) struct BrokerTests {
    /// - Parameter configuration: a file with more than its port.
    private func broker(_ port: UInt16, configuration: URL? = nil) async throws -> Peer {
        let peer = try Peer(["mosquitto"] + (configuration.map { ["-c", $0.path] } ?? ["-p", String(port)]))
        try await eventually("the broker listens: \(peer.said)") { isListening(port) }
        return peer
    }

    /// A source, once the broker has accepted its subscription.
    private func follower(_ address: String, of broker: Peer, reading: OneShot<Bool>? = nil) async throws -> Taken {
        let taken = try Taken(address, reading: reading)
        try await eventually("subscribed: \(broker.said) \(taken.said)") { taken.hasSaid("subscribed") }
        return taken
    }

    private static func times(_ seconds: Range<Int>) -> [TrackTime] {
        seconds.map { TrackTime(nanoseconds: Int64(1_767_653_235 + $0) * 1_000_000_000) }
    }

    private func message(second: Int) -> String {
        "{\"_type\":\"location\",\"tid\":\"an\",\"lat\":\(35.6 + Double(second) * 1e-4),\"lon\":139.7,\"tst\":\(1_767_653_235 + second),\"vel\":36}"
    }

    private func publish(_ port: UInt16, _ topic: String, second: Int) async throws {
        #expect(try await Peer.run(["mosquitto_pub", "-p", String(port), "-q", "1", "-t", topic, "-m", message(second: second)]) == 0)
    }

    /// In one connection, in order.
    private func publish(_ port: UInt16, _ topic: String, seconds: Range<Int>) async throws {
        let lines = seconds.map { message(second: $0) }.joined(separator: "\n")
        let command = "printf '%s\\n' \"$1\" | mosquitto_pub -p \(port) -q 1 -t '\(topic)' -l"
        #expect(try await Peer.run(["bash", "-c", command, "bash", lines]) == 0)
    }

    /// It accepts the connection, and never says anything.
    @Test func aServerThatDoesNotAnswerIsNotAwaitedInSilence() async throws {
        let silent = try BoundSocket(host: "127.0.0.1", port: 0, .stream)
        defer { close(silent.descriptor) }
        let taken = try Taken("mqtt://127.0.0.1:\(silent.port)/owntracks")
        try await eventually("whom it awaits is said") { taken.said == ["connecting to mqtt://127.0.0.1:\(silent.port)/owntracks"] }
        #expect(!taken.source.isConnected)
        let fault = try await taken.failure(within: 60)
        #expect(fault.message.contains("does not answer"), "\(fault)")
    }

    @Test(.needs("mosquitto", "mosquitto_pub")) func whatOwnTracksPublishesIsFixes() async throws {
        let port = try freePort()
        let first = try await broker(port)
        let taken = try await follower("mqtt://127.0.0.1:\(port)/owntracks/%23", of: first)
        for second in 0..<5 { try await publish(port, "owntracks/anna/phone", second: second) }
        try await publish(port, "other/topic", second: 99)
        try await eventually("they come") { taken.fixes.count == 5 }
        #expect(taken.fixes.map(\.time) == Self.times(0..<5))
        #expect(taken.fixes.allSatisfy { abs(($0.speed ?? 0) - 10) < 1e-9 })
        // The topic determines the track and overrides the message.
        #expect(taken.fixes.allSatisfy { $0.track == "owntracks/anna/phone" })

        first.end(SIGKILL)
        try await eventually("its loss is said") { taken.hasSaid("lost the connection") }
        let second = try await broker(port)
        try await eventually("subscribed anew: \(second.said)") { taken.said.count { $0.contains("subscribed") } == 2 }
        try await publish(port, "owntracks/anna/phone", second: 6)
        try await eventually("they come again") { taken.fixes.count == 6 }
        await taken.stop()
    }

    /// Whatever comes first, the next message is read; an array holds several positions.
    @Test(.needs("mosquitto", "mosquitto_pub")) func noMessageEndsIt() async throws {
        let port = try freePort()
        let peer = try await broker(port)
        let taken = try await follower("mqtt://127.0.0.1:\(port)/owntracks/%23", of: peer)
        let broken = ["[]", "[", "garbage", "{", "{\"lat\":1e999,\"lon\":2,\"tst\":1}", "\u{1}[\u{7f}"]
        for text in broken + [#"{"_type":"encrypted","data":"bGF0"}"#, "[\(message(second: 0)),\(message(second: 1))]"] {
            #expect(try await Peer.run(["mosquitto_pub", "-p", String(port), "-q", "1", "-t", "owntracks/anna", "-m", text]) == 0)
        }
        try await publish(port, "owntracks/anna", second: 2)
        try await eventually("they come") { taken.fixes.count == 3 }
        #expect(taken.fixes.allSatisfy { $0.track == "owntracks/anna" })
        #expect(taken.hasSaid("it contains no position") && taken.hasSaid("an encrypted message"), "\(taken.said)")
        #expect(taken.faults.count == 4, "\(taken.faults)")
        await taken.stop()
    }

    /// Killed while everything that it sent is unread: all of that is there, later messages follow, and nothing comes twice.
    @Test(.needs("mosquitto", "mosquitto_pub")) func whatHadArrivedOutlivesTheBroker() async throws {
        let port = try freePort()
        let first = try await broker(port)
        let reading = OneShot<Bool>()
        let taken = try await follower("mqtt://127.0.0.1:\(port)/owntracks/%23", of: first, reading: reading)
        // Opening reads the first message, and nothing is read after it.
        try await publish(port, "owntracks/anna/phone", second: 0)
        try await eventually("it is open") { taken.isOpen }
        try await publish(port, "owntracks/anna/phone", seconds: 1..<50)
        try await eventually("they have arrived: \(taken.source.depth)") { taken.source.depth.lines == 49 }

        first.end(SIGKILL)
        try await eventually("its loss is said") { taken.hasSaid("lost the connection") }
        let second = try await broker(port)
        try await eventually("subscribed anew: \(second.said)") { taken.said.count { $0.contains("subscribed") } == 2 }
        try await publish(port, "owntracks/anna/phone", seconds: 50..<60)
        try await eventually("the later ones have arrived: \(taken.source.depth)") { taken.source.depth.lines == 59 }
        #expect(taken.fixes.isEmpty)

        // Received messages survive the end of the source, too.
        taken.source.stop()
        reading.resolve(true)
        try await eventually("it ends") { taken.hasEnded }
        #expect(await taken.ended(within: 1) == .some(nil))
        #expect(taken.fixes.map(\.time) == Self.times(0..<60))
        #expect(taken.faults.isEmpty && taken.source.depth.refused == 0)
    }

    /// The first is reported, all are counted, and the messages after them are read.
    @Test(.needs("mosquitto", "mosquitto_pub")) func messagesTooLongAreSaidOnce() async throws {
        let port = try freePort()
        let peer = try await broker(port)
        let taken = try await follower("mqtt://127.0.0.1:\(port)/owntracks/%23", of: peer)
        let long = peer.folder.path("long")
        for length in [70_000, 65_537, 65_536] {
            let start = "{\"_type\":\"location\",\"lat\":35.6,\"lon\":139.7,\"tst\":1767653235"
            try Data("\(start)\(String(repeating: " ", count: length - start.utf8.count - 1))}".utf8).write(to: URL(fileURLWithPath: long))
            #expect(try await Peer.run(["mosquitto_pub", "-p", String(port), "-q", "1", "-t", "owntracks/anna/phone", "-f", long]) == 0)
        }
        try await eventually("the longest that is taken comes") { taken.fixes.count == 1 }
        let said = taken.said.filter { $0.contains("dropped") }
        #expect(said.count == 1 && said.first?.contains("a message of 70000 bytes was dropped: the limit is 65536") == true, "\(said)")
        #expect(taken.faults.isEmpty)
        await taken.stop()
        #expect(taken.said.last?.contains("2 messages were dropped") == true, "\(taken.said)")
    }

    /// The user and the password go from the address to the broker; wrong ones are reported without being shown.
    @Test(.needs("mosquitto", "mosquitto_pub")) func aBrokerThatAsksForAPasswordGetsIt() async throws {
        let folder = try Folder()
        let word = "wo:rd@1"
        #expect(try await Peer.run(["mosquitto_passwd", "-b", "-c", folder.path("words"), "anna", word]) == 0)
        let port = try freePort()
        // Without the user it would drop root's privileges, and with them access to the folder.
        let configuration = try folder.write(
            "user root\nlistener \(port) 127.0.0.1\nallow_anonymous false\npassword_file \(folder.path("words"))\n", to: "mosquitto.conf")
        let peer = try await broker(port, configuration: configuration)
        let wrong = try Taken("mqtt://anna:word@127.0.0.1:\(port)/owntracks/%23")
        let fault = try await wrong.failure()
        #expect(fault.message.contains("the broker refuses") && fault.remedy.contains("password"), "\(fault)")
        #expect((wrong.said + ["\(fault)"]).allSatisfy { !$0.contains("anna") && !$0.contains(":word") }, "\(wrong.said) \(fault)")

        let taken = try await follower("mqtt://anna:wo%3Ard%401@127.0.0.1:\(port)/owntracks/%23", of: peer)
        let publish = [
            "mosquitto_pub", "-p", String(port), "-u", "anna", "-P", word, "-t", "owntracks/anna/phone", "-m", message(second: 0),
        ]
        #expect(try await Peer.run(publish) == 0)
        try await eventually("it comes") { taken.fixes.count == 1 }
        await taken.stop()
    }

    /// For a named client the broker stores what is published while it is away.
    @Test(.needs("mosquitto", "mosquitto_pub")) func aClientWithANameMissesNothing() async throws {
        let port = try freePort()
        let peer = try await broker(port)
        let address = "mqtt://127.0.0.1:\(port)/owntracks/%23?client=amaoto-test"
        let before = try await follower(address, of: peer)
        try await publish(port, "owntracks/anna/phone", second: 0)
        try await eventually("it comes") { before.fixes.count == 1 }
        await before.stop()

        try await publish(port, "owntracks/anna/phone", seconds: 1..<6)
        let after = try Taken(address)
        try await eventually("what came meanwhile is there: \(peer.said)") { after.fixes.count == 5 }
        #expect(after.fixes.map(\.time) == Self.times(1..<6))
        await after.stop()
    }

    @Test(.needs("mosquitto")) func withoutOneItSaysSo() async throws {
        let taken = try Taken("mqtt://127.0.0.1:\(try freePort())/owntracks/%23")
        let fault = try await taken.failure()
        #expect(fault.message.contains("broker does not answer"), "\(fault)")
    }

    /// A server that accepts connections and never replies is not a broker.
    @Test(.needs("python3")) func whatDoesNotAnswerIsGivenUp() async throws {
        let mute = try Peer([
            "python3", "-uc", "import socket, time; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1]); time.sleep(60)",
        ])
        try await eventually("it listens: \(mute.said)") { mute.said.hasSuffix("\n") }
        let taken = try Taken("mqtt://127.0.0.1:\(mute.said.dropLast())/owntracks/%23")
        let fault = try await taken.failure(within: 30)
        #expect(fault.message.contains("does not answer"), "\(fault)")
    }

    /// TLS, HTTP, and a length that never ends: reported as not a broker, without mention of a secure connection that was not
    /// requested.
    @Test(
        .needs("python3"), arguments: [("15030300020250", false), ("485454502f312e3120343030204261640d0a", true), ("30ffffffff7f", false)])
    func whatIsNoBrokerIsNamed(answer: String, closes: Bool) async throws {
        let script = """
            import socket, time
            server = socket.create_server(("127.0.0.1", 0))
            print(server.getsockname()[1])
            line, _ = server.accept()
            line.recv(4096)
            line.sendall(bytes.fromhex("\(answer)"))
            \(closes ? "line.close()" : "")
            time.sleep(60)
            """
        let server = try Peer(["python3", "-uc", script])
        try await eventually("it listens: \(server.said)") { server.said.hasSuffix("\n") }
        let taken = try Taken("mqtt://127.0.0.1:\(server.said.dropLast())/owntracks/%23")
        let fault = try await taken.failure(within: 30)
        #expect(fault.message == "the server there does not speak MQTT" && fault.remedy.contains("mqtts://"), "\(fault)")
    }

    @Test func aTopicThatCannotBeIsRefused() async throws {
        let taken = try Taken("mqtt://127.0.0.1:\(try freePort())/a%23b")
        #expect(await taken.ended(within: 10)??.message.contains("invalid MQTT topic") == true)
    }
}
