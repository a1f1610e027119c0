// SPDX-License-Identifier: MIT
/// The memory of a structure of arrays: columns of doubles and of four bytes, each aligned for the kernels' widest vectors.
/// Control side, except for `move`.
struct VoiceColumns: ~Copyable {
    /// Rows that the kernels compute together.
    static var batch: Int { @_noLocks get { 16 } }

    /// Rows of every column: a whole number of batches.
    private let rows: Int
    private let wide: FixedBuffer<Double>
    private let narrow: FixedBuffer<UInt32>
    /// The elements of each that belong to columns already allotted.
    private var wideTaken = 0
    private var narrowTaken = 0

    /// - Parameters:
    ///   - wide: the number of columns of doubles.
    ///   - narrow: the number of columns of four bytes.
    init(voices: Int, wide: Int, narrow: Int) {
        rows = (voices + VoiceColumns.batch - 1) / VoiceColumns.batch * VoiceColumns.batch
        self.wide = FixedBuffer(repeating: 0, count: wide * rows)
        self.narrow = FixedBuffer(repeating: 0, count: narrow * rows)
    }

    /// Takes the next column of doubles, filled with `value`.
    mutating func column(of value: Double) -> UnsafeMutablePointer<Double> {
        precondition(wideTaken < wide.count, "more columns than the initialiser reserved")
        let column = wide.first + wideTaken
        column.initialize(repeating: value, count: rows)
        wideTaken += rows
        return column
    }

    /// Takes the next column of four bytes, filled with `value`, a `Float` or an `Int32`.
    mutating func column<T: BitwiseCopyable>(of value: T) -> UnsafeMutablePointer<T> {
        precondition(narrowTaken < narrow.count, "more columns than the initialiser reserved")
        let column = UnsafeMutableRawPointer(narrow.first + narrowTaken).bindMemory(to: T.self, capacity: rows)
        column.initialize(repeating: value, count: rows)
        narrowTaken += rows
        return column
    }

    /// Audio thread: copies a row of every column over another.
    @_noLocks func move(_ row: Int, to other: Int) {
        var column = 0
        while column < wide.count {
            wide.first[column &+ other] = wide.first[column &+ row]
            column = column &+ rows
        }
        let bytes = UnsafeMutableRawPointer(narrow.first)
        column = 0
        while column < narrow.count {
            let word = bytes.load(fromByteOffset: (column &+ row) &* 4, as: UInt32.self)
            bytes.storeBytes(of: word, toByteOffset: (column &+ other) &* 4, as: UInt32.self)
            column = column &+ rows
        }
    }
}
