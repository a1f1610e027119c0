// SPDX-License-Identifier: MIT
@testable import Railways

extension RailwayMap {
    /// A small map with everything that a map can contain: quotes and control characters in names, a station without coordinates,
    /// a piece of track that closes on itself, one that crosses the antimeridian, a line of one station.
    static var rich: RailwayMap {
        var ring = Railway(
            id: "Toy.Ring", name: LocalizedName([.init(language: "ja", text: "環\"状\"線\\\n\u{1}"), .init(language: "en", text: "Ring")]),
            color: "#80C342")
        ring.code = "R"
        ring.mode = .lightRail
        ring.ascending = "Clockwise"
        ring.descending = "Anticlockwise"
        for (index, place) in [(35.0, 139.0), (35.01, 139.0), (35.01, 139.01)].enumerated() {
            var station = Railway.Station(
                id: "Toy.Ring.\(index)", name: LocalizedName([.init(language: "en", text: "Stop \(index)")]),
                position: Railway.Position(latitude: place.0, longitude: place.1))
            station.code = index == 1 ? "R2" : nil
            ring.stations.append(station)
        }
        ring.stations.append(Railway.Station(id: "Toy.Ring.lost", name: LocalizedName("Lost"), position: nil))
        let corners = [(35.0, 139.0), (35.01, 139.0), (35.01, 139.01), (35.0, 139.0)]
        ring.segments = [
            Railway.Segment(isUnderground: true, points: corners.map { .init(latitude: $0.0, longitude: $0.1) })
        ]
        ring.patterns = [
            .init(name: LocalizedName([.init(language: "en", text: "Express")]), stops: [true, false, true, false]),
            .init(name: LocalizedName("Local"), stops: [true, true, true, true]),
        ]
        if let clock = LocalClock(
            zone: "Europe/Berlin",
            changes: [
                .init(since: .min, offset: 3_600), .init(since: 1_774_746_000, offset: 7_200), .init(since: 1_792_890_000, offset: 3_600),
            ])
        {
            var timetable = Timetable(clock: clock, stations: 4)
            for (seconds, weekdays, share) in [(18_000, 31, 1), (90_000, 96, 0.25), (18_600, 31, 1)] as [(Int32, UInt8, Float)] {
                timetable.add(.init(seconds: seconds, weekdays: weekdays, share: share), from: 0, isAscending: true)
                timetable.add(.init(seconds: seconds + 60, weekdays: weekdays, share: share), from: 2, isAscending: false)
            }
            timetable.sort()
            ring.timetable = timetable
        }
        var ferry = Railway(id: "Toy.Taveuni", name: LocalizedName("Taveuni"), color: "#000000")
        ferry.stations = [
            .init(id: "Toy.Taveuni.West", name: LocalizedName("West"), position: .init(latitude: -16.8, longitude: 179.99)),
            .init(id: "Toy.Taveuni.East", name: LocalizedName("East"), position: .init(latitude: -16.8, longitude: -179.99)),
        ]
        ferry.segments = [
            .init(
                isUnderground: false,
                points: [.init(latitude: -16.8, longitude: 179.98), .init(latitude: -16.8, longitude: -179.98)]),
            .init(isUnderground: true, points: [.init(latitude: -16.8, longitude: -179.98), .init(latitude: -16.9, longitude: -179.97)]),
        ]
        var stub = Railway(id: "Toy.Stub", name: LocalizedName(), color: "")
        stub.stations = [.init(id: "Toy.Stub.Only", name: LocalizedName("Only"), position: .init(latitude: 0, longitude: 0))]
        var map = RailwayMap()
        map.railways = [ring, ferry, stub]
        map.credits = ["Somebody, CC0", "'Another', MIT"]
        return map
    }
}
