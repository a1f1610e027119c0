// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Tracking

/// Moves the lines of a server into a feed, on its own thread: connects, sends a request if there is one, and reconnects when the
/// connection ends. `stop` from any thread ends it.
final class TCPClient: LiveClient, @unchecked Sendable {
    // Sendable is sound: `waking` is thread-safe; the opening thread and then the reading thread own the rest.
    private let host: String
    private let port: UInt16
    private let title: String
    private let request: String
    private let server: (name: String, remedy: String)
    private let feed: LineQueue
    private let waking = WakeupDescriptor()
    private var socket: Int32 = -1
    private var input: ConnectedInput

    /// Milliseconds that connecting may take.
    private static let patience: Int32 = 5_000

    /// Connects and begins to read. Waits at most five seconds per address.
    /// - Parameters:
    ///   - title: The name used in messages.
    ///   - request: Sent after every connection.
    ///   - server: What messages call the program at the other end, and what to do if it does not answer.
    ///   - warn: Receives that the connection is lost, and that it is back.
    /// - Throws: The host is unknown, or the server does not answer.
    init(
        host: String, port: UInt16, title: String, request: String, server: (name: String, remedy: String), into feed: LineQueue,
        warn: @escaping @Sendable (String) -> Void
    ) throws(InputFault) {
        self.host = host
        self.port = port
        self.title = title
        self.request = request
        self.server = server
        self.feed = feed
        input = ConnectedInput(into: feed, ConnectionNotice(title, warn))
        try connect()
        Thread { [self] in read() }.start()
    }

    deinit { if socket >= 0 { close(socket) } }

    func stop() { waking.stop() }

    private func read() {
        while input.read(from: socket, waking) {
            close(socket)
            socket = -1
            input.lost()
            guard reconnect() else { break }
        }
        feed.close()
        if socket >= 0 { close(socket) }
        socket = -1
    }

    /// Returns true once connected, false once stopped.
    private func reconnect() -> Bool {
        while true {
            if waking.sleep(milliseconds: input.backOff.next()) { return false }
            if (try? connect()) != nil { return true }
        }
    }

    private func connect() throws(InputFault) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else {
            throw InputFault(opening: title, "unknown host (\(String(cString: gai_strerror(code))))", "check its name")
        }
        defer { freeaddrinfo(found) }
        var cause = ECONNREFUSED
        var next: UnsafeMutablePointer<addrinfo>? = found
        while let address = next {
            switch open(address.pointee) {
            case .success(let opened):
                socket = opened
                try sendRequest()
                input.backOff.connected()
                return
            case .failure(let failure): cause = failure.code
            }
            next = address.pointee.ai_next
        }
        throw InputFault(opening: title, "\(server.name) does not answer (\(errnoText(cause)))", server.remedy)
    }

    private struct Refusal: Error { let code: Int32 }

    private func open(_ address: addrinfo) -> Result<Int32, Refusal> {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let opened = Glibc.socket(address.ai_family, flags, 0)
        guard opened >= 0 else { return .failure(Refusal(code: errno)) }
        if Glibc.connect(opened, address.ai_addr, address.ai_addrlen) != 0 {
            var cause = errno
            if cause == EINPROGRESS {
                var length = socklen_t(MemoryLayout<Int32>.size)
                let outcome = waking.wait(for: opened, events: POLLOUT, milliseconds: Self.patience)
                cause = outcome == .ready ? 0 : ETIMEDOUT
                if outcome == .ready { getsockopt(opened, SOL_SOCKET, SO_ERROR, &cause, &length) }
            }
            guard cause == 0 else {
                close(opened)
                return .failure(Refusal(code: cause))
            }
        }
        // Detects within a minute that the machine of the server has vanished.
        for (level, option, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 20), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10),
            (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ] as [(Int32, Int32, Int32)] {
            var value = value
            setsockopt(opened, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        return .success(opened)
    }

    private func sendRequest() throws(InputFault) {
        let bytes = Array(request.utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            let cause = errno
            close(socket)
            socket = -1
            throw InputFault(
                opening: title, "\(server.name) does not accept requests (\(errnoText(cause)))",
                "check that it listens there")
        }
    }
}
