/// One block of memory for the columns of a structure of arrays, each aligned for the kernels' widest vectors.
/// Control side.
struct VoiceColumns: ~Copyable {
    /// Rows of every column: a whole number of batches.
    let rows: Int
    private let block: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0

    /// - Parameter bytes: what a row takes over all columns.
    init(voices: Int, bytes: Int) {
        rows = (voices + 15) / 16 * 16
        size = rows * bytes
        block = .allocate(byteCount: size, alignment: 64)
    }

    deinit { block.deallocate() }

    /// The next column, full of `value`.
    mutating func column<T: BitwiseCopyable>(of value: T) -> UnsafeMutablePointer<T> {
        let start = used
        used += rows * MemoryLayout<T>.stride
        precondition(used <= size, "more columns than bytes were asked for")
        let column = (block + start).bindMemory(to: T.self, capacity: rows)
        column.initialize(repeating: value, count: rows)
        return column
    }
}
