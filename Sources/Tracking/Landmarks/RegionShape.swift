// SPDX-License-Identifier: MIT
/// A region's shape, on Earth or in a plane.
struct RegionShape: Equatable, Sendable {
    enum Form: Equatable, Sendable {
        case disc(TrackPlace, radius: Double)
        /// A point within any of them is inside.
        case polygons([RegionPolygon])
    }
    let form: Form
    /// The size in metres: the radius of a disc, or twice the area divided by the perimeter of the largest polygon, which is the
    /// same for a polygon around a circle.
    let size: Double

    init(_ disc: Form) {
        form = disc
        if case .disc(_, let radius) = disc { size = radius } else { size = 0 }
    }

    /// - Throws: the reason they are not polygons.
    init(_ outlines: [RegionOutline], onEarth: Bool) throws(RegionOutline.Fault) {
        var polygons: [RegionPolygon] = []
        for outline in outlines { polygons.append(RegionPolygon(rings: try outline.opened(onEarth: onEarth), onEarth: onEarth)) }
        form = .polygons(polygons)
        size = polygons.reduce(0) { max($0, $1.size) }
    }

    var vertexCount: Int {
        switch form {
        case .disc: 1
        case .polygons(let polygons): polygons.reduce(0) { $0 + $1.vertexCount }
        }
    }

    /// The distance from the border in metres, positive inside; nil between the Earth and a plane.
    /// - Parameter cutoff: the distance in metres outside the border beyond which only the side matters.
    func depth(of view: PlaceView, cutoff: Double) -> Double? {
        switch form {
        case .disc(let centre, let radius): view.place.distance(to: centre).map { radius - $0 }
        case .polygons(let polygons): polygons.reduce(nil) { max($0 ?? -.infinity, $1.depth(of: view, cutoff: cutoff)) }
        }
    }

    /// Closed lines, with longitude as x.
    var borders: [[PlanePoint]] {
        switch form {
        case .disc(.earth(let centre), let radius): [centre.circle(radius: radius)]
        case .disc: []
        case .polygons(let polygons):
            polygons.flatMap { $0.rings.map { ring in ring + ring.prefix(1) } }
        }
    }
}

/// A polygon with holes whose rings are open, and on Earth continue across the 180th meridian.
struct RegionPolygon: Equatable, Sendable {
    let rings: [[PlanePoint]]
    let size: Double
    private let least, greatest: PlanePoint
    /// The period of x: 360 on Earth, 0 in a plane.
    private let turn: Double

    /// - Parameter rings: each with an interior.
    init(rings: [[PlanePoint]], onEarth: Bool) {
        self.rings = rings
        turn = onEarth ? 360 : 0
        var (least, greatest) = (PlanePoint(x: .infinity, y: .infinity), PlanePoint(x: -.infinity, y: -.infinity))
        for point in rings.first ?? [] {
            least = PlanePoint(x: min(least.x, point.x), y: min(least.y, point.y))
            greatest = PlanePoint(x: max(greatest.x, point.x), y: max(greatest.y, point.y))
        }
        (self.least, self.greatest) = (least, greatest)
        let scale = onEarth ? EarthPoint.metresPerDegree(latitude: (least.y + greatest.y) / 2) : (1, 1)
        var area = 0.0
        var border = 0.0
        for (index, ring) in rings.enumerated() {
            let within = RegionOutline.area(ring).magnitude / 2 * scale.0 * scale.1
            area += index == 0 ? within : -within
            var last = ring[ring.count - 1]
            for point in ring {
                let (across, up) = ((point.x - last.x) * scale.0, (point.y - last.y) * scale.1)
                border += (across * across + up * up).squareRoot()
                last = point
            }
        }
        size = border > 0 ? max(0, 2 * area / border) : 0
    }

    var vertexCount: Int { rings.reduce(0) { $0 + $1.count } }

    /// The distance from the border in metres, positive inside. Sides are straight in longitude and latitude, as RFC 7946 defines
    /// them.
    func depth(of view: PlaceView, cutoff: Double) -> Double {
        // The equivalent longitude, by full turns, that is nearest.
        var x = view.x
        if turn > 0 {
            while x < least.x, (least.x - x) > (x + turn - greatest.x) { x += turn }
            while x > greatest.x, (x - greatest.x) > (least.x - (x - turn)) { x -= turn }
        }
        let across = max(0, least.x - x, x - greatest.x) * view.metresPerX
        let up = max(0, least.y - view.y, view.y - greatest.y) * view.metresPerY
        if across * across + up * up > cutoff * cutoff { return -(across * across + up * up).squareRoot() }
        var isInside = false
        var nearest = Double.infinity
        for ring in rings {
            var a = ring[ring.count - 1]
            for b in ring {
                if (a.y > view.y) != (b.y > view.y), x < (b.x - a.x) * (view.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
                let from = (east: (a.x - x) * view.metresPerX, north: (a.y - view.y) * view.metresPerY)
                let to = (east: (b.x - x) * view.metresPerX, north: (b.y - view.y) * view.metresPerY)
                nearest = min(nearest, FlatPiece.nearest(from, to).squared)
                a = b
            }
        }
        return isInside ? nearest.squareRoot() : -nearest.squareRoot()
    }
}
