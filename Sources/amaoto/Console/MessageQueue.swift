// SPDX-License-Identifier: MIT
import Foundation
import PlainText

/// Writes messages to standard error without blocking: what a stopped terminal does not accept is queued, and messages are
/// dropped once the queue is full. One owner.
struct MessageQueue {
    private var waiting: [UInt8] = []
    private var dropped = 0

    /// The size of the queue in bytes.
    private static let capacity = 1 << 16
    /// The bytes that can be written without waiting once stderr is writable: a terminal's room comes in blocks of 256 bytes, and
    /// a line feed may take two.
    private static let writeSize = 128

    /// Queues a message and sends what is accepted now.
    mutating func enqueue(_ text: String) {
        let notice =
            dropped == 0
            ? "" : "amaoto: \(CountText.of(dropped, "earlier message was", "earlier messages were")) dropped: the reader was too slow\n"
        let bytes = Array((text + notice).utf8)
        send()
        if waiting.count + bytes.count <= Self.capacity {
            waiting += bytes
            dropped = 0
        } else {
            dropped += 1
        }
        send()
    }

    /// Sends what is accepted now; true when the queue is empty and more would be accepted.
    mutating func isFree() -> Bool { send() && Self.accepts(within: 0) }

    /// Sends what is accepted within the given time.
    /// - Returns: true when the queue is empty.
    @discardableResult
    mutating func send(within seconds: Double = 0) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        var done = 0
        while done < waiting.count, Self.accepts(within: (end - ContinuousClock.now) / Duration.seconds(1)) {
            let part = waiting[done..<min(waiting.count, done + Self.writeSize)]
            let count = part.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                // stderr has no reader.
                done = waiting.count
            } else {
                break
            }
        }
        waiting.removeFirst(done)
        return waiting.isEmpty
    }

    /// Whether stderr accepts a few bytes, now or within the given time.
    static func accepts(within seconds: Double) -> Bool {
        var request = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, Int32(max(0, seconds) * 1000)) > 0
    }
}
