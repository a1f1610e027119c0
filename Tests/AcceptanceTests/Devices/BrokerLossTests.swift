// SPDX-License-Identifier: MIT
import Foundation
import LiveEnds
import TestTraits
import Testing

/// A server that is killed during playing, and returns.
@Suite(.tags(.devices), .waiting) struct BrokerLossTests {
    private static func message(_ second: Int) -> String {
        "{\"_type\":\"location\",\"lat\":\(35.6 + Double(second) * 1e-4),\"lon\":139.7,\"tst\":\(1_767_653_235 + second),\"vel\":\(second)}\n"
    }

    /// The rain goes on, the loss and the return are reported and played, and every received fix is kept.
    @Test(.needs("mosquitto", "mosquitto_pub", "/usr/bin/python3")) func theRainGoesOnAndTheTrackComesBack() async throws {
        let port = try freePort()
        func broker() throws -> RunningProgram { try RunningProgram(["-p", String(port)], executable: "/usr/sbin/mosquitto") }
        func phone() throws -> RunningProgram {
            try RunningProgram(["-p", String(port), "-q", "1", "-t", "owntracks/anna/phone", "-l"], executable: "/usr/bin/mosquitto_pub")
        }
        let first = try broker()
        try await first.suspend(within: 30) { first.errors.contains("running") }
        let kept = try Folder()
        let session = kept.file("ride.sqlite")
        let played = try FaultyDevice(
            "", ["mqtt://127.0.0.1:\(port)/owntracks/%23", "-p", "drizzle", "--state", "-", "--session", session.path])
        try await played.run.suspend(within: 30) { played.run.errors.contains("subscribed") }
        let before = try phone()
        for second in 0..<5 {
            try before.type(Self.message(second))
            try await Task.sleep(for: .seconds(1))
        }
        try await played.run.suspend(within: 30) { played.run.text.contains("\"speed\":1") }
        before.send(SIGTERM)
        first.send(SIGKILL)
        #expect(before.finish() != 0 && first.finish() == 128 + SIGKILL)
        try await played.run.suspend(within: 30) { played.run.errors.contains("lost the connection to") }
        try await played.run.suspend(within: 60) { played.run.text.contains("\"fix lost\"") }

        let second = try broker()
        try await played.run.suspend(within: 60) { played.run.errors.components(separatedBy: "subscribed").count == 3 }
        let after = try phone()
        for second in 40..<45 {
            try after.type(Self.message(second))
            try await Task.sleep(for: .seconds(1))
        }
        try await played.run.suspend(within: 30) { played.run.text.contains("\"fix back\"") }
        try after.endInput()
        #expect(after.finish() == 0, "\(after.errors)")
        try await Task.sleep(for: .seconds(1))
        #expect(played.run.ended(by: SIGINT) == 130, "\(played.run.errors)")
        #expect(try Program.keptFixes(in: session) == 10)
        second.send(SIGTERM)
        _ = second.finish()
    }
}
