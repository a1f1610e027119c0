// SPDX-License-Identifier: MIT
import Glibc
import Platform

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
    ///   - host: the numeric address to listen on, or `localhost`.
    ///   - port: 0 picks any free port.
    /// - Throws: why the socket cannot be opened there.
    public init(host: String = "127.0.0.1", port: UInt16) throws(SocketFault) {
        let socket = try BoundSocket(host: host, port: port, .datagram)
        (descriptor, self.port) = (socket.descriptor, socket.port)
    }

    deinit { close(descriptor) }

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
