// SPDX-License-Identifier: MIT
import CLibXML2

/// What the push parsers of libxml2 have in common.
package enum XMLContext {
    /// Keeps a parser from fetching anything and from printing its errors.
    package static func silence(_ context: xmlParserCtxtPtr) {
        _ = xmlCtxtUseOptions(
            context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue))
    }

    /// The last error in the parser's own words, at most 200 characters.
    package static func fault(of context: xmlParserCtxtPtr) -> String {
        guard let message = xmlCtxtGetLastError(context)?.pointee.message else { return "broken XML" }
        var text = String(cString: message)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text.prefix(200))
    }
}
