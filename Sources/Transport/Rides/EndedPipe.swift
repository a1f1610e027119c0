// SPDX-License-Identifier: MIT
import Glibc
import Platform
import Synchronization
import Tracking

/// A pipe that ends when it is stopped, even if its writer goes on: the lines that have arrived are still read. Any thread.
final class EndedPipe: Sendable {
    private let wakeup = WakeupPipe()
    private let isRead = Atomic<Bool>(false)

    /// - Returns: False if nothing reads the pipe yet.
    func stop() -> Bool {
        wakeup.wake()
        return isRead.load(ordering: .relaxed)
    }

    /// The bytes of the pipe. Half a line is held back until the rest of it comes, because the half could pass for a whole one.
    func bytes(of pipe: ByteSource) -> ByteSource {
        isRead.store(true, ordering: .relaxed)
        var unfinished = UnfinishedLine()
        // XML and JSON arrays need no lines, and half of one of their fixes is none. Nil until the first byte.
        var hasLines: Bool?
        var ready: [UInt8] = []
        return ByteSource(name: pipe.name) { [self] space throws(InputFault) in
            while ready.isEmpty {
                guard awaitsData(of: pipe) else { return 0 }
                let count = try pipe.read(into: space)
                if count > 0, hasLines == nil { hasLines = space[0] != UInt8(ascii: "<") && space[0] != UInt8(ascii: "[") }
                if hasLines == false { return count }
                // Copied here in one step: `take` accepts any collection, byte by byte.
                ready = count > 0 ? unfinished.take(Array(UnsafeRawBufferPointer(rebasing: space[..<count]))) : unfinished.rest()
                if count == 0 { break }
            }
            let count = min(space.count, ready.count)
            space.copyBytes(from: ready[..<count])
            ready.removeFirst(count)
            return count
        }
    }

    /// Waits for data or the pipe's end; false once stopped, when nothing more has arrived.
    private func awaitsData(of pipe: ByteSource) -> Bool {
        var ends = [
            pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: wakeup.readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&ends, 2, -1) < 0, errno == EINTR {}
        return ends[0].revents != 0
    }
}
