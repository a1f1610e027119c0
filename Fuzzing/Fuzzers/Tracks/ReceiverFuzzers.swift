// SPDX-License-Identifier: MIT
@testable import Tracking

extension Fuzzer {
    /// Data that receivers send: sentences, binary messages and noise; and the same with correct checksums, which chance rarely
    /// makes.
    static let nmea = Fuzzer("nmea", also: [fixtures("nmea"), fixtures("sirf")]) { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in NMEAReader(source) }
        ReaderProperties.checkWhole(summed(bytes)) { source throws(InputFault) in NMEAReader(source, keepsDates: true, isLive: true) }
    }

    /// Every line as a sentence with its checksum, or as a SiRF message.
    private static func summed(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for line in bytes.split(separator: 10) {
            if line.first == UInt8(ascii: "$") {
                let body = line.dropFirst().prefix { $0 != UInt8(ascii: "*") }
                let sum = String(body.reduce(0, ^), radix: 16, uppercase: true)
                result += Array("$".utf8) + body + Array("*\(sum.count == 1 ? "0" : "")\(sum)\r\n".utf8)
            } else {
                let payload = line.prefix(0x3FF)
                let sum = payload.reduce(0) { $0 + Int($1) } & 0x7FFF
                func word(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
                result += [0xA0, 0xA2] + word(payload.count) + payload + word(sum) + [0xB0, 0xB3]
            }
        }
        return result
    }

    /// Data that phones post, as the listener receives it: objects and queries, separated by NULs.
    static let post = Fuzzer("post") { bytes in
        var decoder = ReportDecoder(source: "post")
        for part in bytes.split(separator: 0).prefix(4) {
            part.withUnsafeBufferPointer { part in
                do throws(InputFault) {
                    guard let fix = try decoder.decode(part, line: 1) else { return }
                    decoder.fixExtraNames()
                    ReaderProperties.check(fix, decoder.extraNames)
                } catch { ReaderProperties.check(error, bytes) }
            }
        }
    }
}
