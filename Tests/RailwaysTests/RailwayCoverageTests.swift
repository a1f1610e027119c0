// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import Railways

/// Which lines of a map another one has already.
@Suite(.computing) struct RailwayCoverageTests {
    /// The shipped map with only some of its lines, their stations moved north by metres.
    private static func part(_ ids: Set<String>, moved metres: Double = 0) throws -> RailwayMap {
        var map = try RailwayLibrary.greaterTokyo().map
        map.railways = map.railways.filter { ids.contains($0.id) }.map { railway in
            var railway = railway
            for index in railway.stations.indices { railway.stations[index].position?.latitude += metres / 111_200 }
            return railway
        }
        return map
    }

    @Test func theSameLineOfAnotherSourceCovers() throws {
        let map = try Self.part(["JR-East.Yamanote", "Toei.Oedo"])
        #expect(map.lines(coveredBy: try Self.part(["JR-East.Yamanote"], moved: 150)) == [0])
        #expect(map.lines(coveredBy: try Self.part(["JR-East.Yamanote"], moved: 600)) == [])
        #expect(map.lines(coveredBy: try RailwayLibrary.greaterTokyo().map) == [0, 1])
        #expect(map.lines(coveredBy: RailwayMap()) == [] && RailwayMap().lines(coveredBy: map) == [])
    }

    /// Lines that meet at stations, cross, or run side by side for a part of the way are two lines.
    @Test func aLineThatIsMetDoesNotCover() throws {
        let yamanote = try Self.part(["JR-East.Yamanote"])
        let others: Set = ["JR-East.KeihinTohokuNegishi", "TokyoMetro.Fukutoshin", "JR-East.SaikyoKawagoe", "Toei.Oedo"]
        #expect(yamanote.lines(coveredBy: try Self.part(others)) == [])
    }

    @Test func aStationOutsideTheEarthIsNone() throws {
        var map = try Self.part(["JR-East.Yamanote"])
        let whole = map
        map.railways[0].stations[0].position = .init(latitude: .nan, longitude: 0)
        map.railways[0].stations[1].position = nil
        #expect(map.lines(coveredBy: whole) == [0] && whole.lines(coveredBy: map) == [0])
    }
}
