// SPDX-License-Identifier: MIT
/// One block of memory for the columns of a structure of arrays, each aligned for the kernels' widest vectors.
/// Control side.
struct VoiceColumns: ~Copyable {
    /// Rows that the kernels compute together.
    static var batch: Int { @_noLocks get { 16 } }

    /// Rows of every column: a whole number of batches.
    let rows: Int
    private let block: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0

    /// - Parameter bytes: the size of a row over all columns.
    init(voices: Int, bytes: Int) {
        rows = (voices + VoiceColumns.batch - 1) / VoiceColumns.batch * VoiceColumns.batch
        size = rows * bytes
        block = .allocate(byteCount: size, alignment: 64)
    }

    deinit { block.deallocate() }

    /// Takes the next column, filled with `value`.
    mutating func column<T: BitwiseCopyable>(of value: T) -> UnsafeMutablePointer<T> {
        let start = used
        used += rows * MemoryLayout<T>.stride
        precondition(used <= size, "more columns than bytes were asked for")
        let column = (block + start).bindMemory(to: T.self, capacity: rows)
        column.initialize(repeating: value, count: rows)
        return column
    }
}
