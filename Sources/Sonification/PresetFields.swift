import Yams

/// The entries of one YAML mapping, walked by hand: every key once, each with its place.
struct PresetFields {
    struct Entry {
        var key: String
        var place: SourcePlace
        var node: Node
    }

    var entries: [Entry] = []
    var place: SourcePlace
    subscript(key: String) -> Entry? { entries.first { $0.key == key } }
}
