import Foundation
import LiveSources
import Testing
import Tracking

/// gpsd itself, and what may happen to it.
@Suite(.serialized) struct GPSDTests {
    private static let log = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data/nmea/mtk-3301.log").path

    /// gpsd on a receiver that gpsfake plays, over and over, twenty sentences a second.
    private func daemon(_ port: UInt16) async throws -> Peer {
        let peer = try Peer(["gpsfake", "-q", "-P", String(port), "-c", "0.05", Self.log])
        try await eventually("gpsd listens: \(peer.said)") { isListening(port) }
        return peer
    }

    private func end(_ daemon: Peer, _ port: UInt16) async throws {
        daemon.end(SIGKILL)
        try await Peer.run(["pkill", "-9", "-f", "gpsd -b -N -S \(port) "])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: log), "NOT RUN: the receivers' logs are not beside the project"))
    func itsReportsAreFixes() async throws {
        let port = try freePort()
        let gpsd = try await daemon(port)
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        try await eventually("fixes come: \(taken.said) \(gpsd.said)") { taken.fixes.count >= 5 }
        // As gpsd's own reports of this log have it (mtk-3301.log.chk).
        #expect(taken.fixes.allSatisfy { abs(($0.latitude ?? 0) - 52.2163) < 0.001 && abs(($0.longitude ?? 0) - 6.8850) < 0.001 })
        // The receiver of this log knows where it is before it knows the time.
        #expect(taken.faults.allSatisfy { $0.message.contains("without a time") }, "\(taken.faults)")

        // Killed and started again, it is watched again.
        try await end(gpsd, port)
        try await eventually("its loss is said") { taken.said.contains { $0.contains("has gone") } }
        let before = taken.fixes.count
        let again = try await daemon(port)
        try await eventually("its return is said: \(again.said)") { taken.said.contains { $0.contains("is back") } }
        try await eventually("fixes come again") { taken.fixes.count >= before + 3 }
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
        try await end(again, port)
    }

    @Test func withoutOneItSaysSo() async throws {
        let taken = try Taken("gpsd://127.0.0.1:\(try freePort())")
        let fault = try await taken.failure()
        #expect(fault.message.contains("gpsd does not answer") && fault.remedy.contains("gpsd"))
    }
}

/// True when somebody takes connections there.
func isListening(_ port: UInt16) -> Bool {
    let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(end) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
    }
}
