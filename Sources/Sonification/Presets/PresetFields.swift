// SPDX-License-Identifier: MIT
import Yams

/// The entries of one YAML mapping, each key once and with its location.
struct PresetFields {
    struct Entry {
        var key: String
        var place: SourcePlace
        var node: Node
    }

    private(set) var entries: [Entry] = []
    let place: SourcePlace
    /// The index of each key's entry.
    private var places: [String: Int] = [:]

    init(place: SourcePlace) { self.place = place }

    subscript(key: String) -> Entry? { places[key].map { entries[$0] } }

    /// Appends an entry whose key is not present yet.
    mutating func append(_ entry: Entry) {
        places[entry.key] = entries.count
        entries.append(entry)
    }
}
