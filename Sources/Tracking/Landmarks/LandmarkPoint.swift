// SPDX-License-Identifier: MIT
/// A point to which the distance is measured.
public struct LandmarkPoint: Equatable, Sendable {
    public enum Place: Equatable, Sendable {
        /// The first position of the track.
        case start
        /// Two numbers as written: latitude and longitude on Earth, x and y in metres in a plane.
        case at(Double, Double)
    }
    public let name: String
    public let place: Place

    public init(name: String, place: Place) {
        self.name = name
        self.place = place
    }

    func hasPlace(inPlane: Bool) -> Bool { place == .start || resolved(inPlane: inPlane) != nil }

    /// The place; nil for the start, and for numbers that are not a place on Earth.
    func resolved(inPlane: Bool) -> TrackPlace? {
        guard case .at(let first, let second) = place else { return nil }
        return TrackPlace(first, second, inPlane: inPlane)
    }
}

extension TrackPlace {
    /// The place of two numbers in the order in which users write them: latitude and longitude in degrees, or x and y in metres.
    init?(_ first: Double, _ second: Double, inPlane: Bool) {
        if inPlane {
            self = .plane(PlanePoint(x: first, y: second))
        } else {
            guard first.magnitude <= 90, second.magnitude <= 180 else { return nil }
            self = .earth(EarthPoint(latitude: first, longitude: second))
        }
    }
}
