// SPDX-License-Identifier: MIT
import Testing
import Tracking

@testable import Railways

/// Simulated rides against what is known of the real railways, and against physics.
@Suite(.computing) struct SimulatedRideTests {
    static let network = Result { TrackNetwork(try RailwayLibrary.greaterTokyo().map) }

    static func ride(_ from: String, _ to: String, line: String? = nil, topSpeed: Double? = nil, seed: UInt64 = 1) throws -> SimulatedRide {
        let network = try network.get()
        return try SimulatedRide(
            on: network, from: try network.map.stations(called: from), to: try network.map.stations(called: to),
            line: line.flatMap { network.railway($0) }, topSpeed: topSpeed, seed: seed)
    }

    /// The operators' own figures, in kilometres.
    @Test(arguments: [
        ("TokyoMetro.Ginza", "Shibuya", "Asakusa", 14.2), ("TokyoMetro.Tozai", "Nakano", "Nishi-Funabashi", 30.8),
        ("TokyoMetro.Marunouchi", "Ogikubo", "Ikebukuro", 24.2), ("TokyoMetro.Chiyoda", "Yoyogi-Uehara", "Ayase", 21.9),
        ("TokyoMetro.Namboku", "Meguro", "Akabane-Iwabuchi", 21.3), ("Toei.Mita", "Meguro", "Nishi-Takashimadaira", 26.5),
        ("Toei.Shinjuku", "Shinjuku", "Motoyawata", 23.5), ("Keio.Inokashira", "Shibuya", "Kichijoji", 12.7),
        ("Yurikamome.Yurikamome", "Shimbashi", "Toyosu", 14.7),
    ]) func aRideIsAsLongAsTheLine(line: String, from: String, to: String, kilometres: Double) throws {
        let ride = try Self.ride(from, to, line: line)
        #expect(ride.legs.count == 1)
        #expect((ride.legs[0].length / 1_000 / kilometres - 1).magnitude < 0.03, "\(ride.legs[0].length)")
        // The way from moment to moment, chord by chord.
        let moments = Array(ride.moments(every: 0.5))
        let way = zip(moments, moments.dropFirst()).reduce(0) { $0 + $1.0.position.place.distance(to: $1.1.position.place) }
        #expect((way / ride.legs[0].length - 1).magnitude < 0.01, "\(way)")
    }

