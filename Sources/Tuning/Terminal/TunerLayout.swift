// SPDX-License-Identifier: MIT
/// The layout of a screen of a given size, from the top down in reading order.
struct TunerLayout: Equatable {
    /// A rectangle of cells.
    struct Area: Equatable {
        var row: Int
        var column: Int
        var rows: Int
        var columns: Int
        /// The row after its last.
        var end: Int { row + rows }
    }

    /// The minimum size that can show a knob and its help.
    static let leastColumns = 40
    static let leastRows = 10
    /// The size from which lists and pictures are side by side.
    private static let wideColumns = 120
    private static let wideRows = 24

    let title = 0
    let meters = 1
    let track = 2
    private(set) var wave: Area?
    private(set) var spectrum: Area?
    private(set) var list: Area
    /// The current effect of every mapping.
    private(set) var movements: Area?
    private(set) var help: Area
    private(set) var mapping: Int?
    let message: Int

    /// Nil for a window that is too small.
    init?(columns: Int, rows: Int) {
        guard columns >= Self.leastColumns, rows >= Self.leastRows else { return nil }
        message = rows - 1
        var bottom = rows - 1
        if rows >= 16 {
            bottom -= 1
            mapping = bottom
        }
        let helpRows = rows >= 16 ? 2 : 1
        bottom -= helpRows
        help = Area(row: bottom, column: 0, rows: helpRows, columns: columns)
        var top = 3
        if columns >= Self.wideColumns, rows >= Self.wideRows {
            let width = min(72, columns * 2 / 5)
            let side = columns - width
            let height = min(10, (bottom - top) / 3)
            // Each picture has a row of text below it.
            wave = Area(row: top, column: side, rows: height - 1, columns: width)
            spectrum = Area(row: top + height, column: side, rows: height - 1, columns: width)
            movements = Area(row: top + 2 * height, column: side, rows: bottom - top - 2 * height, columns: width)
            list = Area(row: top, column: 0, rows: bottom - top, columns: side - 2)
            return
        }
        if rows >= 18 {
            let height = min(8, max(3, rows / 6))
            let isPair = columns >= 76
            let width = isPair ? (columns - 2) / 2 : columns
            wave = Area(row: top, column: 0, rows: height, columns: width)
            if isPair { spectrum = Area(row: top, column: width + 2, rows: height, columns: columns - width - 2) }
            top += height + 1
        }
        list = Area(row: top, column: 0, rows: bottom - top, columns: columns)
    }

    /// The columns of a list's row: name, value, slider, and the mapping that moves it.
    struct Columns: Equatable {
        let name: Range<Int>
        let value: Range<Int>
        let slider: Range<Int>
        let mapping: Range<Int>

        init(_ area: Area) {
            let width = area.columns
            let nameWidth = min(28, max(14, width * 27 / 100))
            let valueWidth = width >= 60 ? 15 : 11
            let mappingWidth = width >= 68 ? min(32, width / 4) : 0
            let start = area.column + 2
            name = start..<start + nameWidth
            value = name.upperBound + 1..<name.upperBound + 1 + valueWidth
            let end = area.column + width - (mappingWidth > 0 ? mappingWidth + 1 : 0)
            slider = value.upperBound + 1..<max(value.upperBound + 2, end)
            mapping = end + (mappingWidth > 0 ? 1 : 0)..<area.column + width
        }
    }
}
