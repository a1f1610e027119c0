// SPDX-License-Identifier: MIT
import Glibc

/// The reason why a socket could not be opened: its address, the cause and the remedy.
public struct OSCSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The address, such as `127.0.0.1:9000`.
    var place: String
    public var cause: String
    public var remedy: String
    public var description: String { "\(place): \(cause); \(remedy)" }
}

/// A non-blocking UDP socket for Open Sound Control datagrams. liblo's own server would listen on every network of the machine,
/// hence this one. One thread at a time.
public final class OSCSocket {
    /// The sender of a datagram.
    public struct Sender: Sendable {
        fileprivate var address = sockaddr_storage()
        fileprivate var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    }

    /// For polling only: readable when a datagram has arrived.
    public let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The local port.
    public let port: UInt16

    /// - Parameters:
    ///   - host: the address to listen on: loopback, or the one that the user specified.
    ///   - port: 0 picks any free port.
    /// - Throws: `OSCSocketError` if the socket cannot be opened or bound.
    public init(host: String = "127.0.0.1", port: UInt16) throws(OSCSocketError) {
        let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else {
            throw OSCSocketError(
                place: place, cause: "this host is not known (\(String(cString: gai_strerror(code))))",
                remedy: "give an address of this machine, such as 127.0.0.1")
        }
        defer { freeaddrinfo(found) }
        let flags = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let opened = socket(found.pointee.ai_family, flags, 0)
        guard opened >= 0, bind(opened, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
            let cause = errno
            if opened >= 0 { close(opened) }
            throw OSCSocketError(
                place: place, cause: "it cannot be opened (\(String(cString: strerror(cause))))",
                remedy: cause == EADDRINUSE
                    ? "another program uses this port: choose another port"
                    : cause == EACCES ? "choose a port from 1024 up" : "choose another address or port")
        }
        descriptor = opened
        self.port = Self.port(of: opened) ?? port
    }

    deinit { close(descriptor) }

    private static func port(of descriptor: Int32) -> UInt16? {
        var sender = Sender()
        let code = withUnsafeMutablePointer(to: &sender.address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &sender.length) }
        }
        guard code == 0 else { return nil }
        // The port has the same offset in both address families.
        return withUnsafeBytes(of: sender.address) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }

    /// The next datagram that has arrived, or nil.
    public func receive() -> (bytes: [UInt8], sender: Sender)? {
        var sender = Sender()
        while true {
            let count = withUnsafeMutablePointer(to: &sender.address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &buffer, buffer.count, 0, $0, &sender.length)
                }
            }
            if count >= 0 { return (Array(buffer[..<count]), sender) }
            guard errno == EINTR || errno == ECONNREFUSED else { return nil }
            // An answer that was refused is reported as an error of the next call; more datagrams may follow it.
            sender.length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        }
    }

    /// Sends a message to the sender of a datagram; it is lost if the network does not accept it.
    public func send(_ message: OSCMessage, to sender: Sender) {
        let bytes = OSCPacket.bytes(of: message)
        withUnsafePointer(to: sender.address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, 0, $0, sender.length)
            }
        }
    }
}