    /// Trains leave their first station as due or later, and no other before its time; without a timetable nothing changes.
    @Test func trainsKeepToATimetable() throws {
        let track = MadeTrack([(0, 0), (20_000, 0)])
        var railway = track.railway("A", stations: (0...9).map { Double($0) * 2_000 })
        let plain = TrackNetwork(made(railway))
        let ids = railway.stations.map(\.id)
        let start = try #require(TrackTime(iso8601: "2026-01-05T08:00:00+09:00"))
        var timetable = Timetable(clock: try #require(TimetableTests.clock), stations: 10)
        for station in 0..<9 {
            // Every ten minutes, with some seconds more on the way than the train needs.
            for train in 0..<40 {
                let due = 25_200 + Int32(train) * 600 + Int32(station) * 210
                timetable.add(.init(seconds: due, weekdays: 127), from: station, isAscending: true)
            }
        }
        timetable.sort()
        railway.timetable = timetable
        let network = TrackNetwork(made(railway))
        for seed in 1...20 as ClosedRange<UInt64> {
            let ride = try SimulatedRide(on: network, from: [ids[1]], to: [ids[8]], topSpeed: 20, start: start, seed: seed)
            let moments = Array(ride.moments(every: 1))
            var late: [Double] = []
            for (a, b) in zip(moments, moments.dropFirst()) where a.speed == 0 && b.speed > 0 {
                let station = Double(try #require(a.station))
                let due = (a.seconds - 3_600 - station * 210).truncatingRemainder(dividingBy: 600)
                late.append(due < -300 ? due + 600 : due)
            }
            #expect(late.count == 7)
            #expect(late.allSatisfy { $0 > -2 && $0 < 210 }, "\(late)")
            let usual = try SimulatedRide(on: plain, from: [ids[1]], to: [ids[8]], topSpeed: 20, seed: seed)
            #expect(usual.moment(at: 0).railway == 0 && moments[0].railway == nil)
        }
    }

    /// At a change onto a line whose timetable has no train for hours, a rider waits as for one without a timetable.
    @Test func aChangeTakesItsTimeWithoutATrainToCome() throws {
        let first = MadeTrack([(0, 0), (10_000, 0)]).railway("A", stations: [0, 5_000, 10_000])
        var second = MadeTrack([(10_000, 100), (10_000, 10_100)]).railway("B", stations: [0, 5_000, 10_000])
        var timetable = Timetable(clock: try #require(TimetableTests.clock), stations: 3)
        timetable.add(.init(seconds: 72_000, weekdays: 127), from: 0, isAscending: true)
        second.timetable = timetable
        let network = TrackNetwork(made(first, second))
        let start = try #require(TrackTime(iso8601: "2026-01-05T08:00:00+09:00"))
        let ride = try SimulatedRide(
            on: network, from: [first.stations[0].id], to: [second.stations[2].id], topSpeed: 20, start: start, seed: 3)
        #expect(ride.legs.count == 2)
        let waits = ride.moments(every: 1).count { $0.railway == nil && $0.speed == 0 }
        #expect((119...301).contains(waits), "\(waits)")
    }

    /// Every line of the map, from its first to its last station: no jump, never too fast, never too hard, and still only at stops.
    @Test func trainsObeyPhysicsOnEveryLine() throws {
        let network = try Self.network.get()
        var ridden = 0
        for (index, line) in network.lines.enumerated() {
            let stations = network.map.railways[index].stations
            guard let first = line.stations.first, let last = line.stations.last, line.length > 0 else { continue }
            let ride = try SimulatedRide(
                on: network, from: [stations[first.station].id], to: [stations[last.station].id], line: index, topSpeed: 20, seed: 7)
            ridden += 1
            let interval = 0.5
            let moments = Array(ride.moments(every: interval))
            var stands: Set<Int> = []
            for (a, b) in zip(moments, moments.dropFirst()) {
                #expect(b.speed <= 20.000_001)
                #expect((b.speed - a.speed).magnitude <= 0.9 * interval + 1e-9)
                let way = a.position.place.distance(to: b.position.place)
                // The top of a short run lies between two moments, and positions are 9 mm apart.
                #expect(way <= max(a.speed, b.speed) * interval + 0.9 * interval * interval / 4 + 0.03, "\(network.map.railways[index].id)")
                if a.speed == 0, b.speed == 0, a.railway != nil, let station = a.station {
                    #expect(a.phase == .visiting)
                    stands.insert(station)
                }
            }
            #expect(stands == Set(ride.legs[0].calls.filter(\.stops).map(\.station)), "\(network.map.railways[index].id)")
        }
        #expect(ridden > 150)
    }

    @Test func trainsStandAtTheStationsForAsLongAsTrainsDo() throws {
        let ride = try Self.ride("Shibuya", "Ueno", line: "JR-East.Yamanote")
        let yamanote = try #require(try RailwayLibrary.greaterTokyo().map.railway("JR-East.Yamanote"))
        var seconds: [Int: Int] = [:]
        for moment in ride.moments(every: 1) where moment.speed == 0 {
            let station = try #require(moment.station)
            seconds[station, default: 0] += 1
            let position = try #require(yamanote.stations[station].position)
            #expect(moment.position.place.distance(to: position.place) < 60)
        }
        // The shorter way round, by Shinagawa: Ebisu to Ueno.
        #expect(seconds.count == 16)
        #expect(seconds.values.allSatisfy { (19...61).contains($0) })
        // The timetable says 30 to 33 minutes.
        #expect((26...36).contains(ride.duration / 60), "\(ride.duration / 60)")
    }

    @Test func changesAreWalkedAndWaitedFor() throws {
        let ride = try Self.ride("Oku-Tama", "Enoshima")
        #expect(ride.legs.count > 1 && ride.legs.count < 6)
        var walked = 0
        let moments = Array(ride.moments(every: 1))
        for (a, b) in zip(moments, moments.dropFirst()) {
            #expect(a.position.place.distance(to: b.position.place) <= max(a.speed, b.speed) + 1)
            if a.railway == nil {
                walked += 1
                #expect(a.speed < 1.4 && a.station == nil && a.phase == nil)
            }
        }
        #expect(walked >= 120 * (ride.legs.count - 1))
        // No change where one train goes all the way.
        #expect(try Self.ride("Shibuya", "Ueno").legs.count == 1)
    }

    @Test func whatCannotBeRiddenIsRefused() throws {
        #expect(throws: RailwayError.self) { try Self.ride("Shibuya", "渋谷") }
        #expect(throws: RailwayError.self) { try Self.ride("Shibuya", "Chiba", line: "TokyoMetro.Ginza") }
        #expect(throws: RailwayError.self) { try Self.ride("Shibuya", "Nowhere") }
        let apart = made(
            MadeLineTests.straight.railway("A", stations: [0, 5_000]),
            MadeLineTests.straight.railway("B", stations: [0, 5_000], at: MadePlace(latitude: 40, longitude: 139)))
        #expect(throws: RailwayError.self) { try SimulatedRide(on: TrackNetwork(apart), from: ["A.0"], to: ["B.1"], seed: 1) }
    }

    /// A ring is ridden the shorter way, across the end of its list too.
    @Test func aRingIsRiddenTheShorterWay() throws {
        let network = TrackNetwork(RingTests.map)
        for (from, to, isAscending) in [(8, 1, true), (1, 8, false), (2, 4, true)] {
            let ride = try SimulatedRide(on: network, from: ["R.\(from)"], to: ["R.\(to)"], seed: 3)
            #expect(ride.legs[0].isAscending == isAscending)
            let stops = (to - from + 10) % 10
            #expect((ride.legs[0].length - RingTests.ring.length * Double(min(stops, 10 - stops)) / 10).magnitude < 30)
        }
    }

    /// An express runs through the stations of its pattern.
    @Test func trainsStopByTheirPattern() throws {
        var railway = MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)
        railway.patterns = [.init(name: LocalizedName("Rapid"), stops: (0...12).map { $0 % 4 == 0 })]
        let network = TrackNetwork(made(railway))
        let rapid = try SimulatedRide(on: network, from: ["A.0"], to: ["A.8"], seed: 1)
        #expect(rapid.legs.count == 1 && rapid.legs[0].calls.filter(\.stops).map(\.station) == [0, 4, 8])
        // Only a train that the map does not name goes there.
        let local = try SimulatedRide(on: network, from: ["A.1"], to: ["A.3"], seed: 1)
        #expect(local.legs.count == 1 && local.legs[0].calls.map(\.station) == [1, 2, 3] && local.legs[0].calls.allSatisfy(\.stops))
    }

    /// A tunnel is dark from portal to portal, whichever way the source lists the stations.
    @Test(arguments: [false, true]) func aTunnelIsDarkFromPortalToPortal(isReversed: Bool) throws {
        let corners = MadeLineTests.kilometres.map { MadePlace.tokyo.position(MadeTrack.Point(east: $0, north: 0)) }
        var railway = MadeLineTests.straight.railway("A", stations: MadeLineTests.halves)
        railway.segments = [(false, 0...3), (true, 3...7), (false, 7...12)].map { isUnderground, places in
            Railway.Segment(isUnderground: isUnderground, points: Array(corners[places]))
        }
        if isReversed { railway.stations.reverse() }
        let ride = try SimulatedRide(on: TrackNetwork(made(railway)), from: ["A.0"], to: ["A.11"], seed: 1)
        let tunnel = corners[3].longitude..<corners[7].longitude
        for moment in ride.moments(every: 5) {
            #expect(moment.isUnderground == tunnel.contains(moment.position.longitude), "\(moment)")
        }
    }

    /// A railway that is not followed, as it has one station, leaves the tunnels of the others where they are.
    @Test func aRailwayThatIsNotFollowedMovesNoTunnel() throws {
        let map = made(
            MadeLineTests.beside.railway("stub", stations: [0]),
            MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres, isUnderground: true))
        let ride = try SimulatedRide(on: TrackNetwork(map), from: ["A.0"], to: ["A.3"], seed: 1)
        #expect(!ride.moments(every: 5).contains { !$0.isUnderground })
    }

    /// A branch is a railway of its own on the map, yet riders stay on the train: it stands once where it leaves the main run.
    /// From the far end of the main run they change, as no train reverses there.
    @Test func aTrainRunsThroughToABranch() throws {
        let map = try GTFSImporter(path: ImportFixture.path("nuremberg-gtfs")).read().map
        let network = TrackNetwork(map)
        func stands(from: String) throws -> (legs: [Bool], seconds: Double) {
            let ride = try SimulatedRide(
                on: network, from: map.stations(called: from), to: map.stations(called: "Nordwestring"), seed: 1)
            let junction = try #require(map["U2:2"]?.stations[0].position)
            let moments = ride.moments(every: 1).filter { $0.speed == 0 && $0.position.place.distance(to: junction.place) < 20 }
            #expect(moments.contains { $0.railway == nil } == (ride.legs.map(\.isSameTrain) == [false, false]))
            return (ride.legs.map(\.isSameTrain), Double(moments.count))
        }
        let through = try stands(from: "Röthenbach")
        #expect(through.legs == [false, true] && (20...61).contains(through.seconds), "\(through)")
        let change = try stands(from: "Flughafen")
        #expect(change.legs == [false, false] && change.seconds > 120, "\(change)")
    }

    // MARK: As it is followed

    @Test(arguments: [
        ("JR-East.Yamanote", "Shibuya", "Ueno"), ("TokyoMetro.Ginza", "Shibuya", "Asakusa"), ("TokyoMetro.Tozai", "Nakano", "Urayasu"),
        ("Keio.Inokashira", "Kichijoji", "Shibuya"), ("Tokyu.Ikegami", "Kamata", "Gotanda"), ("Odakyu.Enoshima", "Fujisawa", "Yamato"),
    ]) func theTrackerNamesTheLineAndEveryStop(line: String, from: String, to: String) throws {
        let network = try Self.network.get()
        let ride = try Self.ride(from, to, line: line)
        var receiver = RideReceiver(.good, seed: 1)
        let start = TrackTime(nanoseconds: 1_767_600_000_000_000_000)
        let fixes = ride.moments(every: 1).compactMap { receiver.fix(at: $0, start: start) }
        var tracker = RailwayTracker(network)
        let followed = FollowedRide(fixes, with: &tracker)
        #expect(followed.last.line == line)
        let leg = ride.legs[0], railway = network.map.railways[leg.railway]
        #expect(followed.last.direction == (leg.isAscending ? railway.ascending : railway.descending))
        let stops = leg.calls.filter(\.stops).map { railway.stations[$0.station].id }
        // Before the first stop nothing is known of the train.
        #expect(followed.events("arrived").suffix(stops.count - 1) == stops.dropFirst().map { "arrived \($0)" })
    }

    @Test func aSeedGivesTheSameFixes() throws {
        let network = TrackNetwork(RingTests.map)
        func fixes(_ seed: UInt64) throws -> [Fix] {
            let ride = try SimulatedRide(on: network, from: ["R.2"], to: ["R.6"], seed: seed)
            var receiver = RideReceiver(.poor, seed: seed)
            return ride.moments(every: 1).compactMap { receiver.fix(at: $0, start: TrackTime(nanoseconds: 0)) }
        }
        let first = try fixes(5)
        #expect(try first == fixes(5))
        #expect(try first != fixes(6))
        // FNV-1a over all numbers: the same on every machine.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for fix in first {
            for number in [fix.latitude, fix.longitude, fix.speed, fix.course, fix.accuracy] {
                hash = (hash ^ (number?.bitPattern ?? 1)) &* 0x100_0000_01b3
            }
        }
        #expect(hash == 3_359_049_211_642_689_591, "\(first.count) fixes, \(hash)")
    }
}
