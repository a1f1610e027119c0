// SPDX-License-Identifier: MIT
import Tracking

/// A spatial index of the track: squares of about 600 m, each with the vertices at which its pieces begin.
struct TrackGrid: Sendable {
    /// log2 of a square's side in units: 2^16 units are about 610 m of latitude.
    private static let shift: Int32 = 16
    /// The maximum number of squares in a row per search; near the poles a degree of longitude is short.
    private static let mostSquares: Int64 = 512
    /// The squares' keys in ascending order, and the index in `pieces` at which each square's pieces begin.
    private let keys: [UInt32]
    private let starts: [Int32]
    private let pieces: [Piece]

    /// The piece of track from a vertex to the next.
    struct Piece: Sendable {
        var line: Int32
        var vertex: Int32
    }

    /// - Parameter lines: The vertices of each line's path, as indices into `points`.
    init(lines: [Range<Int>], points: [MapPoint]) {
        var entries: [(key: UInt32, piece: Piece)] = []
        for (number, line) in lines.enumerated() {
            for vertex in line.dropLast() {
                let piece = Piece(line: Int32(number), vertex: Int32(vertex))
                Self.squares(from: points[vertex], to: points[vertex + 1]) { entries.append(($0, piece)) }
            }
        }
        entries.sort { ($0.key, $0.piece.vertex) < ($1.key, $1.piece.vertex) }
        var keys: [UInt32] = []
        var starts: [Int32] = []
        for (place, entry) in entries.enumerated() where keys.last != entry.key {
            keys.append(entry.key)
            starts.append(Int32(place))
        }
        starts.append(Int32(entries.count))
        self.keys = keys
        self.starts = starts
        pieces = entries.map(\.piece)
    }

    /// Calls `body` with the pieces in all squares within `metres` of the plane's origin (and some beyond).
    @inline(__always)
    func near(_ plane: TangentPlane, within metres: Double, _ body: (Piece) -> Void) {
        let limit = 1_000_000_000.0
        let dx = Int64(min(metres / plane.metresPerX, limit))
        let dy = Int64(min(metres / plane.metresPerY, limit))
        let side = Int64(1) << Int64(Self.shift)
        let firstX = (Int64(plane.origin.x) - dx) >> Int64(Self.shift)
        let lastX = min((Int64(plane.origin.x) + dx) >> Int64(Self.shift), firstX + Self.mostSquares)
        let firstY = max((Int64(plane.origin.y) - dy) >> Int64(Self.shift), Int64(Int32.min) / side)
        let lastY = min((Int64(plane.origin.y) + dy) >> Int64(Self.shift), Int64(Int32.max) / side)
        guard firstY <= lastY else { return }
        for y in firstY...lastY {
            // The squares of a row lie one after another, except where the low half of their keys wraps.
            var x = firstX
            while x <= lastX {
                let end = min(lastX, x | 0xFFFF)
                let last = Self.key(end, y)
                let place = keys.partitioningIndex { [key = Self.key(x, y)] in $0 >= key }
                var after = place
                while after < keys.count, keys[after] <= last { after += 1 }
                for index in Int(starts[place])..<Int(starts[after]) { body(pieces[index]) }
                x = end + 1
            }
        }
    }

    private static func key(_ x: Int64, _ y: Int64) -> UInt32 {
        UInt32(truncatingIfNeeded: (y & 0xFFFF) << 16 | x & 0xFFFF)
    }

    /// The squares along a piece, each once: on a straight line none comes again after another.
    private static func squares(from a: MapPoint, to b: MapPoint, _ body: (UInt32) -> Void) {
        let dx = Int64(b.x &- a.x)
        let dy = Int64(b.y) - Int64(a.y)
        let side = Int64(1) << Int64(shift)
        let steps = max(1, 2 * max(dx.magnitude, dy.magnitude) / UInt64(side) + 1)
        var last: UInt32?
        for step in 0...Int64(min(steps, 100_000)) {
            let x = (Int64(a.x) + dx * step / Int64(steps)) >> Int64(shift)
            let y = (Int64(a.y) + dy * step / Int64(steps)) >> Int64(shift)
            let key = key(x, y)
            if key != last { body(key) }
            last = key
        }
    }
}
