import Foundation
import OpenSoundControl
import Tracking

/// Hears positions by Open Sound Control or TUIO over UDP and puts them into a feed, on a thread of its own.
final class PositionListener: @unchecked Sendable {
    // Sendable is sound: the socket is the thread's alone, `waking` takes calls from anywhere.
    private let socket: OSCSocket
    private let feed: LineFeed
    private let waking = Waking()
    private let messages = PositionMessages()
    let port: UInt16

    init(host: String, port: UInt16, scheme: String, into feed: LineFeed) throws(InputFault) {
        do {
            socket = try OSCSocket(host: host, port: port)
        } catch {
            throw InputFault(
                kind: .unreadable, source: "\(scheme)://\(error.place)", line: 0, message: error.cause, remedy: error.remedy)
        }
        self.port = socket.port
        self.feed = feed
        Thread { [self] in hear() }.start()
    }

    func stop() { waking.stop() }

    private func hear() {
        while waking.wait(for: socket.descriptor) == .ready {
            while let (bytes, _) = socket.receive() {
                var time = timespec()
                clock_gettime(CLOCK_REALTIME, &time)
                let now = Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
                guard let found = try? OSCPacket.messages(in: bytes) else { continue }
                for message in found {
                    if let line = messages.line(of: message, at: now) { feed.push(line: line.utf8) }
                }
            }
        }
        feed.close()
    }
}
