// SPDX-License-Identifier: MIT
/// A polygon as written: its outer ring, then its holes. Longitude is x and latitude y, or both are metres.
struct RegionOutline: Equatable, Sendable {
    var rings: [[PlanePoint]] = []

    /// The reason it is not a polygon.
    enum Fault: Error, Equatable {
        case fewCorners, noInside, aroundPole, tooWide

        var message: String {
            switch self {
            case .fewCorners: "a ring of fewer than three corners"
            case .noInside: "a ring that encloses no area"
            case .aroundPole: "a ring around a pole"
            case .tooWide: "a ring wider than the Earth"
            }
        }
        var remedy: String {
            switch self {
            case .fewCorners, .noInside: "draw it again"
            case .aroundPole, .tooWide: "cut it at the 180th meridian (RFC 7946)"
            }
        }
    }

    var isOnEarth: Bool { rings.allSatisfy { $0.allSatisfy { $0.y.magnitude <= 90 && $0.x.magnitude <= 360 } } }

    /// The rings without the closing corner; on Earth with longitudes that continue across the 180th meridian.
    ///
    /// A side of more than half a turn of longitude means the shorter way round, except one of a full turn: from -180 to 180 it
    /// is the edge of the map.
    func opened(onEarth: Bool) throws(Fault) -> [[PlanePoint]] {
        var opened: [[PlanePoint]] = []
        for ring in rings {
            var ring = ring
            if ring.count > 1, ring.first == ring.last { ring.removeLast() }
            guard ring.count >= 3 else { throw .fewCorners }
            if onEarth { try Self.unwrap(&ring) }
            guard Self.area(ring) != 0 else { throw .noInside }
            if onEarth, let outer = opened.first { Self.move(&ring, near: outer) }
            opened.append(ring)
        }
        return opened
    }

    private static func unwrap(_ ring: inout [PlanePoint]) throws(Fault) {
        var shift = 0.0
        var last = ring[0].x
        for index in ring.indices.dropFirst() {
            let step = ring[index].x - last
            last = ring[index].x
            if step.magnitude > 180, step.magnitude < 360 { shift += step > 0 ? -360 : 360 }
            ring[index].x += shift
        }
        let closing = ring[0].x - last
        if closing.magnitude > 180, closing.magnitude < 360 { shift += closing > 0 ? -360 : 360 }
        guard shift == 0 else { throw .aroundPole }
        let (least, greatest) = extent(ring)
        guard greatest - least <= 360 else { throw .tooWide }
    }

    /// Moves a hole by full turns to its polygon.
    private static func move(_ hole: inout [PlanePoint], near outer: [PlanePoint]) {
        let (least, greatest) = extent(outer)
        let (first, last) = extent(hole)
        let middle = (first + last) / 2
        var shift = 0.0
        while middle + shift < least, shift < 720 { shift += 360 }
        while middle + shift > greatest, shift > -720 { shift -= 360 }
        if shift != 0 { for index in hole.indices { hole[index].x += shift } }
    }

    private static func extent(_ ring: [PlanePoint]) -> (least: Double, greatest: Double) {
        ring.reduce((.infinity, -.infinity)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    }

    /// Twice the area, positive counterclockwise, in squared units of the numbers.
    static func area(_ ring: [PlanePoint]) -> Double {
        guard let origin = ring.first, var last = ring.last else { return 0 }
        var sum = 0.0
        for point in ring {
            sum += (last.x - origin.x) * (point.y - origin.y) - (point.x - origin.x) * (last.y - origin.y)
            last = point
        }
        return sum
    }
}
