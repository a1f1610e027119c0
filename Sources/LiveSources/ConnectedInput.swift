// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// Moves the bytes of one connection after another into a feed. The reading thread owns it.
struct ConnectedInput {
    private let feed: LineQueue
    private var connection: ConnectionNotice
    private var unfinished = UnfinishedLine()
    private var space = [UInt8](repeating: 0, count: 1 << 14)
    /// The delays before the next connection.
    var backOff = BackOff()

    init(into feed: LineQueue, _ connection: ConnectionNotice) {
        self.feed = feed
        self.connection = connection
    }

    /// Reads until the connection ends. Blocks.
    /// - Returns: False once `waking` is stopped.
    mutating func read(from descriptor: Int32, _ waking: WakeupDescriptor) -> Bool {
        while waking.wait(for: descriptor) == .ready {
            let count = Glibc.read(descriptor, &space, space.count)
            if count > 0 {
                // A server that accepts the connection and closes it is not back, nor is a Bluetooth receiver out of reach, which can
                // be opened and ends at once.
                backOff.received()
                connection.received()
                // The feed reports what it drops.
                feed.push(unfinished.take(space[..<count]))
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                return true
            }
        }
        return false
    }

    /// Reports that the connection has ended, and drops the line that it left unfinished.
    mutating func lost() {
        feed.push(unfinished.discard())
        connection.lost()
    }
}
