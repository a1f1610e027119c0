// SPDX-License-Identifier: MIT
/// A grid of screen cells, filled in memory before it is shown.
public struct CellGrid: Equatable, Sendable {
    public struct Cell: Equatable, Sendable {
        /// Nil for the right half of a character that is two columns wide.
        public var character: Character?
        var ink: Ink

        static let blank = Cell(character: " ", ink: .plain)
    }

    /// A position on the screen, counted from 0 at the top left.
    public struct Place: Equatable, Sendable {
        public var row: Int
        public var column: Int
        public init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
    }

    public let columns: Int
    public let rows: Int
    private var cells: [Cell]
    /// The position of the terminal's cursor, from which a screen reader reads; nil hides it.
    public var cursor: Place?

    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The cell at a position; blank outside the grid.
    public func cell(_ row: Int, _ column: Int) -> Cell {
        guard contains(row, column) else { return .blank }
        return cells[row * columns + column]
    }

    /// Writes text from a position to the right. Text beyond the edge of the screen, or beyond `width` columns, is cut off.
    /// - Returns: The column after the text.
    @discardableResult
    public mutating func put(_ text: some StringProtocol, _ row: Int, _ column: Int, _ ink: Ink = .plain, width: Int = .max) -> Int {
        guard (0..<rows).contains(row), column < columns else { return column }
        let end = width < columns - max(0, column) ? column + width : columns
        var column = column
        for character in text {
            let wide = character.terminalWidth
            guard wide > 0 else { continue }
            guard column + wide <= end else { break }
            if column >= 0 { set(row, column, Cell(character: character, ink: ink), wide: wide) }
            column += wide
        }
        return column
    }

    /// Changes the ink of a stretch of cells; their characters stay.
    public mutating func ink(_ row: Int, _ range: Range<Int>, _ change: (inout Ink) -> Void) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) { change(&cells[row * columns + column].ink) }
    }

    /// The text of one row, without trailing blanks.
    public func text(_ row: Int) -> String {
        var text = ""
        for column in 0..<columns { if let character = cell(row, column).character { text.append(character) } }
        while text.last == " " { text.removeLast() }
        return text
    }

    private func contains(_ row: Int, _ column: Int) -> Bool { (0..<rows).contains(row) && (0..<columns).contains(column) }

    private mutating func set(_ row: Int, _ column: Int, _ cell: Cell, wide: Int) {
        for place in column..<column + wide { blankOtherHalf(row, place) }
        cells[row * columns + column] = cell
        if wide == 2 { cells[row * columns + column + 1] = Cell(character: nil, ink: cell.ink) }
    }

    /// Blanks the other half of a wide character, one half of which is about to be overwritten.
    private mutating func blankOtherHalf(_ row: Int, _ column: Int) {
        let index = row * columns + column
        if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
        if column + 1 < columns, cells[index + 1].character == nil { cells[index + 1].character = " " }
    }
}
