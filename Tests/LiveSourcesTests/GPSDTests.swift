import Foundation
import LiveSources
import Testing
import Tracking

/// Where gpsd should be.
@Suite(.serialized) struct GPSDTests {
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
