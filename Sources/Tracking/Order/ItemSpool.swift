// SPDX-License-Identifier: MIT
/// A spool of a reader's items, in order of arrival: first they are added, then taken. One owner.
struct ItemSpool {
    private static let blockSize = 1 << 16
    /// The maximum bytes held in memory.
    private static let most = 1 << 20

    private let store: ByteStore
    private var block: [UInt8] = []
    private var blocks: [(place: Int, size: Int)] = []
    private var next = 0
    private var record = RecordReader([])

    /// - Parameter source: the input's name, for messages.
    init(for source: String) { store = ByteStore(for: source, inMemory: Self.most) }

    /// - Throws: `unreadable` on a full disk.
    mutating func add(_ item: ReaderItem) throws(InputFault) {
        switch item {
        case .fix(let fix):
            block.append(0)
            fix.write(to: &block)
        case .fault(let fault):
            block.append(1)
            fault.write(to: &block)
        }
        if block.count >= Self.blockSize { try end() }
    }

    /// Ends the input.
    mutating func end() throws(InputFault) {
        blocks.append((try store.append(block), block.count))
        block.removeAll(keepingCapacity: true)
    }

    /// Returns to the first item.
    mutating func rewind() {
        next = 0
        record = RecordReader([])
    }

    /// Takes the oldest item that has not been taken; nil if there is none.
    mutating func take() throws(InputFault) -> ReaderItem? {
        while record.isAtEnd {
            guard next < blocks.count else { return nil }
            record = RecordReader(try store.read(blocks[next].size, at: blocks[next].place))
            next += 1
        }
        return record.take(UInt8.self) == 0 ? .fix(Fix(from: &record)) : .fault(InputFault(from: &record))
    }
}

extension InputFault {
    fileprivate func write(to bytes: inout [UInt8]) {
        bytes.put(kind.rawValue)
        bytes.put(source)
        bytes.put(line)
        bytes.put(column ?? -1)
        bytes.put(message)
        bytes.put(remedy)
    }

    fileprivate init(from record: inout RecordReader) {
        let kind = Kind(rawValue: record.takeText()) ?? .malformed
        let source = record.takeText()
        let line = record.take(Int.self)
        let column = record.take(Int.self)
        let message = record.takeText()
        self.init(kind: kind, source: source, line: line, column: column < 0 ? nil : column, message: message, remedy: record.takeText())
    }
}
