import Foundation
import PlainText

/// The text of one preset file.
public struct PresetSource: Sendable {
    /// The shipped name, or the file's name without its ending.
    public let name: String
    /// How messages call the file.
    public let file: String
    /// The folder against which a relative `extends` is read; nil for a copy inside the program.
    public let folder: String?
    /// One per file however it is reached, so that loops are seen.
    public let identity: String
    public let text: String
    /// True when the file begins with a byte order mark, which `text` leaves out.
    public let hasByteOrderMark: Bool
    /// True for a preset that ships with the program, found by its name.
    public var isShipped = false
    /// The file on the disk, as it is opened; nil for a copy inside the program.
    public var path: String?
    private let lines: [Substring.UnicodeScalarView]

    public init(name: String, file: String, folder: String? = nil, identity: String? = nil, text: String) {
        self.name = name
        self.file = file
        self.folder = folder
        self.identity = identity ?? file
        // A copy of its own: the parser keeps a pointer into it. libYAML would take a byte order mark for a letter.
        let scalars = text.unicodeScalars
        hasByteOrderMark = scalars.first == "\u{feff}"
        let own = hasByteOrderMark ? String(scalars.dropFirst()) : String(decoding: text.utf8, as: UTF8.self)
        self.text = own
        // As YAML 1.1 counts lines: LF, CR, CR LF, and Unicode's next line, line separator and paragraph separator.
        lines = own.replacing("\r\n", with: "\n").unicodeScalars
            .split(omittingEmptySubsequences: false) { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
            .map { Substring($0).unicodeScalars }
    }

    /// The text of a file that need not be there yet.
    init(text: String, at path: String) {
        let url = URL(fileURLWithPath: path)
        self.init(
            name: url.deletingPathExtension().lastPathComponent, file: PresetSource.printable(path),
            folder: url.deletingLastPathComponent().path, identity: url.resolvingSymlinksInPath().path, text: text)
        self.path = path
    }

    /// The same file with another text; a byte order mark stays as it was.
    func with(text: String) -> PresetSource {
        let text = text.unicodeScalars.first == "\u{feff}" || !hasByteOrderMark ? text : "\u{feff}" + text
        var source = PresetSource(name: name, file: file, folder: folder, identity: identity, text: text)
        source.isShipped = isShipped
        source.path = path
        return source
    }

    /// Line `number`, counted from 1, without control codes and cut where nobody would read on.
    public func line(_ number: Int) -> String {
        guard lines.indices.contains(number - 1) else { return "" }
        return PresetSource.printable(String(lines[number - 1].prefix(400)))
    }

    /// How many lines there are.
    var lineCount: Int { lines.count }

    /// Where the text ends: after the last letter that is no space. Lines and columns count from 1.
    var end: (line: Int, column: Int) {
        guard let line = lines.lastIndex(where: { $0.contains { $0 != " " && $0 != "\t" } }) else { return (1, 1) }
        let letters = lines[line].count - lines[line].reversed().prefix { $0 == " " || $0 == "\t" }.count
        return (line + 1, letters + 1)
    }

    func scalars(ofLine number: Int) -> [Unicode.Scalar] {
        lines.indices.contains(number - 1) ? Array(lines[number - 1]) : []
    }

    /// Text from a file, safe to print: control codes become dots.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(scalar.isControl && scalar != "\t" ? "·" : scalar)
        }
        return String(result)
    }

    /// A word from a file as a message quotes it.
    static func quoted(_ word: String) -> String {
        let start = word.prefix(60)
        return "\"\(printable(String(start.replacing("\n", with: " "))))\(start.count < word.count ? "…" : "")\""
    }
}
