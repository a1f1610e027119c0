// SPDX-License-Identifier: MIT
/// Computes the bytes that make a terminal show a grid.
public struct ScreenUpdate {
    /// What the terminal shows; nil before the first update.
    private var shown: CellGrid?
    private let depth: ColourDepth
    private let isUnicode: Bool
    private var text = ""
    private var ink: Ink?
    private var place: CellGrid.Place?

    /// - Parameter isUnicode: False sends `?` for every column of a non-ASCII character.
    public init(_ depth: ColourDepth, isUnicode: Bool = true) {
        self.depth = depth
        self.isUnicode = isUnicode
    }

    /// Forgets what the terminal shows, so that the next update sends everything.
    public mutating func forget() { shown = nil }

    /// The bytes that change the terminal from what it shows to `grid`: only the changed cells, and nothing if none changed.
    public mutating func bytes(for grid: CellGrid) -> [UInt8] {
        (text, ink, place) = ("", nil, nil)
        let before: CellGrid
        if let shown, shown.columns == grid.columns, shown.rows == grid.rows {
            before = shown
        } else {
            text = "\u{1B}[0m\u{1B}[2J"
            before = CellGrid(columns: grid.columns, rows: grid.rows)
        }
        let isNew = !text.isEmpty
        for row in 0..<grid.rows { update(row, from: before, to: grid) }
        if !text.isEmpty, ink != .plain, ink != nil { text += "\u{1B}[0m" }
        let cursorMoved = isNew || before.cursor != grid.cursor
        if !text.isEmpty || cursorMoved {
            if let cursor = grid.cursor {
                text += Self.move(to: cursor) + (isNew || before.cursor == nil ? "\u{1B}[?25h" : "")
            } else if cursorMoved {
                text += "\u{1B}[?25l"
            }
        }
        shown = grid
        return Array(text.utf8)
    }

    private mutating func update(_ row: Int, from before: CellGrid, to grid: CellGrid) {
        for column in 0..<grid.columns {
            let cell = grid.cell(row, column)
            guard let character = cell.character else { continue }
            let isWide = column + 1 < grid.columns && grid.cell(row, column + 1).character == nil
            var isSame = cell == before.cell(row, column)
            // When a wide character goes, its right half goes with its left half.
            if isSame, isWide { isSame = before.cell(row, column + 1) == grid.cell(row, column + 1) }
            if isSame, !isWide, column > 0, before.cell(row, column).character == nil { isSame = false }
            guard !isSame else { continue }
            write(character, cell.ink, CellGrid.Place(row: row, column: column), wide: isWide, last: grid.columns)
        }
    }

    private mutating func write(_ character: Character, _ wanted: Ink, _ target: CellGrid.Place, wide: Bool, last: Int) {
        if place != target { text += Self.move(to: target) }
        if ink != wanted {
            text += wanted.sequence(depth)
            ink = wanted
        }
        text += isUnicode || character.isASCII ? String(character) : wide ? "??" : "?"
        let next = target.column + (wide ? 2 : 1)
        // At the right edge, and after characters whose width differs between terminals, the cursor position is unknown.
        place = next < last && (character.hasCertainWidth || !isUnicode) ? CellGrid.Place(row: target.row, column: next) : nil
    }

    private static func move(to place: CellGrid.Place) -> String { "\u{1B}[\(place.row + 1);\(place.column + 1)H" }
}
