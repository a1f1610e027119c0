// SPDX-License-Identifier: MIT
/// A place on Earth or in a separate plane: a stage, a picture, a room.
public enum TrackPlace: Equatable, Sendable {
    case earth(EarthPoint)
    /// Metres to the right and up.
    case plane(PlanePoint)

    /// The distance to another place in metres; nil between the Earth and a plane.
    public func distance(to other: TrackPlace) -> Double? {
        switch (self, other) {
        case (.earth(let here), .earth(let there)): here.distance(to: there)
        case (.plane(let here), .plane(let there)): here.distance(to: there)
        default: nil
        }
    }

    /// The offset of another place in metres east and north, or right and up; nil between the Earth and a plane.
    func offset(to other: TrackPlace) -> (east: Double, north: Double)? {
        switch (self, other) {
        case (.earth(let here), .earth(let there)): here.offset(to: there)
        case (.plane(let here), .plane(let there)): (there.x - here.x, there.y - here.y)
        default: nil
        }
    }
}

/// A position that is not on Earth, in metres: x to the right, y up.
public struct PlanePoint: Equatable, Sendable {
    public var x, y: Double
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    func distance(to other: PlanePoint) -> Double {
        let (right, up) = (other.x - x, other.y - y)
        return (right * right + up * up).squareRoot()
    }
}

/// The unit of the numbers in `x` and `y`, and its length in metres.
public struct PlaneScale: Equatable, Sendable {
    public enum Unit: String, Sendable, CaseIterable {
        case metres = "m"
        /// Pixels of a picture: y grows downwards.
        case pixels = "px"
        /// 0 to 1 over the width of a picture or a stage; y grows downwards.
        case unit
    }
    let unit: Unit
    /// Metres per unit.
    let metres: Double

    /// - Parameter metres: the length of one unit, above 0; nil: 1, for a pixel 0.01, for a full width 10.
    /// - Returns: nil if the scale is not a number above 0.
    public init?(_ unit: Unit, metres: Double? = nil) {
        let metres = metres ?? (unit == .metres ? 1 : unit == .pixels ? 0.01 : 10)
        guard metres > 0, metres.isFinite else { return nil }
        self.unit = unit
        self.metres = metres
    }

    private init(known unit: Unit, _ metres: Double) {
        self.unit = unit
        self.metres = metres
    }

    static let metres = PlaneScale(known: .metres, 1)
    static let pixels = PlaneScale(known: .pixels, 0.01)
    public static let unit = PlaneScale(known: .unit, 10)

    /// The place for numbers as they are written; nil if they are out of bounds.
    func point(x: Double, y: Double) -> PlanePoint? {
        let right = x * metres
        let up = unit == .metres ? y * metres : -y * metres
        guard right.magnitude <= 1e9, up.magnitude <= 1e9 else { return nil }
        return PlanePoint(x: right, y: up)
    }
}

extension Fix {
    /// A position as the source gave it: smaller than its place, which takes four trigonometric functions.
    enum Position {
        case earth(latitude: Double, longitude: Double)
        case plane(PlanePoint)

        var place: TrackPlace {
            switch self {
            case .earth(let latitude, let longitude): .earth(EarthPoint(latitude: latitude, longitude: longitude))
            case .plane(let point): .plane(point)
            }
        }

        var isInPlane: Bool { if case .plane = self { true } else { false } }
    }

    /// The position; nil for a fix without one.
    var position: Position? {
        if let latitude, let longitude { return .earth(latitude: latitude, longitude: longitude) }
        return plane.map { .plane($0) }
    }

    /// The place of the fix; nil for a fix without a position.
    var place: TrackPlace? { position?.place }

    /// Whether the position lies in a plane rather than on Earth; nil without a position.
    public var isInPlane: Bool? { position?.isInPlane }
}
