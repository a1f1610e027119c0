// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import TestTraits
import Testing
import Tracking

/// The writer against Python's `json`.
@Suite struct JSONWritingTests {
    private static func randomText(_ random: inout SplitMix) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let most: UInt32 = [0x20, 0x80, 0x100, 0x2100, 0x10FFFF].randomElement(using: &random) ?? 0x80
            text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<most, using: &random)) ?? "\u{FFFD}")
        }
        return text + ["", "\"", "\\", "\\u6771", "\u{2028}", "\u{202E}", "\u{9B}2J", "\u{1B}[2J", "\u{FEFF}"].randomElement(
            using: &random)!
    }

    private static func randomValue(_ random: inout SplitMix, depth: Int = 0) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .number(Double(bitPattern: .random(in: 0 ... .max, using: &random)))
        case 3: .whole(Int.random(in: -1_000_000...1_000_000, using: &random))
        case 4: .text(randomText(&random))
        case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(&random, depth: depth + 1) })
        default:
            .object(
                (0..<Int.random(in: 0...4, using: &random)).map { (randomText(&random) + "\($0)", randomValue(&random, depth: depth + 1)) })
        }
    }

    @Test(.needs("/usr/bin/python3")) func pythonReadsWhatIsWritten() throws {
        var random = SplitMix(seed: 4)
        let values = (0..<3000).map { _ in Self.randomValue(&random) }
        for written in [values.map(\.line), values.map { $0.indented() }] {
            let read = try PythonJSON.read(written.map { Array($0.utf8) })
            for (value, (text, read)) in zip(values, zip(written, read)) { #expect(PythonJSON.canonical(value) == read, "\(text)") }
            for (value, text) in zip(values, written) {
                #expect(
                    PythonJSON.canonical(try JSONValue(reading: Array(text.utf8), source: "test")) == PythonJSON.canonical(value), "\(text)"
                )
            }
        }
    }

    @Test func nothingInATextSteersWhatShowsIt() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let written = JSONText.quoted("a\(scalar)b")
            #expect(!written.unicodeScalars.contains { $0.isControl }, "\(value)")
            #expect(written == "\"a\(scalar)b\"" || scalar.isControl || scalar == "\"" || scalar == "\\")
        }
        #expect(JSONText.quoted("a\"\\/\n\r\t\u{1}\u{7F}\u{9B}\u{2028}é東😀") == #""a\"\\/\n\r\t\u0001\u007f\u009b\u2028é東😀""#)
    }

    @Test func numbersAreTheShortestThatReadBack() {
        #expect(
            [0, -0.0, 1, -1.5, 0.1, 1e15, 1e16, 1e-7, .nan, .infinity].map { JSONText.number($0) }
                == ["0", "-0", "1", "-1.5", "0.1", "1000000000000000", "1e+16", "1e-07", "null", "null"])
        #expect(JSONText.number(Float(0.1)) == "0.1")
    }
}
