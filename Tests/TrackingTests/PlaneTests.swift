// SPDX-License-Identifier: MIT
import Testing

@testable import Tracking

@Suite struct PlaneTests {
    private static func read(_ text: String, _ change: (inout TrackReading) -> Void = { _ in }) -> TestTracks.Reading {
        var how = TrackReading()
        change(&how)
        return TestTracks.read(text, reading: how)
    }

    @Test func unitsStandInNamesOrAreSaid() {
        #expect(Self.read("time,x,y\n0,1,2\n").fixes.first?.plane == PlanePoint(x: 1, y: 2))
        #expect(Self.read("time,x_m,y_m\n0,1,2\n") { $0.plane = .pixels }.fixes.first?.plane == PlanePoint(x: 1, y: 2))
        #expect(Self.read("time,x_mm,y_mm\n0,1000,2000\n").fixes.first?.plane == PlanePoint(x: 1, y: 2))
        // Image coordinates count downwards.
        #expect(Self.read("time,x [px],y [px]\n0,100,200\n").fixes.first?.plane == PlanePoint(x: 1, y: -2))
        #expect(
            Self.read("time;x;y\n0;0,5;0,25\n") { $0.plane = PlaneScale(.unit, metres: 8) }.fixes.first?.plane == PlanePoint(x: 4, y: -2))
        #expect(
            Self.read("{\"id\":\"cursor 3\",\"x\":0.5,\"y\":0.4,\"time\":1767653235.123456,\"angle\":1}\n") { $0.plane = .unit }.fixes
                .first?.plane == PlanePoint(x: 5, y: -4))
        // With a place on Earth, x and y are ordinary numbers, and here they are that as well.
        let earth = Self.read("time,lat,lon,x,y\n0,1,2,3,4\n")
        #expect(earth.fixes.first?.plane == nil && earth.fixes.first?.latitude == 1 && earth.names == ["x", "y"])
        #expect(Self.read("time,x,y,z\n0,1,2,3\n").names == ["x", "y", "z"])
        #expect(Self.read("time,x,y\n0,1,\n1,a,2\n2,1e300,2\n3,1,2\n").faults.map(\.kind) == [.missing, .badValue, .outOfRange])
    }

    @Test func whoseItIsIsKept() {
        let csv = Self.read("time,id,x,y\n0,anna,1,2\n0,ben,3,4\n1,anna,1,2\n")
        #expect(csv.fixes.map(\.track) == ["anna", "ben", "anna"])
        #expect(Self.read("time,track,heading,x,y\n0,7,90,1,2\n").fixes.first?.track == "7")
        let course = Self.read("time,lat,lon,track\n0,1,2,90\n")
        #expect(course.fixes.first?.course == 90 && course.fixes.first?.track == nil)
        #expect(Self.read("time,mmsi,lat,lon\n0,244660920,1,2\n").fixes.first?.track == "244660920")
        #expect(Self.read("{\"id\":3,\"x\":0.5,\"y\":0.4,\"time\":1}\n").fixes.first?.track == "3")
        // The times of two tracks are two clocks.
        var timed = TimedReader(
            try! TrackInput.open(ByteSource(name: "made", bytes: Array("time,id,x,y\n5,a,1,2\n0,b,3,4\n6,a,1,2\n1,b,1,2\n".utf8))),
            source: "made")
        while let item = try! timed.next() { _ = item }
        #expect(timed.tally.late == 0 && timed.tally.fixes == 4)
    }

    /// A walk round a circle of 5 m in 20 s, given in pixels: speed, course, turn rate and distance match the circle.
    @Test func motionWorksInAPlane() throws {
        var tracker = MotionTracker()
        var update: TrackerUpdate?
        var steps = 0
        for step in 0...400 {
            let angle = Double(step) / 200 * 2 * .pi
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(step) * 100_000_000)
            // Clockwise from the north, like courses.
            fix.plane = PlanePoint(x: 5 * sine(angle), y: 5 * sine(angle + .pi / 2))
            update = tracker.process(fix)
            guard step > 50, let update else { continue }
            steps += 1
            let speed = try #require(update.channels["speed"]?.number), course = try #require(update.channels["course"]?.number)
            #expect(abs(speed - .pi / 2) < 0.1)
            var off = course - (angle / .pi * 180 + 90).truncatingRemainder(dividingBy: 360)
            if off > 180 { off -= 360 }
            if off < -180 { off += 360 }
            #expect(abs(off) < 15, "\(step): \(course)")
            #expect(abs((update.channels["turn"]?.number ?? 0) - 18) < 6)
        }
        #expect(steps == 350)
        #expect(abs((update?.channels["distance"]?.number ?? 0) - 20 * .pi) < 2)
        #expect(TrackPlace.plane(PlanePoint(x: 0, y: 0)).distance(to: .plane(PlanePoint(x: 3, y: 4))) == 5)
        #expect(TrackPlace.plane(PlanePoint(x: 0, y: 0)).distance(to: .earth(EarthPoint(latitude: 0, longitude: 0))) == nil)
    }

    /// By its series, so that it does not depend on the code under test.
    private func sine(_ angle: Double) -> Double {
        var term = angle.truncatingRemainder(dividingBy: 2 * .pi)
        let square = term * term
        var sum = term
        for n in 1..<20 {
            term *= -square / Double(2 * n * (2 * n + 1))
            sum += term
        }
        return sum
    }

    @Test func motChallenge() {
        let truth = "1,1,900,400,100,200,1,1,0.9\n2,1,910,400,100,200,1,1,0.9\n2,2,10,20,30,40,0,1,0.1\n"
        let reading = Self.read(truth) { $0.frameRate = 25 }
        #expect(reading.fixes.map(\.track) == ["1", "1"] && reading.names == ["confidence", "width", "height"])
        #expect(reading.fixes.map { $0.time?.nanoseconds } == [0, 40_000_000])
        #expect(reading.fixes.first?.plane == PlanePoint(x: 9.5, y: -6) && reading.fixes.first?.extras == [1, 100, 200])
        let found = Self.read("1,-1,10,20,30,40,0.73,-1,-1,-1\n1,3,10,20,30,40,0,1.5,2.5,0\nx,1\n0,1,2,3,4,5,6\n")
        #expect(found.fixes.map(\.track) == [nil, "3"])
        #expect(found.fixes.last?.plane == PlanePoint(x: 1.5, y: 2.5))
        #expect(found.faults.map(\.kind) == [.fieldCount, .outOfRange])
        #expect(Self.read("0,35.5,139.5\n1,35.5,139.5\n").thrown?.kind == .missing)
        // At one frame per day or less, times centuries away are refused.
        for rate in [1.0 / 86_400, 0.1, 1e-300] {
            let slow = Self.read("1,1,10,20,30,40,1,-1,-1,-1\n999999999,1,10,20,30,40,1,-1,-1,-1\n") { $0.frameRate = rate }
            #expect(slow.fixes.count == 1 && slow.faults.map(\.kind) == [.outOfRange], "\(rate)")
        }
    }
}
