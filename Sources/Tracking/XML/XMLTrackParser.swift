// SPDX-License-Identifier: MIT
import CLibXML2

/// Feeds a byte source to libxml2's push parser, piece by piece; the results go to `elements`.
///
/// The push parser builds no tree, so memory stays constant, and it reports lines and columns. No DTD is loaded, no entity except
/// XML's own five is expanded, and nothing is fetched.
final class XMLTrackParser<Elements: XMLElements> {

    let source: ByteSource
    let elements: Elements
    private(set) var ended = false
    // Owned by this class alone and freed in deinit.
    private let context: xmlParserCtxtPtr
    private var piece = [UInt8](repeating: 0, count: 8192)

    init(_ source: ByteSource, _ elements: Elements) throws(InputFault) {
        let head = try source.peek(atMost: 256) { $0.contains(UInt8(ascii: ">")) }
        // XML forbids blanks before the declaration, but Strava's TCX begins with ten.
        let blanks = Array(head.prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
        try XMLEncoding.check(head.dropFirst(blanks.count), source: source.name)
        var skipped = blanks
        _ = try source.read(into: &skipped)
        self.source = source
        self.elements = elements
        var handler = xmlSAXHandler()
        // The callbacks get `elements` unretained: this class holds it as long as the context lives.
        handler.startElementNs = { user, name, _, _, _, _, attributeCount, _, attributes in
            // The parser reports a tag that breaks off as if it were complete, before it reports the error.
            guard let elements = XMLElements.at(user), let name, elements.isAtEndOfTag, !elements.refuseTag() else { return }
            elements.startElement(name, attributes: attributes, count: Int(attributeCount))
        }
        handler.endElementNs = { user, _, _, _ in XMLElements.at(user)?.endElement() }
        handler.characters = { user, text, count in XMLElements.at(user)?.pass(text, Int(count), isCounted: true) }
        handler.cdataBlock = { user, text, count in XMLElements.at(user)?.pass(text, Int(count), isCounted: false) }
        handler.comment = { user, _ in XMLElements.at(user)?.rememberColumn() }
        handler.processingInstruction = { user, _, _ in XMLElements.at(user)?.rememberColumn() }
        let user = Unmanaged.passUnretained(elements as XMLElements).toOpaque()
        context = try XMLContext.parser(&handler, user, source: source.name)
        elements.context = context
        guard let input = context.pointee.input else { return }
        input.pointee.line += Int32(blanks.count { $0 == 0x0A })
        input.pointee.col += Int32(blanks.reversed().prefix { $0 != 0x0A }.count)
    }

    deinit { XMLContext.free(context) }

    /// Parses one more piece.
    func parse() throws(InputFault) {
        guard !ended else { return }
        let got = try source.read(into: &piece)
        _ = piece.withUnsafeBytes {
            xmlParseChunk(context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(got), got == 0 ? 1 : 0)
        }
        if elements.isForeign {
            ended = true
        } else if let refusal = elements.refusal ?? XMLBounds.refusal(ofRestAt: context) {
            ended = true
            let input = context.pointee.input?.pointee
            elements.broke(afterText: true)
            elements.recordBreakage(at: elements.refusalPlace ?? (Int(input?.line ?? 0), input.map { Int($0.col) }), because: refusal)
        } else if context.pointee.wellFormed == 0 {
            ended = true
            elements.broke(afterText: breaksBetweenTexts)
            elements.recordBreakage(at: place, because: XMLContext.fault(of: context))
        } else if got == 0 {
            ended = true
        }
    }

    /// Whether the document ends too early, or closes an element it has not opened: all text before that has been passed on.
    private var breaksBetweenTexts: Bool {
        guard let code = xmlCtxtGetLastError(context)?.pointee.code else { return false }
        return [XML_ERR_TAG_NOT_FINISHED, XML_ERR_TAG_NAME_MISMATCH].contains { Int32($0.rawValue) == code }
    }

    private var place: (line: Int, column: Int?) {
        guard let error = xmlCtxtGetLastError(context) else { return (0, nil) }
        let column = Int(error.pointee.int2)
        return (Int(error.pointee.line), column > 0 ? column : nil)
    }
}

/// The encoding that an XML declaration names.
enum XMLEncoding {
    /// The supported encodings, in capitals: those without state. A stateful one such as UTF-7 would read differently if its
    /// bytes were split differently.
    private static let known: Set<String> = {
        var names: Set<String> = [
            "UTF-8", "UTF8", "UTF-16", "UTF-16LE", "UTF-16BE", "US-ASCII", "ASCII", "LATIN1", "SHIFT_JIS", "SHIFT-JIS", "SJIS",
            "WINDOWS-31J", "EUC-JP",
            "GB2312", "GBK", "GB18030", "BIG5", "EUC-KR", "KOI8-R", "KOI8-U", "MACINTOSH",
        ]
        for number in 1...16 { names.insert("ISO-8859-\(number)") }
        for number in 1250...1258 { names.formUnion(["WINDOWS-\(number)", "CP\(number)"]) }
        return names
    }()

    /// Refuses a document whose declaration, at the start of `head`, names an unsupported encoding.
    static func check(_ head: ArraySlice<UInt8>, source: String) throws(InputFault) {
        guard let name = declared(in: head.prefix { $0 != UInt8(ascii: ">") }), !known.contains(name.uppercased()) else { return }
        throw InputFault(
            source: source, line: 1, message: "the encoding '\(name)' is not supported", remedy: "save it as UTF-8")
    }

    /// The name in `<?xml ... encoding="NAME"`; nil if there is none.
    private static func declared(in head: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: head, as: UTF8.self)
        guard text.hasPrefix("<?xml"), let word = text.firstRange(of: "encoding") else { return nil }
        let value = text[word.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote }.prefix(40))
    }
}
