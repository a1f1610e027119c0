/// What another reader has given to its end, given once more.
public struct KeptReader: TalliedReader {
    public let extraNames: [String]
    public let notes: [String]
    public let tally: InputTally
    private var items: ItemSpool

    /// Reads `reader` to its end.
    /// - Parameter source: the input's name, for messages.
    /// - Returns: its items, and all fixes among them.
    public static func read(_ reader: some TalliedReader, source: String) throws(InputFault) -> (reader: KeptReader, fixes: [Fix]) {
        var reader = reader
        var items = ItemSpool(for: source)
        var fixes: [Fix] = []
        while let item = try reader.next() {
            if case .fix(let fix) = item { fixes.append(fix) }
            try items.add(item)
        }
        try items.end()
        return (KeptReader(extraNames: reader.extraNames, notes: reader.notes, tally: reader.tally, items: items), fixes)
    }

    public mutating func next() throws(InputFault) -> ReaderItem? { try items.take() }
}
