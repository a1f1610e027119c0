// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Regions: entered and left once, in order, whatever the receiver's noise.
@Suite struct RegionTests {
    /// Along a line through a disc, a box and a polygon at 3 m/s: the events are at the borders.
    @Test func eventsFallAtTheBorder() throws {
        // Metres per degree at 35 N, from the ellipsoid's own radii.
        let (east, north) = (91_287.8, 110_940.6)
        let (latitude, longitude) = (35.0, 139.0)
        for accuracy in [1.0, 10, 40] {
            var track = try Watched(regions: [
                "disc=\(latitude),\(longitude),500m",
                "box=\(latitude - 300 / north),\(longitude - 300 / east)..\(latitude + 300 / north),\(longitude + 300 / east)",
            ])
            var way: [Double] = []
            for second in 0...600 {
                let metres = -800 + 3 * Double(second)
                way.append(metres)
                track.take(Watched.earth(Double(second), latitude, longitude + metres / east, accuracy: accuracy))
            }
            #expect(track.events == ["entered disc", "entered box", "left box", "left disc"])
            // Clear by twice the accuracy, or by a quarter of the size; the size of a square is half its side.
            let inward = (disc: min(2 * accuracy, 125), box: min(2 * accuracy, 75))
            let expected = [-500 + inward.disc, -300 + inward.box, 300 + 2 * accuracy, 500 + 2 * accuracy]
            for (place, metres) in zip(track.eventPlaces, expected) {
                #expect(abs(way[place] - metres) <= 4, "\(accuracy): \(way[place]) for \(metres)")
            }
            for (place, update) in track.updates.enumerated() {
                if abs(way[place]) < 250 - 2 * accuracy { #expect(update.number("in.box") == 1 && update.number("in.disc") == 1) }
                if way[place] < -500 { #expect(update.number("in.box") == 0 && update.number("in.disc") == 0) }
            }
        }
    }

    @Test func nothingIsEnteredAtTheStart() throws {
        var track = try Watched(regions: ["home=10,20,100m", "town=10,20,1km", "sea=0,0,1km"])
        let first = track.take(Watched.earth(0, 10, 20, accuracy: 5))
        #expect(first.events.isEmpty)
        #expect(first.number("in.home") == 1 && first.number("in.town") == 1 && first.number("in.sea") == 0)
        for second in 1..<60 { track.take(Watched.earth(Double(second), 10, 20 + Double(second) * 1e-4, accuracy: 5)) }
        #expect(track.events == ["left home"])
        // A first position beside the border, with poor accuracy, decides nothing either.
        var late = try Watched(regions: ["home=10,20,100m"])
        late.take(Watched.earth(0, 10, 20.00095, accuracy: 60))
        for second in 1..<20 { late.take(Watched.earth(Double(second), 10, 20, accuracy: 5)) }
        #expect(late.events == [] && late.updates.last?.number("in.home") == 1)
    }

    /// Leaving is reported before entering, each in the order of the regions; also for two that share a border.
    @Test func oneAfterTheOther() throws {
        var track = try Watched(regions: ["b=0,10..10,20", "a=0,0..10,10", "ab=0,0..10,20", "all=-100,-100..100,100"])
        for step in 0...40 { track.take(Watched.plane(Double(step), Double(step % 20 < 10 ? 5 : 5), step < 20 ? 5 : 15)) }
        #expect(track.events == ["left a", "entered b"])
        var jump = try Watched(regions: ["a=0,0,5", "b=0,0,6", "c=100,0,5", "d=100,0,6"])
        for step in 0..<40 { jump.take(Watched.plane(Double(step), step < 20 ? 0 : 100, 0)) }
        #expect(jump.events == ["left a", "left b", "entered c", "entered d"])
        #expect(Set(jump.eventPlaces).count == 1)
        #expect(jump.updates.flatMap(\.events).filter { $0.kind != .fixDoubtful }.map(\.subject) == ["a", "b", "c", "d"])
    }

    /// Walks through a field with receiver noise: one event at each border, never more.
    @Test(arguments: [0.7, 0.97]) func noiseMakesNoEvents(memory: Double) throws {
        var random = SplitMix(seed: 7)
        var crossings = 0, events = 0, raw = 0
        let accuracy = 8.0
        // 68 % of positions lie within the accuracy: 1.515 standard deviations per axis.
        let sigma = accuracy / 1.515
        for _ in 0..<60 {
            var track = try Watched(regions: ["field=-100,-100..100,100"])
            var noise = (x: sigma * random.normal(), y: sigma * random.normal())
            var was: Bool?
            for second in 0...500 {
                let kept = memory
                let fresh = sigma * (1 - kept * kept).squareRoot()
                noise = (kept * noise.x + fresh * random.normal(), kept * noise.y + fresh * random.normal())
                let x = -350 + 1.4 * Double(second) + noise.x
                track.take(Watched.plane(Double(second), x, noise.y, accuracy: accuracy))
                if let was, was != (abs(x) < 100) { raw += 1 }
                was = abs(x) < 100
            }
            crossings += 2
            events += track.events.count
            #expect(track.events.first == "entered field" && track.events.last == "left field")
        }
        print("regions: \(events) events for \(crossings) crossings, memory \(memory); the border alone gives \(raw)")
        #expect(events == crossings)
    }

    /// An hour beside the border: the bare border is crossed hundreds of times.
    @Test func standingOnTheBorderIsQuiet() throws {
        var random = SplitMix(seed: 8)
        var raw = 0, events = 0
        for _ in 0..<20 {
            var track = try Watched(regions: ["field=-100,-100..100,100"])
            var noise = 0.0
            var was: Bool?
            for second in 0..<3600 {
                noise = 0.9 * noise + 3.3 * 0.436 * random.normal()
                track.take(Watched.plane(Double(second), 100 + noise, 0, accuracy: 5))
                if let was, was != (noise < 0) { raw += 1 }
                was = noise < 0
            }
            events += track.events.count
        }
        print("regions: \(events) events in 20 h on the border; the border alone gives \(raw)")
        #expect(raw > 5_000 && events * 200 < raw)
    }

    /// A track that stays just within counts as inside after a minute; a vague position is no evidence.
    @Test func patienceAndVagueness() throws {
        var track = try Watched(regions: ["hall=0,0,50"])
        for second in 0..<100 { track.take(Watched.plane(Double(second), second < 20 ? 90 : 43, 0, accuracy: 5)) }
        #expect(track.events == ["entered hall"])
        #expect(track.updates[track.eventPlaces[0]].time.nanoseconds >= 80_000_000_000 && track.eventPlaces[0] <= 82)
        var vague = try Watched(regions: ["hall=0,0,50"])
        for second in 0..<200 { vague.take(Watched.plane(Double(second), second < 20 ? 90 : 10, 0, accuracy: second < 20 ? 5 : 400)) }
        #expect(vague.events == [] && vague.updates.last?.number("in.hall") == 0)
        vague.take(Watched.plane(201, 10, 0, accuracy: 5))
        #expect(vague.events == ["entered hall"])
        // Far away even the vaguest is clear.
        vague.take(Watched.plane(300, 2000, 0, accuracy: 400))
        #expect(vague.events == ["entered hall", "left hall"])
    }

    /// A stage in metres: half a metre matters.
    @Test func smallRegionsInAPlane() throws {
        var track = try Watched(regions: ["spot=2,3,0.5"])
        for step in 0...80 { track.take(Watched.plane(Double(step) / 10, Double(step) / 20, 3)) }
        #expect(track.events == ["entered spot", "left spot"])
        let places = track.eventPlaces.map { Double($0) / 20 }
        #expect(abs(places[0] - 1.6) <= 0.06 && abs(places[1] - 2.6) <= 0.06, "\(places)")
    }

    /// Regions over the 180th meridian and around the entire Earth.
    @Test func overTheEdgeOfTheMap() throws {
        var landmarks = Landmarks()
        for region in ["fiji=-16,177..-20,-178", "tropics=-23.4,-180..23.4,180", "date=0,180,50km", "pole=90,0,1000km"] {
            try landmarks.add(region: region)
        }
        func found(_ latitude: Double, _ longitude: Double) -> [String] { landmarks.regions(around: Watched.earth(0, latitude, longitude)) }
        #expect(
            found(-18, 179) == ["fiji", "tropics"] && found(-18, -179) == ["fiji", "tropics"] && found(-18, 180) == ["fiji", "tropics"])
        #expect(found(-18, 176.9) == ["tropics"] && found(-18, -177.9) == ["tropics"] && found(-18, 0) == ["tropics"])
        #expect(found(0, 179.9) == ["tropics", "date"] && found(0, -179.9) == ["tropics", "date"])
        #expect(found(85, 77) == ["pole"] && found(70, -12) == [])
        for border in landmarks.regions.flatMap(\.borders) { #expect(border.count >= 5 && border.first?.latitude == border.last?.latitude) }
    }
}
