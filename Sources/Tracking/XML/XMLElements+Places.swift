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
                place -= 1
                if place.pointee & 0xC0 != 0x80 { column += 1 }
            }
        }
        return (line, max(1, column))
    }
}
