// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import TestTraits
import Testing
import Tracking

/// The reader against Python's `json`, on the difficult parts of JSON.
@Suite struct JSONReaderTests {
    private static func utf8(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    /// Valid or invalid, both agree.
    static let documents: [[UInt8]] =
        utf8(
            // Structure.
            "{}", "[]", "[[]]", "[{}]", " [ ] ", "\t\r\n{\"a\" : [1 , 2]}\n", "[1,]", "[,1]", "[1 2]", "[1", "]", "}", "[}", "{]",
            "{\"a\":1",
            "{\"a\"}", "{\"a\":}", "{:1}", "{1:1}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{\"a\":1,\"a\":2}",
            "{\"a\":{\"a\":[{\"a\":null}]}}", "[1][2]", "1 2", "", " ", "\u{FEFF}[1]", "[\u{FEFF}1]", "[1]\u{0}", "[\u{0B}1]", "[\u{A0}1]",
            "/**/1", "[1]//x",
            "[1:2]", "{\"a\":1:2}", "{\"a\":1}}", "[[1]", "{\"\":0}",
            // Literals.
            "true", "false", "null", "[true,false,null]", "True", "nul", "nulll", "truefalse", "TRUE", "NaN", "[Infinity,-Infinity]",
            "undefined", "[-]", "-NaN",
            // Numbers.
            "0", "-0", "-0.0", "1", "-1", "1.5", "1e5", "1E+5", "1e-5", "1.25e2", "0.1", "123456789012345678901234567890", "1e308",
            "4.9e-324", "2.2250738585072011e-308",
            "1e-999", "1e999", "-1e999", "9007199254740993", "0.30000000000000004", "179769313486231570000000000000000000000", "1e", "1e+",
            "--1", "+1", ".5", "0x10", "1_000",
            "1,5", "1a", "１", "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
            "[1.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001]",
            // Strings.
            #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u6771\u4EAC""#, #""\u0000\u001f\u007f""#, #""\ud83d\ude00""#,
            #""\uD83D\uDE00\uD83D\uDE00""#,
            #""\ud83d""#, #""\ude00""#, #""\ude00\ud83d""#, #""\ud83d\ud83d\ude00""#, #""\ud83dx\ude00""#, #""\ud83d\n""#,
            #""\ud83d\u0041""#, #""\udbff\udfff""#,
            #""\ufffe\uffff""#, #""\u2028\u2029""#, "\"\u{2028}\u{2029}\u{85}\u{7F}\"", "\"東京 😀 e\u{301}\"", #""\u12""#, #""\u12g4""#,
            #""\u""#, #""\u 123""#, #""\u+123""#,
            #""\U0041""#.replacingOccurrences(of: "\\U", with: "\\u"), "\"a\nb\"", "\"a\tb\"", "\"a\u{0}b\"", "\"a\u{1F}b\"", #""a"#,
            #""a\"#, #""a\""#, "'a'", #"["a" "b"]"#,
            #"{"\u0061":1,"a":2}"#, #"{"\ud83d\ude00":"\ud83d"}"#, #"["\\u6771"]"#, #"{"id":"\u6771"}"#)
        + [
            // Invalid UTF-8: overlong, surrogates, beyond the last scalar, truncated, a lone continuation byte.
            [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE0, 0x80, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE6, 0x9D, 0x22], [0x22, 0x80, 0x22], [0x22, 0xFF, 0xFE, 0x22], [0x22, 0x61, 0xF0, 0x9F, 0x98, 0x62, 0x22], [0xFF],
            [0x5B, 0xC3, 0x5D],
            [0x22, 0xC3, 0xA9, 0xE6, 0x9D, 0x5C, 0x6E, 0xB1, 0x22],
            // The maximum depth.
            Array(String(repeating: "[", count: 64).utf8) + Array(String(repeating: "]", count: 64).utf8),
            Array(String(repeating: "[", count: 200_000).utf8), Array(String(repeating: "{\"a\":", count: 100_000).utf8),
        ]

    private static func ours(_ document: [UInt8]) -> String? {
        (try? JSONValue(reading: document, source: "test")).map(PythonJSON.canonical)
    }

    @Test(.needs("/usr/bin/python3")) func readsWhatPythonReads() throws {
        let theirs = try PythonJSON.read(Self.documents)
        for (document, expected) in zip(Self.documents, theirs) {
            #expect(Self.ours(document) == expected, "\(String(decoding: document.prefix(80), as: UTF8.self).debugDescription)")
        }
        #expect(theirs.contains { $0 == nil } && theirs.filter { $0 != nil }.count > 60)
    }

    /// Invalid documents that real programs write.
    @Test(
        .needs("/usr/bin/python3"),
        arguments: [
            ("01", "1"), ("[-01.5]", "[-1.5]"), ("1.", "1"), ("-.5", "-0.5"), (#""O\'Hare""#, #""O'Hare""#), (#""C:\data""#, #""C:data""#),
        ])
    func readsALittleMore(document: String, same: String) throws {
        #expect(try PythonJSON.read([Array(document.utf8)]) == [nil])
        #expect(Self.ours(Array(document.utf8)) == Self.ours(Array(same.utf8)) && Self.ours(Array(same.utf8)) != nil)
    }

    @Test(.needs("/usr/bin/python3")) func whatPythonReadsOfDamagedDocumentsIsReadTheSame() throws {
        var random = SplitMix(seed: 17)
        let pieces = Array("{}[]\",:\\u0dD8e-+.1 \n".utf8) + [0xC3, 0xA9, 0xED, 0xA0, 0x00, 0x1F]
        let whole = Self.documents.filter { $0.count < 200 }
        let damaged: [[UInt8]] = (0..<4000).map { _ in
            var document = whole.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...document.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: document.insert(pieces.randomElement(using: &random) ?? 0, at: place)
                case 1: if place < document.count { document.remove(at: place) }
                default: if place < document.count { document[place] = pieces.randomElement(using: &random) ?? 0 }
                }
            }
            return document
        }
        let theirs = try PythonJSON.read(damaged)
        for (document, expected) in zip(damaged, theirs) where expected != nil {
            #expect(Self.ours(document) == expected, "\(String(decoding: document, as: UTF8.self).debugDescription)")
        }
        #expect(theirs.filter { $0 != nil }.count > 500)
    }

    /// The document does not depend on how its bytes are cut.
    @Test func piecesMakeNoDifference() throws {
        let document = Array(#"{"id":"\ud83d\ude00東é\n","list":[1.25,true,{"x":"\\"}],"n":-1e-7}"#.utf8)
        let whole = try JSONValue(reading: document, source: "whole")
        for size in 1...9 {
            var place = 0
            let source = ByteSource(name: "pieces") { (space: UnsafeMutableRawBufferPointer) throws(InputFault) in
                let count = min(size, space.count, document.count - place)
                space.copyBytes(from: document[place..<place + count])
                place += count
                return count
            }
            let reader = JSONReader(source)
            let first = try #require(try reader.next())
            #expect(try JSONValue(first, from: reader) == whole)
            #expect(try reader.next() == nil)
        }
    }

    /// The position of an error counts characters, however the bytes are cut.
    @Test(arguments: [
        ("{\"東\":1,x}", 1, 8), ("[1,\n 2,\n  nonsense]", 3, 3), ("[1,2", 1, 5), ("[\"é\", 1 2]", 1, 9), ("{\"a\":\"b\nc\"}", 1, 8),
        ("[1,--2]", 1, 4),
    ])
    func faultsHaveTheirPlace(document: String, line: Int, column: Int) {
        let bytes = Array(document.utf8)
        let fault = #expect(throws: InputFault.self) { try JSONValue(reading: bytes, source: "test") }
        #expect(fault?.line == line && fault?.column == column, "\(fault?.description ?? "")")
        for size in 1...4 {
            var place = 0
            let reader = JSONReader(
                ByteSource(name: "pieces") { (space: UnsafeMutableRawBufferPointer) throws(InputFault) in
                    let count = min(size, space.count, bytes.count - place)
                    space.copyBytes(from: bytes[place..<place + count])
                    place += count
                    return count
                })
            let cut = #expect(throws: InputFault.self) { while try reader.next() != nil {} }
            #expect(cut?.line == line && cut?.column == column, "in pieces of \(size): \(cut?.description ?? "")")
        }
    }

    @Test func aTextWithoutEndIsCutBetweenCharacters() throws {
        let long = String(repeating: "東", count: 30_000)
        let text = try #require(try JSONValue(reading: Array("\"\(long)\"".utf8), source: "test").text)
        #expect(text.utf8.count <= 65_536 && text.utf8.count > 65_500 && text.allSatisfy { $0 == "東" })
    }

    @Test func wholeNumbersLoseNoDigit() throws {
        let value =
            try JSONValue(reading: Array("[18446744073709551615,-9223372036854775808,1e3,1.5,300]".utf8), source: "test").array ?? []
        #expect(value[0].whole() as UInt64? == .max && value[1].whole() as Int64? == .min)
        #expect(value[2].whole() as Int? == 1000 && value[3].whole() as Int? == nil && value[4].whole() as UInt8? == nil)
    }
}
