// SPDX-License-Identifier: MIT
import Glibc

/// Why a server cannot listen at an address, and what to do about it.
public struct ListeningFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The address, such as `127.0.0.1:8080`.
    var place: String
    public var cause: String
    public var remedy: String
    public var description: String { "\(place): \(cause); \(remedy)" }
}

/// A listening socket.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// - Parameters:
    ///   - host: A numeric address of this machine.
    ///   - port: 0 takes any free port.
    /// - Throws: Why the socket cannot be opened, bound or listened on.
    init(host: String, port: UInt16) throws(ListeningFault) {
        let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV | AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let found else {
            throw ListeningFault(
                place: place, cause: "'\(host)' is not a numeric IP address",
                remedy: "give an address of this machine, such as 127.0.0.1 or 0.0.0.0")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let opened = socket(found.pointee.ai_family, kind, 0)
        var reuse: Int32 = 1
        guard opened >= 0, setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size)) == 0,
            bind(opened, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(opened, SOMAXCONN) == 0
        else {
            let cause = errno
            if opened >= 0 { close(opened) }
            throw ListeningFault(
                place: place, cause: "cannot listen on this address (\(String(cString: strerror(cause))))", remedy: Self.remedy(cause))
        }
        descriptor = opened
        self.port = Self.port(of: opened) ?? port
    }

    private static func remedy(_ cause: Int32) -> String {
        switch cause {
        case EADDRINUSE: "another program uses this port: end it, or choose another port"
        case EACCES, EPERM: "ports below 1024 are reserved: choose 1024 or higher"
        case EADDRNOTAVAIL: "this machine does not have this address: `ip address` lists its addresses"
        case EAFNOSUPPORT: "this machine does not support this version of IP: give an address of the other version"
        case EMFILE, ENFILE: "too many files are open: close some programs"
        default: "choose another address or another port"
        }
    }

    private static func port(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { return nil }
        // The port has the same offset in both address families.
        return withUnsafeBytes(of: address) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }
}
