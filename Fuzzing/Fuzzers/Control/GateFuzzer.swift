import Foundation
@testable import Studio

extension Fuzzer {
    /// What browsers and others send to the studio's port: the same goes on however it is cut, and never more than a server's
    /// library can take. Texts come several times over, so that short inputs reach the bounds.
    static let gate = Fuzzer("gate", mostHeld: 16 << 20) { bytes in
        var input = FuzzBytes(bytes)
        let sizes = [1 + Int(input.byte()), 1 + Int(input.byte()) * 16]
        let times = 1 + Int(input.byte() & 31)
        let text = input.rest
        var sent: [UInt8] = []
        for _ in 0..<times where sent.count < 80 << 10 { sent += text }

        var whole = GateMeter(), cut = GateMeter()
        let atOnce = whole.take(sent)
        var forwarded: [UInt8] = []
        var last: GateMeter.Verdict?
        var place = 0, turn = 0
        while last == nil, place < sent.count {
            let end = min(sent.count, place + sizes[turn % sizes.count])
            switch cut.take(Array(sent[place..<end])) {
            case .pass(let part): forwarded += part
            case .dismiss(let part): last = .dismiss(forwarded + part)
            case .refuse(let farewell): last = .refuse(farewell)
            }
            place = end
            turn += 1
        }
        let inPieces = last ?? GateMeter.Verdict.pass(forwarded)
        expect(atOnce == inPieces, "cut into pieces it is answered otherwise")
        switch atOnce {
        case .pass(let all):
            expect(whole.isInHead == cut.isInHead, "one of them waits for the rest of a head")
            checkForwarded(all, of: sent.count)
        case .dismiss(let all):
            expect(all.suffix(8) == [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xF1], "it is dismissed without a close")
            checkForwarded(all, of: sent.count)
        case .refuse(let farewell):
            expect(farewell.starts(with: Array("HTTP/1.1 4".utf8)) && farewell.suffix(4) == Data("\r\n\r\n".utf8), "a refusal without words")
        }
    }

    /// - Parameter count: bytes that were sent.
    private static func checkForwarded(_ bytes: [UInt8], of count: Int) {
        // A byte that is no text goes on as the three of U+FFFD, and a line feed alone as two.
        expect(bytes.count <= 3 * count + 16, "\(count) bytes become \(bytes.count)")
        // The first head's lines; behind it there may be frames, of any bytes.
        var start = 0
        while let end = bytes[start...].firstIndex(of: 10), end > start + 1 {
            expect(end - start <= GateMeter.longestLine + 1, "a line of \(end - start) bytes goes on")
            start = end + 1
        }
    }
}
