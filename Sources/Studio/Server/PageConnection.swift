import FlyingFox
import Foundation
import HTTPListening

/// One page's socket: frames in become whole text messages of a bounded length, frames out come from its outbox.
struct PageConnection: WSHandler {
    let hub: PageHub

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let page = hub.open()
        guard let page else {
            // As many pages as there may be are open.
            let farewell = PageOutbox()
            farewell.close(WSCloseCode(1013, reason: "too many pages are open; close one"))
            return AsyncStream { await farewell.next() }
        }
        let reading = Task {
            var reader = MessageReader(page: page, hub: hub)
            do {
                for try await frame in client where !reader.take(frame) { break }
                page.outbox.end()
            } catch {
                page.outbox.close(.protocolError)
            }
            hub.leave(page)
        }
        return AsyncStream {
            if let frame = await page.outbox.next() { return frame }
            // The library closes the socket next; nobody may still be waiting for it then.
            reading.cancel()
            await reading.value
            return nil
        } onCancel: {
            reading.cancel()
            hub.leave(page)
        }
    }
}

/// Puts the frames of one page together.
private struct MessageReader {
    let page: Page
    let hub: PageHub
    private var pieces: Data?

    init(page: Page, hub: PageHub) {
        self.page = page
        self.hub = hub
    }

    /// - Returns: false when nothing more is wanted of this page.
    mutating func take(_ frame: WSFrame) -> Bool {
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return leave(.protocolError) }
        guard frame.payload.count <= GateMeter.longestMessage else { return leave(.messageTooBig) }
        switch frame.opcode {
        case .ping:
            guard frame.fin, frame.payload.count <= 125 else { return leave(.protocolError) }
            page.outbox.pong(frame.payload)
            return true
        case .pong: return true
        case .close: return leave(Self.answer(toClose: frame.payload))
        case .binary: return leave(.unsupportedData)
        case .text:
            guard pieces == nil else { return leave(.protocolError) }
            pieces = frame.payload
        case .continuation:
            guard var whole = pieces else { return leave(.protocolError) }
            guard whole.count + frame.payload.count <= GateMeter.longestMessage else { return leave(.messageTooBig) }
            whole.append(frame.payload)
            pieces = whole
        default: return leave(.protocolError)
        }
        guard frame.fin, let message = pieces else { return true }
        pieces = nil
        hub.receive(message, from: page)
        return true
    }

    /// A close is answered with its own code (RFC 6455, section 5.5.1), as long as it is one that may be sent (7.4).
    private static func answer(toClose payload: Data) -> WSCloseCode {
        let bytes = Array(payload.prefix(2))
        guard bytes.count == 2 else { return bytes.isEmpty ? .normalClosure : .protocolError }
        let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        return switch code {
        case 1000...1003, 1007...1014, 3000...4999: WSCloseCode(code)
        default: .protocolError
        }
    }

    private func leave(_ code: WSCloseCode) -> Bool {
        page.outbox.close(code)
        return false
    }
}
