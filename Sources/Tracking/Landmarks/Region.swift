// SPDX-License-Identifier: MIT
/// A named area of the Earth or of a plane.
public struct Region: Equatable, Sendable {
    public let name: String
    /// Nil if its numbers are not places on Earth.
    private let onEarth: RegionShape?
    private let inPlane: RegionShape?

    /// Creates a disc.
    /// - Parameters:
    ///   - centre: latitude and longitude, or x and y in metres.
    ///   - radius: metres, above 0.
    init(name: String, centre: (Double, Double), radius: Double) {
        self.name = name
        onEarth = TrackPlace(centre.0, centre.1, inPlane: false).map { RegionShape(.disc($0, radius: radius)) }
        inPlane = TrackPlace(centre.0, centre.1, inPlane: true).map { RegionShape(.disc($0, radius: radius)) }
    }

    /// Creates a box between two opposite corners, each latitude and longitude, or x and y in metres. On Earth it spans the
    /// shorter way round.
    /// - Returns: nil for a box without an interior.
    init?(name: String, from first: (Double, Double), to second: (Double, Double)) {
        func corners(_ a: PlanePoint, _ b: PlanePoint) -> RegionOutline {
            RegionOutline(rings: [[a, PlanePoint(x: b.x, y: a.y), b, PlanePoint(x: a.x, y: b.y)]])
        }
        self.name = name
        inPlane = try? RegionShape(
            [corners(PlanePoint(x: first.0, y: first.1), PlanePoint(x: second.0, y: second.1))], onEarth: false)
        let box = corners(PlanePoint(x: first.1, y: first.0), PlanePoint(x: second.1, y: second.0))
        onEarth = box.isOnEarth ? try? RegionShape([box], onEarth: true) : nil
        if inPlane == nil { return nil }
    }

    /// Creates a region of polygons with holes: the union of all of them.
    /// - Parameter outlines: longitude as x and latitude as y, or x and y in metres.
    /// - Throws: the reason they are not polygons.
    init(name: String, outlines: [RegionOutline]) throws(RegionOutline.Fault) {
        self.name = name
        inPlane = try RegionShape(outlines, onEarth: false)
        let isOnEarth = outlines.allSatisfy(\.isOnEarth)
        onEarth = isOnEarth ? try RegionShape(outlines, onEarth: true) : nil
    }

    func shape(inPlane: Bool) -> RegionShape? { inPlane ? self.inPlane : onEarth }

    var vertexCount: Int { inPlane?.vertexCount ?? 0 }

    /// Its borders on Earth as closed lines, for a map; empty if it has none.
    public var borders: [[(latitude: Double, longitude: Double)]] {
        onEarth?.borders.map { $0.map { ($0.y, $0.x) } } ?? []
    }
}
