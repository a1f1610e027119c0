// SPDX-License-Identifier: MIT
import Testing

@testable import Railways

/// What runs on a railway, by the vocabularies of GTFS and OpenStreetMap.
@Suite struct RailwayModeTests {
    @Test(arguments: [
        (0, RailwayMode.tram), (1, .subway), (2, .train), (5, .tram), (7, .funicular), (12, .monorail), (109, .train), (401, .subway),
        (405, .monorail), (900, .tram), (906, .tram), (1400, .funicular),
    ]) func routeTypes(type: Int, mode: RailwayMode) { #expect(RailwayMode(routeType: type) == mode) }

    /// Buses, ferries, cable cars and aerial lifts.
    @Test(arguments: [-1, 3, 4, 6, 11, 99, 118, 200, 406, 700, 907, 1000, 1300, 1500]) func othersAreNotRail(type: Int) {
        #expect(RailwayMode(routeType: type) == nil)
    }

    @Test func routesOfOpenStreetMap() {
        for route in OSMExtract.routeKinds { #expect(RailwayMode.ofRoutes[route] != nil, "\(route)") }
        #expect(RailwayMode.ofRoutes["light_rail"] == .lightRail && RailwayMode.ofRoutes["bus"] == nil)
    }

    /// By `mode` in the source of the shipped map.
    @Test func theShippedMapHasModes() throws {
        let map = try RailwayLibrary.greaterTokyo().map
        func ids(_ mode: RailwayMode?) -> [String] { map.railways.filter { $0.mode == mode }.map(\.id).sorted() }
        #expect(ids(nil).isEmpty)
        #expect(ids(.tram).contains("Toei.Arakawa") && ids(.tram).contains("Tokyu.Setagaya"))
        #expect(ids(.subway).contains("TokyoMetro.Ginza") && ids(.monorail).contains("TokyoMonorail.HanedaAirport"))
    }
}
