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
    private let title: String
    private let warn: @Sendable (String) -> Void
    /// Messages after which it is reported that none was a position.
    private static let mostBefore = 20

    /// - Parameters:
    ///   - title: The name used in messages.
    ///   - warn: Receives reports of datagrams that could not be read.
    /// - Throws: Why it cannot listen at the address.
    init(host: String, port: UInt16, title: String, into feed: LineQueue, warn: @escaping @Sendable (String) -> Void) throws(InputFault) {
        do { socket = try OSCSocket(host: host, port: port) } catch { throw InputFault(opening: title, error.cause, error.remedy) }
        self.feed = feed
        self.title = title
        self.warn = warn
        drops = DropCounter(title: title, items: "datagrams", notice: warn)
        Thread { [self] in receive() }.start()
    }

    func stop() {
        waking.stop()
        drops.reportTotal()
    }

    private func receive() {
        // Nil once a position has come, or its absence was reported.
        var before: Int? = 0
        while waking.wait(for: socket.descriptor) == .ready {
            while let (bytes, _) = socket.receive() {
                let now = Double(TrackTime.now.nanoseconds) * 1e-9
                do throws(OSCPacket.Fault) {
                    for message in try OSCPacket.messages(in: bytes) {
                        if let line = messages.line(of: message, at: now) {
                            feed.push(line: line.utf8)
                            before = nil
                        } else if let count = before, !message.address.hasPrefix("/tuio/") {
                            // TUIO also sends what is alive, which may be nothing.
                            before = count + 1 < Self.mostBefore ? count + 1 : nil
                            if before == nil { miss(message.address) }
                        }
                    }
                } catch {
                    drops.add("a datagram of \(bytes.count) bytes was dropped: \(error)")
                }
            }
        }
        feed.close()
    }

    private func miss(_ address: String) {
        warn(
            "\(title): no position in the first \(Self.mostBefore) messages, such as \(address); a position is two or three numbers: "
                + "/dancer 1.5 2.25")
    }
}
