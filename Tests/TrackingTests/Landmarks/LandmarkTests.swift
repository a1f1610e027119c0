// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

/// Points: their distance, their bearing, and how fast they come nearer.
@Suite struct LandmarkTests {
    @Test func inAPlane() throws {
        var track = try Watched(points: ["lamp=3,4", "start=start"])
        let first = track.take(Watched.plane(0, 0, 0))
        #expect(first.number("distance.lamp") == 5 && first.number("distance.start") == 0)
        // Up is 0, right is 90; on the spot there is no direction.
        #expect(abs((first.number("bearing.lamp") ?? 0) - atan2(3, 4) * 180 / .pi) < 1e-9)
        #expect(first.number("bearing.start") == nil)
        // Straight towards it at 1 m/s: nearer by that distance, then farther.
        for step in 1...100 {
            let way = Double(step) / 10
            let update = track.take(Watched.plane(way, 0.6 * way, 0.8 * way))
            #expect(abs((update.number("distance.lamp") ?? 0) - abs(5 - way)) < 1e-9)
            #expect(abs((update.number("distance.start") ?? 0) - way) < 1e-9)
            guard step > 20 else { continue }
            if way < 4.5 { #expect(abs((update.number("approach.lamp") ?? 0) - 1) < 0.01) }
            if way > 5.5 { #expect(abs((update.number("approach.lamp") ?? 0) + 1) < 0.01) }
            #expect(abs((update.number("approach.start") ?? 0) + 1) < 0.01)
        }
        // Past it at a right angle the distance does not change.
        var round = try Watched(points: ["middle=0,0"])
        for step in 0...400 {
            let angle = Double(step) / 100
            let update = round.take(Watched.plane(angle * 5, 5 * cos(angle), 5 * sin(angle)))
            #expect(abs((update.number("distance.middle") ?? 0) - 5) < 1e-9)
            if step > 100 { #expect(abs(update.number("approach.middle") ?? 9) < 0.1) }
        }
    }

    @Test func onEarthAgainstVincenty() throws {
        var random = SplitMix(seed: 31)
        for index in 0..<400 {
            let here = (Double.random(in: -80...80, using: &random), Double.random(in: -180...180, using: &random))
            let there = (Double.random(in: -80...80, using: &random), Double.random(in: -180...180, using: &random))
            let truth = MotionTrackerTests.vincenty(here, there)
            // Near the antipode every direction leads there.
            guard truth > 100_000, truth < 15_000_000 else { continue }
            var track = try Watched(points: ["there=\(there.0),\(there.1)"])
            let update = track.take(Watched.earth(0, here.0, here.1))
            let distance = try #require(update.number("distance.there")), bearing = try #require(update.number("bearing.there"))
            #expect(abs(distance / truth - 1) < 0.0001, "\(index)")
            #expect((0..<360).contains(bearing))
            // A kilometre in its direction is a kilometre nearer.
            let (north, east) = (1000 * cos(bearing * .pi / 180), 1000 * sin(bearing * .pi / 180))
            let stepped = (here.0 + north / 111_132, here.1 + east / (111_320 * cos(here.0 * .pi / 180)))
            #expect(abs(truth - MotionTrackerTests.vincenty(stepped, there) - 1000) < 10, "\(index)")
        }
        // Over the 180th meridian, and due north, east, south and west.
        var track = try Watched(points: ["e=0,-179.9", "n=0.1,179.9", "w=0,179.8", "s=-0.1,179.9"])
        let update = track.take(Watched.earth(0, 0, 179.9))
        for (name, bearing) in [("e", 90.0), ("n", 0), ("w", 270), ("s", 180)] {
            #expect(abs((update.number("bearing.\(name)") ?? -1) - bearing) < 1e-6)
        }
        #expect(abs((update.number("distance.e") ?? 0) - 22_263.9) < 0.1)
    }

    /// A fix without a usable position changes nothing, and ticks repeat the known values.
    @Test func whatIsNoPositionChangesNothing() throws {
        var track = try Watched(points: ["home=35,139"], regions: ["town=35,139,2km"])
        for second in 0..<5 { track.take(Watched.earth(Double(second), 35.01, 139 + Double(second) * 1e-4)) }
        let known = try #require(track.updates.last)
        #expect(known.number("in.town") == 1 && known.number("approach.home") != nil)
        // Late, repeated, without a time, without a position, and without a fix.
        var untimed = Watched.earth(0, 30, 130)
        untimed.time = nil
        var blind = Fix()
        blind.time = TrackTime(nanoseconds: 5_000_000_000)
        blind.speed = 3
        var none = Fix()
        none.time = TrackTime(nanoseconds: 6_000_000_000)
        none.isNoFix = true
        for fix in [Watched.earth(2, 30, 130), Watched.earth(4, 30, 130), untimed, blind, none] {
            let update = track.take(fix)
            for name in ["distance.home", "bearing.home", "in.town"] { #expect(update.number(name) == known.number(name)) }
        }
        // A gap of a minute: the ticks hold the values; once the fix is lost, the approach speed is unknown.
        let before = track.all.count
        track.take(Watched.earth(70, 35.05, 139))
        let ticks = track.all[before..<track.all.count - 1]
        #expect(ticks.count > 500 && ticks.allSatisfy { $0.estimated && $0.number("distance.home") == known.number("distance.home") })
        #expect(ticks.allSatisfy { $0.number("in.town") == 1 && $0.number("approach.home") == nil })
        #expect(track.events == ["left town"])
        #expect(track.updates.last?.events.map(\.name) == ["fix back", "left town"])
    }

    /// A single distant position is a receiver error, not a movement.
    @Test func aSpikeEntersNothing() throws {
        for after in 0...1 {
            var track = try Watched(points: ["far=35.1,139"], regions: ["far=35.1,139,500m"])
            for second in 0..<30 {
                let isThere = after == 0 ? second == 20 : second >= 20
                track.take(Watched.earth(Double(second), isThere ? 35.1 : 35, 139 + Double(second) * 1e-5))
            }
            // A track that continues there did move there.
            #expect(track.events == (after == 0 ? [] : ["entered far"]))
            if after == 1 { #expect(track.eventPlaces == [21]) }
        }
    }

    @Test func channelsAreListed() throws {
        var landmarks = Landmarks()
        try landmarks.add(point: " Old  Town = 35,139")
        try landmarks.add(region: "park=0,0,1km")
        let (point, region) = (landmarks.points[0].name, landmarks.regions[0].name)
        let channels = LandmarkChannel.allCases.map { $0.channel($0 == .inside ? region : point) }
        #expect(channels.map(\.name) == ["distance.Old Town", "bearing.Old Town", "approach.Old Town", "in.park"])
        #expect(channels.map(\.unit) == ["m", "deg", "m/s", ""])
        for channel in channels {
            let (kind, name) = try #require(LandmarkChannel.read(channel.name))
            #expect(kind.channel(name) == channel)
        }
        for name in ["distance", "distance.", "in", "csv.in", ".x"] { #expect(LandmarkChannel.read(name) == nil) }
    }

    @Test func whatIsNotWrittenWellIsRefused() throws {
        func refusal(_ add: (inout Landmarks) throws -> Void) -> LandmarkError? {
            var landmarks = Landmarks()
            do { try add(&landmarks) } catch { return error as? LandmarkError }
            return nil
        }
        for text in ["", "35,139", "=35,139", "a=", "a=35", "a=35,139,7", "a=x,1", "a=1e300,0", "a=nan,1", "a=0x10,1"] {
            guard case .usage(_, let remedy)? = refusal({ try $0.add(point: text) }) else { Issue.record("\(text)"); continue }
            #expect(remedy.contains("NAME=LATITUDE,LONGITUDE"))
        }
        for text in ["35,139,5m", "a=1,2,0", "a=1,2,-5m", "a=1,2,5mm", "a=1,2,1e9", "a=1,2..1,3", "a=1,2..2", "a=nothing"] {
            guard case .usage? = refusal({ try $0.add(region: text) }) else { Issue.record("\(text)"); continue }
        }
        for path in ["/no/such.geojson", "/", "."] {
            guard case .file(let fault)? = refusal({ try $0.add(region: "a=\(path)") }) else { Issue.record("\(path)"); continue }
            #expect(fault.kind == .unreadable)
        }
        #expect(refusal { for _ in 0..<2 { try $0.add(point: "a=1,1") } } != nil)
        #expect(refusal { for _ in 0..<2 { try $0.add(region: "a=1,1,5") } } != nil)
        #expect(refusal { for index in 0..<64 { try $0.add(point: "\(index)=1,1") } } == nil)
        #expect(refusal { for index in 0..<65 { try $0.add(point: "\(index)=1,1") } } != nil)
        #expect(refusal { for index in 0..<256 { try $0.add(region: "\(index)=1,1,5") } } == nil)
        #expect(refusal { for index in 0..<257 { try $0.add(region: "\(index)=1,1,5") } } != nil)
        // Longitude first is valid in a plane only.
        var swapped = Landmarks()
        try swapped.add(point: "p=139.7,35.6")
        try swapped.add(region: "c=139.7,35.6,1km")
        try swapped.add(region: "b=139.7,35.6..139.8,35.7")
        #expect(swapped.placeless(inPlane: false) == ["p", "c", "b"] && swapped.placeless(inPlane: true) == [])
    }
}
