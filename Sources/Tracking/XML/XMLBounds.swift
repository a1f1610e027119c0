// SPDX-License-Identifier: MIT
import CLibXML2

/// Limits beyond the size of any real document, on constructs whose cost in libxml2 grows with their size: it compares every
/// attribute of an element with all before it, and searches for a prefix among all declared ones.
package enum XMLBounds {
    /// The maximum length of a start tag in bytes.
    private static let longestTag = 1 << 14
    /// The maximum number of namespaces in scope.
    private static let mostNamespaces = 256

    /// The reason to refuse a start tag that has just been read; nil to accept it. The result does not depend on how the input
    /// was split.
    package static func refusal(ofTagAt context: xmlParserCtxtPtr) -> String? {
        // Two entries for each: prefix and URI.
        if context.pointee.nsNr > 2 * mostNamespaces { return "more than \(mostNamespaces) namespaces" }
        guard let input = context.pointee.input, let base = input.pointee.base, var place = input.pointee.cur,
            place - base > longestTag
        else { return nil }
        let least = place - longestTag
        while place > least {
            place -= 1
            if place.pointee == UInt8(ascii: "<") { return nil }
        }
        return tooLong
    }

    /// The reason to refuse an incomplete start tag; nil if it may still be acceptable.
    package static func refusal(ofRestAt context: xmlParserCtxtPtr) -> String? {
        guard let input = context.pointee.input, let cur = input.pointee.cur, let end = input.pointee.end,
            end - cur > longestTag, cur.pointee == UInt8(ascii: "<"), ![0x21, 0x2F, 0x3F].contains(cur[1])
        else { return nil }
        // The tag may be complete, with the text after it waiting for more input.
        var quote: UInt8?
        for offset in 0..<longestTag {
            let byte = cur[offset]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return nil
            }
        }
        return tooLong
    }

    private static let tooLong = "a tag of more than \(longestTag >> 10) KiB"
}
