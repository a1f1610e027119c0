import Foundation

/// Messages for standard error, written without blocking: what a stopped terminal does not take waits here, and messages are
/// dropped once the queue is full. One owner.
struct MessageQueue {
    private var waiting: [UInt8] = []
    private var leftOut = 0

    /// Bytes that wait at most.
    private static let capacity = 1 << 16
    /// What is taken without waiting once anything is: a terminal's room comes in blocks of 256 bytes, and a line feed may be two.
    private static let atOnce = 128

    /// Keeps a message and sends what is taken now.
    mutating func say(_ text: String) {
        let note = leftOut == 0 ? "" : "amaoto: \(leftOut) earlier messages were dropped: the reader was too slow\n"
        let bytes = Array((text + note).utf8)
        send()
        if waiting.count + bytes.count <= Self.capacity {
            waiting += bytes
            leftOut = 0
        } else {
            leftOut += 1
        }
        send()
    }

    /// Sends what is taken now; true when nothing waits and more would be taken.
    mutating func isFree() -> Bool { send() && Self.takes(within: 0) }

    /// Sends what is taken within that time.
    /// - Returns: true when nothing waits any more.
    @discardableResult
    mutating func send(within seconds: Double = 0) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        var done = 0
        while done < waiting.count, Self.takes(within: (end - ContinuousClock.now) / Duration.seconds(1)) {
            let part = waiting[done..<min(waiting.count, done + Self.atOnce)]
            let count = part.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                // There is nobody to tell.
                done = waiting.count
            } else {
                break
            }
        }
        waiting.removeFirst(done)
        return waiting.isEmpty
    }

    /// Whether a little would be taken, now or within that time.
    static func takes(within seconds: Double) -> Bool {
        var look = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&look, 1, Int32(max(0, seconds) * 1000)) > 0
    }
}
