// SPDX-License-Identifier: MIT
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

    /// Refuses a document whose declaration names an unsupported encoding.
    static func check(_ source: ByteSource) throws(InputFault) {
        let head = try source.peek(atMost: 256) { $0.contains(UInt8(ascii: ">")) }
        guard let name = declared(in: head.prefix { $0 != UInt8(ascii: ">") }), !known.contains(name.uppercased()) else { return }
        throw InputFault(
            source: source.name, line: 1, message: "the encoding '\(name)' is not supported", remedy: "save it as UTF-8")
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
