// SPDX-License-Identifier: MIT
import PlainText
import Testing

@Suite struct TextPrefixTests {
    @Test(arguments: ["", "plain", "雨音 é", "東京 👩‍👩‍👧 e\u{301}\u{316}\u{327}"]) func itIsTheLongestOfWholeScalars(_ text: String) {
        for most in 0...text.utf8.count + 1 {
            var longest = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                guard (String(longest) + String(scalar)).utf8.count <= most else { break }
                longest.append(scalar)
            }
            #expect(String(utf8: Array(text.utf8), atMost: most).unicodeScalars.elementsEqual(longest), "\(most) bytes")
        }
    }

    @Test func bytesThatAreNoTextStayAsMany() {
        #expect(String(utf8: [UInt8](repeating: 0x80, count: 9), atMost: 4) == "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
    }
}
