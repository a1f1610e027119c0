// SPDX-License-Identifier: MIT
import Glibc
import Railways

/// The queries of the talk's algorithm for each fix. Railways are identified by index in the map.
protocol TalkMap {
    /// For each railway, the vertex nearest to a position (in degrees) within 0.02 degrees either way.
    func nearestVertices(_ position: Railway.Position) throws -> [(line: Int, vertex: Railway.Position)]
    /// The two nearest stations (in degrees) of each railway that has two, by their indices in the order of travel.
    func nearestStations(_ position: Railway.Position, of lines: [Int]) throws -> [(line: Int, pair: [TalkStation])]
    /// The stations of a railway that have a position, in ascending order.
    func stations(of line: Int) throws -> [TalkStation]
}

/// A station as the talk's algorithm sees it.
struct TalkStation {
    /// Its index in `Railway.stations`.
    var order: Int
    var position: Railway.Position
}

extension Railway.Position {
    /// Metres, on a sphere.
    func metres(to other: Railway.Position) -> Double {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let chord = north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    /// The talk's measure for "nearest".
    func squaredDegrees(to other: Railway.Position) -> Double {
        let north = latitude - other.latitude
        let east = longitude - other.longitude
        return north * north + east * east
    }
}
