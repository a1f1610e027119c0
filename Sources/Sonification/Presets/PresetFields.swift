import Yams

/// The entries of one YAML mapping, walked by hand: every key once, each with its place.
struct PresetFields {
    struct Entry {
        var key: String
        var place: SourcePlace
        var node: Node
    }

    private(set) var entries: [Entry] = []
    let place: SourcePlace
    /// Where each key's entry stands.
    private var places: [String: Int] = [:]

    init(place: SourcePlace) { self.place = place }

    subscript(key: String) -> Entry? { places[key].map { entries[$0] } }

    /// Takes in an entry whose key is not there yet.
    mutating func append(_ entry: Entry) {
        places[entry.key] = entries.count
        entries.append(entry)
    }
}
