// SPDX-License-Identifier: MIT
import Foundation

/// A port of this machine without a listener, below those that the system gives to outgoing connections: such a connection of
/// another test would take the port before the caller does.
/// - Parameter datagrams: true for UDP; false for TCP.
/// - Throws: `POSIXError` if none is available.
package func freePort(datagrams: Bool = false) throws -> UInt16 {
    let kind = datagrams ? SOCK_DGRAM : SOCK_STREAM
    for _ in 0..<100 {
        // A program that another test starts meanwhile must not inherit it.
        let end = socket(AF_INET, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(end) }
        let port = UInt16.random(in: 10_000..<32_768)
        var address = loopback(port: port)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        if status == 0 { return port }
    }
    throw POSIXError(.EADDRINUSE)
}

/// A socket that is connected to a port of this machine.
/// - Throws: `POSIXError` if nothing listens.
package func connected(toPort port: UInt16) throws -> Int32 {
    let end = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = loopback(port: port)
    let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(end, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard status == 0 else {
        let cause = errno
        close(end)
        throw POSIXError(POSIXErrorCode(rawValue: cause) ?? .EIO)
    }
    return end
}

private func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}
