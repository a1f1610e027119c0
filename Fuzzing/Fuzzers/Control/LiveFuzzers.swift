// SPDX-License-Identifier: MIT
import Foundation

@testable import LiveSources
@testable import OpenSoundControl
@testable import Tracking

extension Fuzzer {
    /// Addresses as users write them instead of a file name.
    static let liveAddress = Fuzzer("live-address", longest: 256) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(LiveAddressError) {
            guard let address = try LiveAddress.read(text, isDevice: { $0.hasPrefix("/dev/") }) else { return }
            _ = address.isLocal
            switch address {
            case .gpsd(let host, let port, let device):
                expect(!host.isEmpty && port > 0, "\(address)")
                expect(device?.hasPrefix("/") ?? true, "\(address)")
            case .mqtt(let broker): expect(!broker.host.isEmpty && broker.port > 0 && !broker.topic.isEmpty, "\(address)")
            case .tcp(let host, let port), .http(let host, let port), .osc(let host, let port), .tuio(let host, let port):
                expect(!host.isEmpty && port > 0, "\(address)")
            case .serial, .train: break
            }
        } catch {
            // Named as it was given, but without a user and a password.
            let open = text.lastIndex(of: "@").map { text[text.index(after: $0)...] }
            expect(error.text == text || open.map(error.text.hasSuffix) ?? false, "another address: \(error)")
            expect(!error.cause.isEmpty && !error.remedy.isEmpty, "a fault without words: \(error)")
        }
    }

    /// Datagrams of positions, as they become a feed's lines and fixes; a broker's message
    /// with its topic added; and answers of trains' portals.
    static let liveMessages = Fuzzer("live-messages") { bytes in
        var decoder = ReportDecoder(source: "live")
        func decode(_ line: [UInt8]) -> Fix? {
            expect(!line.contains(10), "one line becomes two: \(String(decoding: line, as: UTF8.self))")
            return line.withUnsafeBufferPointer { line in
                do throws(InputFault) { return try decoder.decode(line, line: 1) } catch {
                    ReaderProperties.check(error, Array(line))
                    return nil
                }
            }
        }
        for message in (try? OSCPacket.messages(in: bytes)) ?? [] {
            guard let line = PositionMessages().line(of: message, at: 1_700_000_000) else { continue }
            let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            expect(value != nil, "no JSON: \(line)")
            if let fix = decode(Array(line.utf8)) {
                decoder.fixExtraNames()
                ReaderProperties.check(fix, decoder.extraNames)
            }
        }
        for portal in TrainPortal.all {
            guard case .position(let line, _) = portal.read(Array(bytes), now: 1_700_000_000) else { continue }
            expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "no JSON: \(line)")
            _ = decode(Array(line.utf8))
        }
        // A post is cut into reports. No report contains a line end, and nothing is added.
        let reports = ReportCutter.reports(in: bytes)
        expect(reports.reduce(0) { $0 + $1.count } <= bytes.count && !reports.contains([]), "more comes out than went in")
        for report in reports { _ = decode(report) }
        // A line feed is always a line end.
        let text = bytes.filter { $0 != 10 }
        let topic = String(decoding: text.prefix { $0 != 0x7B }, as: UTF8.self)
        _ = decode(MessageLine.naming(text.drop { $0 != 0x7B }, "topic", topic))
    }
}
