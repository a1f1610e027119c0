// SPDX-License-Identifier: MIT
import CLibXML2

extension XMLElements {
    /// Whether the parser is at the end of a start tag: `>` or `/>`.
    final var isAtEndOfTag: Bool {
        guard let input = context?.pointee.input, let cur = input.pointee.cur, let end = input.pointee.end, cur < end else { return false }
        if cur.pointee == UInt8(ascii: "/") { return cur + 1 < end && cur[1] == UInt8(ascii: ">") }
        return cur.pointee == UInt8(ascii: ">")
    }

    /// The start of the tag that the parser has just read.
    func startOfTag() -> (line: Int, column: Int) { back { $0 == UInt8(ascii: "<") } }

    /// The start of an attribute's value, or of its tag if the value was rewritten elsewhere.
    func place(of value: UnsafeBufferPointer<xmlChar>) -> (line: Int, column: Int) {
        guard let input = context?.pointee.input, let base = input.pointee.base, let cur = input.pointee.cur,
            let first = value.baseAddress, first >= base, first < cur
        else { return startOfTag() }
        let distance = cur - first
        var stepped = 0
        return back { _ in
            stepped += 1
            return stepped == distance
        }
    }

    /// Remembers the column at which the parser is: the start of the line need not stay in its buffer. Corrects the parser's own
    /// column, which libxml2 miscounts within long texts.
    /// - Parameters:
    ///   - text: text that the parser has not yet passed if it is in its buffer.
    ///   - isCounted: whether the parser's column is already that of the end of `text`.
    func rememberColumn(after text: UnsafeBufferPointer<xmlChar>? = nil, isCounted: Bool = true) {
        guard let input = context?.pointee.input, let base = input.pointee.base, var cur = input.pointee.cur, let end = input.pointee.end
        else { return }
        if let first = text?.baseAddress, let text, first >= base, first + text.count <= end { cur = first + text.count }
        let offset = offset(of: cur, from: base)
        guard var column = known?.column, let start = known?.offset, start <= offset, offset - start <= cur - base else {
            known = isCounted ? (offset, Int(input.pointee.col)) : nil
            return
        }
        var place = cur - (offset - start)
        while place < cur {
            if place.pointee == 0x0A { column = 0 }
            if place.pointee & 0xC0 != 0x80 { column += 1 }
            place += 1
        }
        known = (offset, column)
        if isCounted { input.pointee.col = Int32(clamping: column) }
    }

    /// The offset of a byte in the buffer in all that the parser was given.
    private func offset(of place: UnsafePointer<xmlChar>, from base: UnsafePointer<xmlChar>) -> Int {
        Int(context?.pointee.input?.pointee.consumed ?? 0) + (place - base)
    }

    /// Steps back from the parser's position, byte by byte, to the byte that matches, counting lines and columns.
    private func back(to isSought: (UInt8) -> Bool) -> (line: Int, column: Int) {
        guard let input = context?.pointee.input, let base = input.pointee.base, var place = input.pointee.cur else {
            return (0, 0)
        }
        var line = Int(input.pointee.line)
        var column = Int(input.pointee.col)
        var crossed = false
        while place > base {
            place -= 1
            if place.pointee == 0x0A {
                line -= 1
                crossed = true
            } else if place.pointee & 0xC0 != 0x80 {
                column -= 1
            }
            if isSought(place.pointee) { break }
        }
        if crossed {
            column = 1
            while place > base, place[-1] != 0x0A {
                if let known, offset(of: place, from: base) == known.offset {
                    column += known.column - 1
                    break
                }
                place -= 1
                if place.pointee & 0xC0 != 0x80 { column += 1 }
            }
        }
        return (line, max(1, column))
    }
}
