import Foundation
import HTTPListening
import Tracking

/// One page's socket: what it sends becomes whole messages of a bounded length, what it is sent comes from its outbox. Two threads of
/// its own, so that neither a page that does not read nor one that does not stop asking holds anybody else up.
final class PageConnection: Sendable {
    /// Bytes of the longest message that a page may send.
    static let longestMessage = 64 << 10
    /// Seconds for which a page may take nothing of what it is sent.
    private static let patience = 15.0
    /// Seconds for which a page's own end is waited for, so that it hears why.
    private static let lastPatience = 1.0

    private let connection: UpgradedConnection
    private let hub: PageHub
    /// Nil where there are too many.
    private let page: Page?
    private let hasRead = OnceAnswer<Bool>()

    private init(_ connection: UpgradedConnection, _ hub: PageHub) {
        self.connection = connection
        self.hub = hub
        // Here, so that pages count in the order in which they come.
        page = hub.open()
    }

    /// Returns at once.
    static func begin(_ connection: UpgradedConnection, hub: PageHub) {
        let socket = PageConnection(connection, hub)
        Thread { socket.run() }.start()
    }

    private func run() {
        let outbox = page?.outbox ?? PageOutbox()
        if page == nil { outbox.close(.tryAgainLater, reason: "too many pages are open; close one") }
        Thread { [self] in
            read(for: page, outbox)
            hasRead.give(true)
        }.start()
        while let frame = outbox.next(), send(frame.bytes) {}
        outbox.end()
        // A connection that is closed over unread bytes takes its last words back.
        _ = shutdown(connection.descriptor, Int32(SHUT_WR))
        if hasRead.wait(seconds: Self.lastPatience) == nil {
            _ = shutdown(connection.descriptor, Int32(SHUT_RDWR))
            _ = hasRead.wait()
        }
        if let page { hub.leave(page) }
        connection.close()
    }

    /// Reads to the other side's end; what comes behind the last message is passed over.
    private func read(for page: Page?, _ outbox: PageOutbox) {
        var reader = WebSocketReader(longest: Self.longestMessage)
        take(connection.alreadyRead[...], &reader, page, outbox)
        var space = [UInt8](repeating: 0, count: 16 << 10)
        while wait(for: POLLIN, seconds: nil) {
            let count = recv(connection.descriptor, &space, space.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { break }
            take(space[..<count], &reader, page, outbox)
        }
        outbox.end()
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ reader: inout WebSocketReader, _ page: Page?, _ outbox: PageOutbox) {
        for event in reader.take(bytes) {
            switch event {
            case .message(let message): if let page { hub.receive(message, from: page) }
            case .ping(let payload): outbox.pong(payload)
            case .end(let code): outbox.close(code)
            }
        }
    }

    /// False once nobody takes it.
    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard wait(for: POLLOUT, seconds: Self.patience) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// - Parameter seconds: nil waits for ever.
    private func wait(for events: Int32, seconds: Double?) -> Bool {
        var entry = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        while true {
            let count = poll(&entry, 1, seconds.map { Int32($0 * 1000) } ?? -1)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
