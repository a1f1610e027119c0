// SPDX-License-Identifier: MIT
/// Replays the items of another reader that has been read to its end.
public struct ReplayReader: CountingReader {
    public let extraNames: [String]
    public let notes: [String]
    public let tally: InputTally
    private var items: ItemSpool

    /// Reads `reader` to its end.
    /// - Parameter source: the input's name, for messages.
    /// - Returns: a reader of its items, and all fixes among them.
    /// - Throws: the errors of `reader`; `unreadable` on a full disk.
    public static func read(_ reader: some CountingReader, source: String) throws(InputFault) -> (reader: ReplayReader, fixes: [Fix]) {
        var reader = reader
        var items = ItemSpool(for: source)
        var fixes: [Fix] = []
        while let item = try reader.next() {
            if case .fix(let fix) = item { fixes.append(fix) }
            try items.add(item)
        }
        try items.end()
        return (ReplayReader(extraNames: reader.extraNames, notes: reader.notes, tally: reader.tally, items: items), fixes)
    }

    /// - Throws: `unreadable` if the temporary file cannot be read.
    public mutating func next() throws(InputFault) -> ReaderItem? { try items.take() }
}
