// SPDX-License-Identifier: MIT
import Foundation
import OpenSoundControl
import Tracking

/// Receives positions by Open Sound Control or TUIO over UDP and puts them into a feed, on its own thread.
final class PositionListener: LiveClient, @unchecked Sendable {
    // Sendable is sound: only the thread uses the socket; `waking` is thread-safe.
    private let socket: OSCSocket
    private let feed: LineQueue
    private let waking = WakeupDescriptor()
    private let messages = PositionMessages()
    private let drops: DropCounter

    /// - Parameters:
    ///   - title: The name used in messages.
    ///   - warn: Receives reports of datagrams that could not be read.
    /// - Throws: Why it cannot listen at the address.
    init(host: String, port: UInt16, title: String, into feed: LineQueue, warn: @escaping @Sendable (String) -> Void) throws(InputFault) {
        do { socket = try OSCSocket(host: host, port: port) } catch { throw InputFault(opening: title, error.cause, error.remedy) }
        self.feed = feed
        drops = DropCounter(title: title, items: "datagrams", notice: warn)
        Thread { [self] in receive() }.start()
    }

    func stop() {
        waking.stop()
        drops.reportTotal()
    }

    private func receive() {
        while waking.wait(for: socket.descriptor) == .ready {
            while let (bytes, _) = socket.receive() {
                let now = Double(TrackTime.now.nanoseconds) * 1e-9
                do throws(OSCPacket.Fault) {
                    for message in try OSCPacket.messages(in: bytes) {
                        if let line = messages.line(of: message, at: now) { feed.push(line: line.utf8) }
                    }
                } catch {
                    drops.add("a datagram of \(bytes.count) bytes was dropped: \(error)")
                }
            }
        }
        feed.close()
    }
}
