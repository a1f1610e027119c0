import Railways

/// What the talk's algorithm asks of a map for each fix. Railways go by their places in the map.
protocol TalkMap {
    /// The vertex of each railway that is nearest (in degrees) to a position and within 0.02 degrees either way.
    func nearestVertices(_ position: Railway.Position) throws -> [(line: Int, vertex: Railway.Position)]
    /// The two nearest stations (in degrees) of each railway that has two, by their places in the order of travel.
    func nearestStations(_ position: Railway.Position, of lines: [Int]) throws -> [(line: Int, pair: [TalkStation])]
    /// A railway's stations that have a position, in ascending order.
    func stations(of line: Int) throws -> [TalkStation]
}

/// A station as the talk's algorithm sees it.
struct TalkStation {
    /// Its place in `Railway.stations`.
    var order: Int
    var position: Railway.Position
}

extension Railway.Position {
    /// The talk's measure for "nearest".
    func squaredDegrees(to other: Railway.Position) -> Double {
        let north = latitude - other.latitude
        let east = longitude - other.longitude
        return north * north + east * east
    }
}
