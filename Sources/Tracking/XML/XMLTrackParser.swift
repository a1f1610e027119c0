import CLibXML2

/// Feeds a byte source to libxml2's push parser, piece by piece; what it finds lands in `elements`.
///
/// The push parser builds no tree, so that memory stays flat, and knows the line and column of what it reports. No document
/// type is loaded, no entity but the five of XML itself is expanded, and nothing is fetched.
final class XMLTrackParser<Elements: XMLElements> {

    let source: ByteSource
    let elements: Elements
    private(set) var ended = false
    // Both owned by this class alone and freed in deinit.
    private let context: xmlParserCtxtPtr
    private let piece: UnsafeMutableRawBufferPointer

    init(_ source: ByteSource, _ elements: Elements) throws(InputFault) {
        _ = XMLElements.ready
        try XMLEncoding.check(source)
        self.source = source
        self.elements = elements
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        // The callbacks get `elements` unretained: this class holds it as long as the context lives.
        handler.startElementNs = { user, name, _, _, _, _, attributeCount, _, attributes in
            guard let user, let name else { return }
            let elements = Unmanaged<XMLElements>.fromOpaque(user).takeUnretainedValue()
            // The parser reports a tag that breaks off as if it were whole, before it says so.
            guard elements.isAtEndOfTag else { return }
            elements.start(name, attributes: attributes, count: Int(attributeCount))
        }
        handler.endElementNs = { user, _, _, _ in
            guard let user else { return }
            Unmanaged<XMLElements>.fromOpaque(user).takeUnretainedValue().end()
        }
        let characters: charactersSAXFunc = { user, text, count in
            guard let user, let text else { return }
            Unmanaged<XMLElements>.fromOpaque(user).takeUnretainedValue()
                .text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        handler.characters = characters
        handler.cdataBlock = characters
        let user = Unmanaged.passUnretained(elements as XMLElements).toOpaque()
        guard let context = xmlCreatePushParserCtxt(&handler, user, nil, 0, source.name) else {
            throw InputFault(
                kind: .unreadable, source: source.name, line: 0, message: "the XML parser could not be started",
                remedy: "free some memory")
        }
        self.context = context
        piece = .allocate(byteCount: 8192, alignment: 1)
        elements.context = context
        _ = xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
    }

    deinit {
        xmlFreeParserCtxt(context)
        piece.deallocate()
    }

    /// Parses one piece more.
    func parse() throws(InputFault) {
        guard !ended else { return }
        let got = try source.read(into: piece)
        _ = xmlParseChunk(context, piece.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(got), got == 0 ? 1 : 0)
        if elements.isForeign {
            ended = true
        } else if context.pointee.wellFormed == 0 {
            ended = true
            elements.broke(afterText: breaksBetweenTexts)
            elements.broken(at: place, because: cause)
        } else if got == 0 {
            ended = true
        }
    }

    /// Whether the document ends too soon, or closes what it has not opened: all text before that has been handed over.
    private var breaksBetweenTexts: Bool {
        guard let code = xmlCtxtGetLastError(context)?.pointee.code else { return false }
        return [XML_ERR_TAG_NOT_FINISHED, XML_ERR_TAG_NAME_MISMATCH].contains { Int32($0.rawValue) == code }
    }

    private var place: (line: Int, column: Int?) {
        guard let error = xmlCtxtGetLastError(context) else { return (0, nil) }
        let column = Int(error.pointee.int2)
        return (Int(error.pointee.line), column > 0 ? column : nil)
    }

    private var cause: String {
        guard let error = xmlCtxtGetLastError(context), let message = error.pointee.message else { return "broken XML" }
        var text = String(cString: message)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.prefix(200))
    }
}
