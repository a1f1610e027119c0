// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import Platform

/// A page's WebSocket connection: assembles incoming bytes into complete messages of bounded length, and sends the frames of its
/// outbox. Two dedicated threads, so that neither a page that does not read nor one that sends without pause delays the others.
final class PageConnection: Sendable {
    /// The length in bytes of the longest message that a page may send.
    private static let longestMessage = 64 << 10
    /// Seconds for which a page may accept no data.
    private static let patience = 15.0
    /// Seconds to wait for the page to close its side, so that it receives the reason.
    private static let lastPatience = 1.0

    private let connection: UpgradedConnection
    private let hub: PageHub
    /// Nil where too many pages are open.
    private let page: Page?
    private let hasRead = OneShot<Bool>()

    private init(_ connection: UpgradedConnection, _ hub: PageHub) {
        self.connection = connection
        self.hub = hub
        // Here, so that pages are counted in the order in which they connect.
        page = hub.open()
    }

    /// Starts the connection's threads and returns at once.
    static func begin(_ connection: UpgradedConnection, hub: PageHub) {
        let socket = PageConnection(connection, hub)
        Thread { socket.run() }.start()
    }

    private func run() {
        let outbox = page?.outbox ?? PageOutbox()
        if page == nil { outbox.close(.tryAgainLater, reason: "too many pages are open; close one") }
        Thread { [self] in
            read(for: page, outbox)
            hasRead.resolve(true)
        }.start()
        while let frame = outbox.next(), send(frame.bytes) {}
        outbox.end()
        // Closing a connection with unread bytes would discard the last data sent.
        _ = shutdown(connection.descriptor, Int32(SHUT_WR))
        if hasRead.wait(seconds: Self.lastPatience) == nil {
            _ = shutdown(connection.descriptor, Int32(SHUT_RDWR))
            _ = hasRead.wait()
        }
        if let page { hub.close(page) }
        connection.close()
    }

    /// Reads until the other side closes; bytes after the last message are ignored.
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
            case .message(let message): if let page { hub.onMessage(message, page) }
            case .ping(let payload): outbox.pong(payload)
            case .end(let code): outbox.close(code)
            }
        }
    }

    /// Sends bytes; false once the page no longer accepts them.
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

    /// - Parameter seconds: nil waits indefinitely.
    private func wait(for events: Int32, seconds: Double?) -> Bool {
        var entry = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
        while true {
            let count = poll(&entry, 1, seconds.map { Int32($0 * 1000) } ?? -1)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }
}
