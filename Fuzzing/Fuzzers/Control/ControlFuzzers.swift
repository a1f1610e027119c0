// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis

@testable import OpenSoundControl
@testable import Sonification
@testable import Studio
@testable import TerminalIO
@testable import Tracking

extension Fuzzer {
    /// Datagrams: a packet that is read can be written, and reads back the same.
    static let openSoundControl = Fuzzer("osc") { bytes in
        do throws(OSCPacket.Fault) {
            for message in try OSCPacket.messages(in: bytes) {
                // Compare bytes: a combining mark may join the slash.
                expect(message.address.utf8.first == UInt8(ascii: "/"), "the address \(message.address)")
                let written = OSCPacket.bytes(of: message)
                expect(!written.isEmpty && written.count % 4 == 0, "\(message) cannot be written")
                let again = try OSCPacket.messages(in: written)
                let kept = message.arguments.filter { if case .other = $0 { false } else { true } }
                expect(again.count == 1 && again[0].arguments.count == kept.count, "\(message) reads back as \(again)")
            }
        } catch { expect(!error.description.isEmpty, "a fault without words") }
    }

    /// Requests of a page are within their limits, or refused.
    static let studio = Fuzzer("studio") { bytes in
        do throws(PageFault) {
            let request = try PageRequest(reading: bytes)
            switch request.action {
            case .slide(_, let place, let gesture): expect((0...1).contains(place) && gesture >= 0, "\(request)")
            case .nudge(_, let steps, _, _): expect(steps.magnitude <= 100, "\(request)")
            case .point(let mapping, let point, let input, let output, _):
                expect(mapping >= 0 && point >= 0 && input.isFinite && output.isFinite, "\(request)")
            case .vary(let amount): expect((0...2).contains(amount), "\(request)")
            case .scrub(let place): expect((0...1).contains(place), "\(request)")
            case .speed(let factor): expect((0.05...1000).contains(factor), "\(request)")
            case .export(let seconds): expect((0.5...36_000).contains(seconds), "\(request)")
            case .set(let name, let text): expect(name.utf8.count <= 400 && text.utf8.count <= 4000, "\(request)")
            default: break
            }
        } catch { expect(!error.message.isEmpty, "a fault without words: \(error)") }
    }

    /// Keys of a terminal, in one piece and byte by byte, typed into a line.
    static let keys = Fuzzer("keys") { bytes in
        var whole = KeyDecoder(), cut = KeyDecoder()
        let keys = whole.decode(bytes)
        let pieces = bytes.flatMap { cut.decode([$0]) }
        expect(keys == pieces, "cut into bytes: \(pieces), else \(keys)")
        expect(whole.isUnfinished == cut.isUnfinished, "one of them waits")
        expect(whole.flush() == cut.flush(), "they end otherwise")
        expect(keys.count <= bytes.count, "more keys than bytes")
        var line = LineEntry("ab")
        for key in keys {
            _ = line.apply(key)
            // A combining mark typed alone joins the letter before it in the text.
            expect(
                (0...line.text.unicodeScalars.count).contains(line.cursor),
                "the cursor stands at \(line.cursor) of \(line.text.debugDescription)")
            expect(line.cursorColumn >= 0, "column \(line.cursorColumn)")
        }
    }

    /// The log of applied changes: an entry that is read can be written, and reads back the same.
    static let appliedLog = Fuzzer("applied", longest: 8192) { bytes in
        do throws(InputFault) {
            let log = try AppliedLog(reading: Data(bytes), source: "applied")
            expect(log.frames >= 0, "\(log.frames) frames")
            var text = AppliedLog.header(log.configuration) + "\n"
            for entry in log.entries { text += AppliedLog.line(entry) + "\n" }
            text += AppliedLog.footer(frames: log.frames, missing: 0) + "\n"
            let again = try AppliedLog(reading: Data(text.utf8), source: "again")
            expect(AppliedLog.header(again.configuration) == AppliedLog.header(log.configuration), "its head changes")
            expect(
                again.frames == log.frames && again.entries.map(AppliedLog.line) == log.entries.map(AppliedLog.line), "its entries change")
        } catch {
            // An empty input has no line to name.
            if bytes.contains(where: { $0 != 10 }) { ReaderProperties.check(error, bytes) }
        }
    }
}
