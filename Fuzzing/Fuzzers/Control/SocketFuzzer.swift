// SPDX-License-Identifier: MIT
import Foundation

@testable import HTTPListening

extension Fuzzer {
    /// Data that browsers and others send to the studio's socket: the result does not depend on how it is cut, no message exceeds
    /// the limit, and nothing follows the end. Bytes are repeated so that short inputs reach the limits.
    static let socket = Fuzzer("socket", mostHeld: 16 << 20) { bytes in
        let longest = 4 << 10
        var input = FuzzBytes(bytes)
        let sizes = [1 + Int(input.byte()), 1 + Int(input.byte()) * 16]
        let times = 1 + Int(input.byte() & 31)
        let text = input.rest
        var sent: [UInt8] = []
        for _ in 0..<times where sent.count < 80 << 10 { sent += text }

        var whole = WebSocketReader(longest: longest), cut = WebSocketReader(longest: longest)
        let atOnce = whole.take(sent)
        var inPieces: [WebSocketReader.Event] = []
        var place = 0, turn = 0
        while place < sent.count {
            let end = min(sent.count, place + sizes[turn % sizes.count])
            inPieces += cut.take(sent[place..<end])
            place = end
            turn += 1
        }
        expect(atOnce == inPieces, "cut into pieces it reads otherwise")
        for (number, event) in atOnce.enumerated() {
            switch event {
            case .message(let message): expect(message.count <= longest, "a message of \(message.count) bytes")
            case .ping(let payload): expect(payload.count <= 125, "a ping of \(payload.count) bytes")
            case .end(let code):
                expect(number == atOnce.count - 1, "something follows the end")
                expect((1000...4999).contains(code.rawValue), "a code that nobody may send")
            }
        }
        let frame = WebSocketFrame(.binary, Data(sent)).bytes
        expect(frame.suffix(sent.count).elementsEqual(sent) && frame.count <= sent.count + 10, "a frame is not its payload")
    }
}
