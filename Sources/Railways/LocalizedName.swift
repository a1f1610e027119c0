// SPDX-License-Identifier: MIT
/// A name in several languages, in the source's order.
public struct LocalizedName: Equatable, Sendable {
    /// The language's tag (BCP 47: `ja`, `zh-Hans`; empty if the source does not name it) and the name in it.
    public struct Entry: Equatable, Sendable {
        public var language: String
        public var text: String
        public init(language: String, text: String) {
            self.language = language
            self.text = text
        }
    }

    public var entries: [Entry]

    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// A name in an unspecified language.
    public init(_ text: String) { entries = [Entry(language: "", text: text)] }

    /// The name in the given language; nil if there is none.
    public subscript(language: String) -> String? { entries.first { $0.language == language }?.text }

    /// The name in the first of these languages that has one, else in English, else the source's first. `zh` is also any Chinese
    /// (`zh-Hans`), and `ja-JP` is also `ja`.
    /// - Returns: The name; empty if there is none.
    public func text(_ languages: [String] = []) -> String {
        for language in languages { if let text = given(in: language) { return text } }
        return given(in: "en") ?? entries.first?.text ?? ""
    }

    /// The same, or the id if there is no name.
    func text(_ languages: [String] = [], else id: String) -> String {
        let text = text(languages)
        return text.isEmpty ? id : text
    }

    /// True if there is a name in the language.
    func isGiven(in language: String) -> Bool { given(in: language) != nil }

    private func given(in language: String) -> String? { self[language] ?? nearest(to: language) }

    /// The name under a tag that is narrower than the given one, or wider, in any case of letters.
    private func nearest(to language: String) -> String? {
        let tag = language.lowercased()
        guard !tag.isEmpty else { return nil }
        if let same = entries.first(where: { "\($0.language.lowercased())-".hasPrefix("\(tag)-") }) { return same.text }
        return tag.lastIndex(of: "-").flatMap { wider in
            entries.first { $0.language.lowercased() == tag[..<wider] }?.text
        }
    }
}
