// SPDX-License-Identifier: MIT
import Railways
import Testing
import Tracking

/// The example of Railways's overview.
struct RailwaysOverview {
    @Test func example() async throws {
        // example begins
        let points = [139.00, 139.03, 139.06, 139.09].map { Railway.Position(latitude: 35, longitude: $0) }
        var railway = Railway(id: "Coast", name: LocalizedName("Coast Line"), color: "#0080FF")
        railway.stations = zip("ABCD", points).map { Railway.Station(id: "\($0)", name: LocalizedName("\($0)"), position: $1) }
        railway.segments = [Railway.Segment(isUnderground: false, points: points)]
        var map = RailwayMap()
        map.railways = [railway]

        var tracker = RailwayTracker(TrackNetwork(map))
        var answer = RailwayAnswer()
        for second in 0..<100 {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            (fix.latitude, fix.longitude) = (35, 139.001 + 0.0002 * Double(second))  // 18 m/s
            answer = tracker.process(fix).answer
        }
        // example ends
        #expect(answer.railway == 0)
        #expect(answer.isAscending == true)
        #expect(answer.station == 1)
    }
}
