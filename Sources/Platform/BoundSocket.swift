// SPDX-License-Identifier: MIT
import Glibc

/// Why a socket cannot be opened at an address, and what to do about it.
public struct SocketFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The address, such as `127.0.0.1:8080`.
    var place: String
    public var cause: String
    public var remedy: String
    public var description: String { "\(place): \(cause); \(remedy)" }

    package init(place: String, cause: String, remedy: String) {
        self.place = place
        self.cause = cause
        self.remedy = remedy
    }
}

/// A non-blocking socket at an address of this machine. Its owner closes it.
package struct BoundSocket {
    package enum Kind { case stream, datagram }

    package let descriptor: Int32
    /// The numeric address.
    package let host: String
    package let port: UInt16

    /// - Parameters:
    ///   - host: a numeric address of this machine, or `localhost` for 127.0.0.1.
    ///   - port: 0 takes any free port.
    ///   - kind: a stream socket also listens.
    package init(host: String, port: UInt16, _ kind: Kind) throws(SocketFault) {
        // Other names may resolve to an address on which no server listens.
        let host = host == "localhost" ? "127.0.0.1" : host
        let place = "\(HostText.beforePort(host)):\(port)"
        let type = kind == .stream ? SOCK_STREAM : SOCK_DGRAM
        var hints = addrinfo()
        hints.ai_socktype = Int32(type.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV | AI_NUMERICHOST
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &addresses) == 0, let addresses else {
            throw SocketFault(
                place: place, cause: "'\(host)' is not a numeric IP address",
                remedy: "give an address of this machine, such as 127.0.0.1 or 0.0.0.0")
        }
        defer { freeaddrinfo(addresses) }
        let opened = socket(addresses.pointee.ai_family, Int32(type.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard opened >= 0, kind == .datagram || Self.allowReuse(opened),
            bind(opened, addresses.pointee.ai_addr, addresses.pointee.ai_addrlen) == 0,
            kind == .datagram || listen(opened, SOMAXCONN) == 0
        else {
            let cause = errno
            if opened >= 0 { close(opened) }
            throw SocketFault(
                place: place, cause: "cannot listen on this address (\(errnoText(cause)))", remedy: Self.remedy(cause))
        }
        descriptor = opened
        self.host = host
        self.port = Self.port(of: opened) ?? port
    }

    /// Lets a restarted server bind its port at once, while old connections to it are in TIME_WAIT.
    private static func allowReuse(_ descriptor: Int32) -> Bool {
        var reuse: Int32 = 1
        return setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size)) == 0
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
