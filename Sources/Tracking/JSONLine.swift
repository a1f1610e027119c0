/// One line of JSON, an object, taken apart into its leaves: dotted paths with numbers or strings. Arrays are passed over.
struct JSONLine {
    enum Kind { case number, string, other }
    struct Leaf {
        /// The whole path (`location.coords.speed`) and its last part, in `paths`.
        let path: Range<Int>
        let name: Range<Int>
        let kind: Kind
        /// The value in the line, a string without its quotes (escapes as written).
        let value: Range<Int>
    }
    private static let deepest = 16
    /// Leaves of a line, and bytes of a leaf's path; what is beyond is passed over, as no fix needs it.
    static let mostLeaves = 1024
    static let longestPath = 512

    private(set) var leaves: [Leaf] = []
    private(set) var paths: [UInt8] = []
    private var prefix: [UInt8] = []
    private var place = 0

    /// Takes the line apart. Returns nil, or the column (from 1) where it stops being JSON.
    mutating func scan(_ line: UnsafeBufferPointer<UInt8>) -> Int? {
        leaves.removeAll(keepingCapacity: true)
        paths.removeAll(keepingCapacity: true)
        prefix.removeAll(keepingCapacity: true)
        place = 0
        skipBlanks(line)
        guard object(line, depth: 0) else { return place + 1 }
        skipBlanks(line)
        return place == line.count ? nil : place + 1
    }

    private mutating func object(_ line: UnsafeBufferPointer<UInt8>, depth: Int) -> Bool {
        guard depth < Self.deepest, take(0x7B, line) else { return false }
        skipBlanks(line)
        if take(0x7D, line) { return true }
        while true {
            skipBlanks(line)
            guard let key = string(line) else { return false }
            skipBlanks(line)
            guard take(0x3A, line) else { return false }
            skipBlanks(line)
            let outer = prefix.count
            if outer > 0 { prefix.append(0x2E) }
            let nameOffset = prefix.count
            prefix.append(contentsOf: line[key])
            guard value(line, depth: depth, nameOffset: nameOffset) else { return false }
            prefix.removeLast(prefix.count - outer)
            skipBlanks(line)
            if take(0x2C, line) { continue }
            return take(0x7D, line)
        }
    }

    /// - Parameter nameOffset: where the key's own part of `prefix` begins; nil inside an array, whose values are no leaves.
    private mutating func value(_ line: UnsafeBufferPointer<UInt8>, depth: Int, nameOffset: Int?) -> Bool {
        guard place < line.count else { return false }
        switch line[place] {
        case 0x7B:
            let kept = (leaves.count, paths.count)
            guard object(line, depth: depth + 1) else { return false }
            if nameOffset == nil {
                leaves.removeLast(leaves.count - kept.0)
                paths.removeLast(paths.count - kept.1)
            }
            return true
        case 0x5B: return array(line, depth: depth + 1)
        case 0x22:
            guard let range = string(line) else { return false }
            add(.string, range, nameOffset)
            return true
        case 0x2D, 0x30...0x39:
            let start = place
            while place < line.count, Self.isOfNumber(line[place]) { place += 1 }
            guard DecimalText.double(UnsafeBufferPointer(rebasing: line[start..<place])) != nil else {
                place = start
                return false
            }
            add(.number, start..<place, nameOffset)
            return true
        default:
            for word: StaticString in ["true", "false", "null", "NaN", "Infinity", "-Infinity"] where takeWord(word, line) {
                // NaN is no JSON, yet written by some programs: as good as null.
                add(.other, place..<place, nameOffset)
                return true
            }
            return false
        }
    }

    private mutating func array(_ line: UnsafeBufferPointer<UInt8>, depth: Int) -> Bool {
        guard depth < Self.deepest, take(0x5B, line) else { return false }
        skipBlanks(line)
        if take(0x5D, line) { return true }
        while true {
            skipBlanks(line)
            guard value(line, depth: depth, nameOffset: nil) else { return false }
            skipBlanks(line)
            if take(0x2C, line) { continue }
            return take(0x5D, line)
        }
    }

    private mutating func add(_ kind: Kind, _ value: Range<Int>, _ nameOffset: Int?) {
        guard let nameOffset, leaves.count < Self.mostLeaves, prefix.count <= Self.longestPath else { return }
        let start = paths.count
        paths.append(contentsOf: prefix)
        leaves.append(Leaf(path: start..<paths.count, name: start + nameOffset..<paths.count, kind: kind, value: value))
    }

    private mutating func string(_ line: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard take(0x22, line) else { return nil }
        let start = place
        while place < line.count {
            switch line[place] {
            case 0x22:
                place += 1
                return start..<place - 1
            case 0x5C: place += 2
            case ..<0x20: return nil
            default: place += 1
            }
        }
        place = line.count
        return nil
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
        default: false
        }
    }

    private mutating func take(_ byte: UInt8, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place < line.count, line[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func takeWord(_ word: StaticString, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= line.count else { return false }
        for offset in 0..<count where line[place + offset] != word.utf8Start[offset] { return false }
        place += count
        return true
    }

    private mutating func skipBlanks(_ line: UnsafeBufferPointer<UInt8>) {
        while place < line.count, line[place] == 0x20 || line[place] == 0x09 || line[place] == 0x0D { place += 1 }
    }
}
