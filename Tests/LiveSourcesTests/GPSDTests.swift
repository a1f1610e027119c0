import Foundation
import LiveSources
import Testing
import Tracking

/// gpsd itself, and what may happen to it.
@Suite(.serialized) struct GPSDTests {
    /// gpsd reads a pseudo-terminal that the test writes into.
    private struct Receiver {
        let end: FileHandle
        let path: String
        init() throws {
            var master: Int32 = -1, slave: Int32 = -1
            var name = [CChar](repeating: 0, count: 128)
            try #require(openpty(&master, &slave, &name, nil, nil) == 0)
            var raw = termios()
            tcgetattr(slave, &raw)
            cfmakeraw(&raw)
            tcsetattr(slave, TCSANOW, &raw)
            end = FileHandle(fileDescriptor: master, closeOnDealloc: true)
            path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        func say(_ seconds: Range<Int>) throws {
            for second in seconds {
                let clock = String(format: "%02d%02d%02d.00", 12 + second / 3600, second / 60 % 60, second % 60)
                let place = String(format: "%02d%07.4f", 35, 40.0 + Double(second) * 0.01)
                for body in [
                    "GPRMC,\(clock),A,\(place),N,13946.0000,E,10.0,000.0,211126,,,A", "GPGGA,\(clock),\(place),N,13946.0000,E,1,08,1.0,40.0,M,,M,,",
                ] {
                    let sum = body.utf8.reduce(0, ^)
                    try end.write(contentsOf: Data("$\(body)*\(String(format: "%02X", sum))\r\n".utf8))
                }
                usleep(30_000)
            }
        }
    }

    private func daemon(_ port: UInt16, _ receiver: Receiver) throws -> Peer {
        try Peer(["gpsd", "-N", "-n", "-b", "-S", String(port), receiver.path])
    }

    @Test func itsReportsAreFixes() async throws {
        let port = try freePort()
        let receiver = try Receiver()
        let gpsd = try daemon(port, receiver)
        try await eventually("gpsd listens: \(gpsd.said)") { isListening(port) }
        let taken = try Taken("gpsd://127.0.0.1:\(port)")
        // gpsd opens the receiver for whoever watches; it wants to see the sort of it first.
        var second = 0
        try await eventually("fixes come: \(taken.said) \(gpsd.said)") {
            try? receiver.say(second..<second + 2)
            second += 2
            return taken.fixes.count >= 5
        }
        let fixes = taken.fixes
        #expect(fixes.allSatisfy { abs(($0.latitude ?? 0) - 35.67) < 0.05 && abs(($0.speed ?? 0) - 5.144) < 0.01 })
        #expect(zip(fixes, fixes.dropFirst()).allSatisfy { ($0.time ?? .init(nanoseconds: 0)) <= ($1.time ?? .init(nanoseconds: 0)) })
        #expect(taken.faults.isEmpty, "\(taken.faults)")

        // Killed and started again, it is watched again.
        gpsd.end(SIGKILL)
        try await eventually("its loss is said") { taken.said.contains { $0.contains("has gone") } }
        let before = taken.fixes.count
        let again = try daemon(port, receiver)
        try await eventually("its return is said: \(again.said)") { taken.said.contains { $0.contains("is back") } }
        try await eventually("fixes come again") {
            try? receiver.say(second..<second + 2)
            second += 2
            return taken.fixes.count >= before + 3
        }
        taken.source.stop()
        #expect(await taken.ended(within: 10) == .some(nil))
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
