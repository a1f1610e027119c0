// SPDX-License-Identifier: MIT
/// One line of JSON, an object, split into its leaves: dotted paths with numbers or strings. Arrays are skipped, except the position
/// of a GeoJSON point in `geometry` or `location`, whose numbers are the leaves `geometry.coordinates.0` and so on.
struct JSONLine {
    enum Kind {
        case number, string, null, boolean
        var hasValue: Bool { self == .number || self == .string }
    }
    struct Leaf {
        /// The full path (`location.coords.speed`) and its last part, in `bytes`.
        let path: Range<Int>
        let name: Range<Int>
        let kind: Kind
        /// The value, in `bytes`: a string's text or a number's digits; empty for the other kinds.
        let value: Range<Int>
        /// Its offset in the line in bytes, from 0; a string without its quote.
        let offset: Int
    }
    /// The maximum number of leaves in a line, and of bytes in a leaf's path; anything beyond is skipped, since no fix needs it.
    private static let mostLeaves = 1024
    private static let longestPath = 512
    private static let positions = ["geometry.coordinates", "location.coordinates"].map { Array($0.utf8) }

    private(set) var leaves: [Leaf] = []
    /// The paths and values of the leaves, in sequence.
    private(set) var bytes: [UInt8] = []
    private let reader = JSONReader(name: "")
    private var prefix: [UInt8] = []
    /// The length of the path at each open object.
    private var outers: [Int] = []

    /// Splits the line. Returns nil, or the column (from 1) at which it stops being a JSON object.
    mutating func scan(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
        leaves.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        prefix.removeAll(keepingCapacity: true)
        outers.removeAll(keepingCapacity: true)
        do throws(InputFault) {
            try reader.read(line) { () throws(InputFault) in try object() }
            return nil
        } catch { return error.column }
    }

    private mutating func object() throws(InputFault) {
        var name = 0
        var isFirst = true
        while let event = try reader.next() {
            if isFirst, event != .beginObject { throw InputFault(source: "", line: 1, column: 1, message: "", remedy: "") }
            isFirst = false
            switch event {
            case .key:
                prefix.removeLast(prefix.count - (outers.last ?? 0))
                if !prefix.isEmpty { prefix.append(0x2E) }
                name = prefix.count
                prefix.append(contentsOf: reader.text)
            case .beginObject: outers.append(prefix.count)
            case .endObject: prefix.removeLast(prefix.count - (outers.popLast() ?? 0))
            case .beginArray:
                if Self.positions.contains(prefix) { try numbers() } else { try reader.skipContainer() }
            case .endArray: break
            case .string: add(.string, name)
            case .number: add(.number, name)
            // NaN is not JSON, but some programs write it; it is read like null.
            case .word: add(reader.text.first == 0x74 || reader.text.first == 0x66 ? .boolean : .null, name)
            }
        }
    }

    /// The numbers of an array by their places in it.
    private mutating func numbers() throws(InputFault) {
        let name = prefix.count + 1
        var place = 0
        while let event = try reader.next(), event != .endArray {
            if event == .beginArray || event == .beginObject { try reader.skipContainer() }
            if event == .number, place < 10 {
                prefix += [0x2E, 0x30 + UInt8(place)]
                add(.number, name)
                prefix.removeLast(2)
            }
            place += 1
        }
    }

    private mutating func add(_ kind: Kind, _ name: Int) {
        guard leaves.count < Self.mostLeaves, prefix.count <= Self.longestPath else { return }
        let path = bytes.count
        bytes.append(contentsOf: prefix)
        let value = bytes.count
        if kind.hasValue { bytes.append(contentsOf: reader.text) }
        leaves.append(
            Leaf(path: path..<value, name: path + name..<value, kind: kind, value: value..<bytes.count, offset: reader.start))
    }
}
