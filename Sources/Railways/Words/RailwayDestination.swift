// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// Where a rider wants to get off: a station, or for a place near the railway the nearest station of each line.
public struct RailwayDestination: Equatable, Sendable {
    /// The ids of the stations at which the rider gets off; for a place nearest first.
    public let stations: [String]
    /// The place for which the rider gets off there; nil for a station itself.
    public let landmark: String?

    /// How far in metres riders walk from a station to a place.
    private static let walk = 2_000.0
    private static let mostListed = 8

    /// Finds what a word calls: stations first (`RailwayMap.stations(called:)`), then a place.
    /// - Parameters:
    ///   - word: A station's id, number or name, or a place's name.
    ///   - points: The places.
    /// - Throws: `missing`, with the names that there are, or if the place is not on Earth or farther than 2 km from each
    ///   station.
    public init(called word: String, on map: RailwayMap, points: [LandmarkPoint]) throws(RailwayError) {
        do throws(RailwayError) {
            stations = try map.stations(called: word)
            landmark = nil
        } catch {
            guard let point = points.first(where: { RailwayMap.isSameName($0.name, word) }) else {
                guard !points.isEmpty else { throw error }
                let near = NearestName.of(word, in: points.map(\.name), edits: max(1, word.count / 4))
                let remedy = near.map { "did you mean the point \($0)?" } ?? error.remedy
                throw .missing(
                    place: error.place, message: "there is no such station or point", remedy: "\(remedy); \(Self.listed(points))")
            }
            stations = try Self.stations(near: point, on: map)
            landmark = point.name
        }
    }

    private static func stations(near point: LandmarkPoint, on map: RailwayMap) throws(RailwayError) -> [String] {
        let place = "point \(point.name)"
        guard case .at(let latitude, let longitude) = point.place, Railway.Position(latitude: latitude, longitude: longitude).isOnEarth
        else { throw .missing(place: place, message: "it has no position on Earth", remedy: "give it as --point '\(point.name)=LAT,LON'") }
        let near = map.near(latitude: latitude, longitude: longitude).stations
        guard let nearest = near.first else { throw .missing(place: place, message: "the railways have no stations", remedy: "") }
        guard nearest.distance <= walk else {
            let name = map[nearest.found].name.text()
            throw .missing(
                place: place, message: "the nearest station, \(name), is \(PlainFigure.length(nearest.distance)) away",
                remedy: "name the station at which you get off")
        }
        // A line may pass its nearest station twice.
        var closest: [Int: Double] = [:]
        return near.prefix { $0.distance <= walk }.filter { one in
            let distance = closest[one.found.railway] ?? one.distance
            closest[one.found.railway] = distance
            return one.distance == distance
        }.map { map[$0.found].id }
    }

    private static func listed(_ points: [LandmarkPoint]) -> String {
        "the points are \(ListText.first(mostListed, of: points.map(\.name)))"
    }
}
