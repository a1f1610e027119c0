// SPDX-License-Identifier: MIT
/// A node, way or relation of OpenStreetMap.
package struct OSMObject {
    package enum Kind {
        case node, way, relation
    }
    struct Member {
        var kind: Kind
        var id: Int64
        var role: String
    }
    package var kind: Kind
    package var id: Int64
    /// The position of a node.
    package var position: Railway.Position?
    package var tags: [String: String] = [:]
    /// The nodes of a way.
    package var nodes: [Int64] = []
    /// The members of a relation, in order.
    var members: [Member] = []

    /// The name in all languages: `name`, whose language is that of a `name:xx` with the same text, then each `name:xx`.
    var name: LocalizedName {
        var entries: [LocalizedName.Entry] = []
        if let name = tags["name"], !name.isEmpty { entries.append(.init(language: "", text: name)) }
        for key in tags.keys.sorted() where key.hasPrefix("name:") {
            let language = String(key.dropFirst("name:".count))
            // `name:left`, `name:etymology` and similar are not languages.
            guard let text = tags[key], !text.isEmpty, (2...3).contains(language.prefix { $0 != "-" && $0 != "_" }.count) else { continue }
            if entries.first?.language == "", entries[0].text == text {
                entries[0].language = language
            } else {
                entries.append(.init(language: language, text: text))
            }
        }
        return LocalizedName(entries)
    }
}
