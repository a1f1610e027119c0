// SPDX-License-Identifier: MIT
import Foundation
import PlainText

/// The text of one preset file.
public struct PresetSource: Sendable {
    /// The shipped name, or the file name without its extension.
    public let name: String
    /// The file's name in messages.
    public let file: String
    /// The folder from which a relative `extends` is resolved; nil for a copy inside the program.
    let folder: String?
    /// A unique identity of the file, independent of the path used, so that cycles are detected.
    let identity: String
    public let text: String
    /// True if the file begins with a byte order mark, which `text` omits.
    let hasByteOrderMark: Bool
    /// True for a preset that ships with the program and was found by name.
    public let isShipped: Bool
    /// The path of the file on disk; nil for a copy inside the program.
    public let path: String?
    /// The text with its byte order mark, as the file has it.
    var wholeText: String { (hasByteOrderMark ? "\u{feff}" : "") + text }
    /// The lines as YAML 1.1 counts them: they end at LF, CR, CR LF, and Unicode's next line, line separator and paragraph
    /// separator.
    private let lines: [Substring.UnicodeScalarView]

    public init(
        name: String, file: String, folder: String? = nil, identity: String? = nil, text: String, isShipped: Bool = false,
        path: String? = nil
    ) {
        self.name = name
        self.file = file
        self.folder = folder
        self.identity = identity ?? file
        self.isShipped = isShipped
        self.path = path
        // A separate copy, because the parser keeps a pointer into it. libYAML would treat a byte order mark as a character.
        let scalars = text.unicodeScalars
        hasByteOrderMark = scalars.first == "\u{feff}"
        let own = hasByteOrderMark ? String(scalars.dropFirst()) : String(decoding: text.utf8, as: UTF8.self)
        self.text = own
        // Of the breaks between lines of text, a vertical tab and a form feed are none to YAML.
        lines = own.split(omittingEmptySubsequences: false) { $0.isNewline && $0 != "\u{b}" && $0 != "\u{c}" }.map(\.unicodeScalars)
    }

    /// The text of a file that need not exist yet.
    init(text: String, at path: String, isShipped: Bool = false) {
        let url = URL(fileURLWithPath: path)
        self.init(
            name: url.deletingPathExtension().lastPathComponent, file: PresetSource.printable(path),
            folder: url.deletingLastPathComponent().path, identity: url.resolvingSymlinksInPath().path, text: text,
            isShipped: isShipped, path: path)
    }

    /// The same file with another text; the byte order mark is preserved.
    func with(text: String) -> PresetSource {
        let text = text.unicodeScalars.first == "\u{feff}" || !hasByteOrderMark ? text : "\u{feff}" + text
        return PresetSource(name: name, file: file, folder: folder, identity: identity, text: text, isShipped: isShipped, path: path)
    }

    /// Line `number`, counted from 1, without control codes and truncated for display.
    func line(_ number: Int) -> String {
        guard lines.indices.contains(number - 1) else { return "" }
        return PresetSource.printable(String(lines[number - 1].prefix(400)))
    }

    var lineCount: Int { lines.count }

    /// The end of the text, after the last non-blank character. Lines and columns count from 1.
    var end: (line: Int, column: Int) {
        guard let line = lines.lastIndex(where: { $0.contains { $0 != " " && $0 != "\t" } }) else { return (1, 1) }
        let letters = lines[line].count - lines[line].reversed().prefix { $0 == " " || $0 == "\t" }.count
        return (line + 1, letters + 1)
    }

    func scalars(ofLine number: Int) -> [Unicode.Scalar] {
        lines.indices.contains(number - 1) ? Array(lines[number - 1]) : []
    }

    /// Text from a file, safe to print: control codes are replaced by dots.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl && $0 != "\t" ? "·" : $0 }))
    }

    /// A word from a file, quoted for a message.
    static func quoted(_ word: String) -> String {
        let start = word.prefix(60)
        return "\"\(printable(String(start.replacing("\n", with: " "))))\(start.count < word.count ? "…" : "")\""
    }
}
