// SPDX-License-Identifier: MIT
/// What runs on a railway. The raw value is the name in databases and logs.
public enum RailwayMode: String, Sendable {
    case train, subway, tram, monorail, funicular
    case lightRail = "light rail"

    /// - Parameter type: A GTFS `route_type`, basic or extended; nil for one that is not rail.
    public init?(routeType type: Int) {
        switch type {
        case 0, 900...906: self = .tram
        case 1, 400...404: self = .subway
        case 2, 100...117: self = .train
        case 5: self = .tram
        case 7, 1400: self = .funicular
        case 12, 405: self = .monorail
        default: return nil
        }
    }

    /// The modes by OpenStreetMap's `route` and `route_master`; others are not rail.
    static let ofRoutes: [String: RailwayMode] = [
        "train": .train, "railway": .train, "subway": .subway, "light_rail": .lightRail, "tram": .tram, "monorail": .monorail,
        "funicular": .funicular,
    ]

    /// Whether its vehicles may be as slow as bicycles, and wait in traffic.
    var isSlow: Bool { self == .tram || self == .funicular }
}
