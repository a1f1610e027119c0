// SPDX-License-Identifier: MIT
import CLibXML2

/// What the push parsers of libxml2 have in common.
package enum XMLContext {
    // libxml2 requires its tables to be set up once before threads use it.
    private static let ready: Void = xmlInitParser()

    /// A parser that fetches nothing and prints no errors. The caller frees it with `free`.
    /// - Parameter user: what the handler's functions receive.
    package static func parser(
        _ handler: inout xmlSAXHandler, _ user: UnsafeMutableRawPointer, source: String
    ) throws(InputFault) -> xmlParserCtxtPtr {
        _ = ready
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        guard let context = xmlCreatePushParserCtxt(&handler, user, nil, 0, source) else {
            throw InputFault(
                kind: .unreadable, source: source, line: 0, message: "the XML parser could not be started",
                remedy: "free some memory")
        }
        _ = xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
        return context
    }

    /// Frees a parser, and the document that libxml2 makes for the entities of a document type, though no tree is built.
    package static func free(_ context: xmlParserCtxtPtr) {
        xmlFreeDoc(context.pointee.myDoc)
        xmlFreeParserCtxt(context)
    }

    /// The last error in the parser's own words, at most 200 characters.
    package static func fault(of context: xmlParserCtxtPtr) -> String {
        guard let message = xmlCtxtGetLastError(context)?.pointee.message else { return "broken XML" }
        var text = String(cString: message)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.prefix(200))
    }
}
