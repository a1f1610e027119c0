import CLibXML2

/// What no document needs, and what libxml2 takes longer over the more there is of it: it compares every attribute of an element
/// with all before it, and seeks a prefix among all that are declared.
package enum XMLBounds {
    /// Bytes of a start tag.
    package static let longestTag = 1 << 14
    /// Namespaces that are declared at one place.
    package static let mostNamespaces = 256

    /// Why a start tag that has just been read is refused; nil for one that is not. The same however the bytes came in pieces.
    package static func refusal(ofTagAt context: xmlParserCtxtPtr) -> String? {
        // Two words for each: prefix and address.
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

    /// Why what has come of a start tag is refused before its end; nil while there may be one.
    package static func refusal(ofRestAt context: xmlParserCtxtPtr) -> String? {
        guard let input = context.pointee.input, let cur = input.pointee.cur, let end = input.pointee.end,
            end - cur > longestTag, cur.pointee == UInt8(ascii: "<"), ![0x21, 0x2F, 0x3F].contains(cur[1])
        else { return nil }
        // The tag may be whole, and text behind it wait for what follows.
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
