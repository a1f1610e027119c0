// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@Suite struct MotionTrackerTests {
    static func fix(_ seconds: Double, _ latitude: Double? = nil, _ longitude: Double? = nil, speed: Double? = nil, altitude: Double? = nil)
        -> Fix
    {
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: Int64((seconds * 1e9).rounded()))
        fix.latitude = latitude
        fix.longitude = longitude
        fix.speed = speed
        fix.altitude = altitude
        return fix
    }
    /// Degrees for metres east and north, with the ellipsoid's own radii at that latitude.
    static func place(east: Double, north: Double, from origin: (latitude: Double, longitude: Double) = (35.5, 139.5)) -> (Double, Double) {
        let e2 = 6.694379990141317e-3
        let sine = sin(origin.latitude * .pi / 180)
        let w = (1 - e2 * sine * sine).squareRoot()
        let meridian = 6_378_137 * (1 - e2) / (w * w * w)
        let normal = 6_378_137 / w
        return (
            origin.latitude + north / meridian * 180 / .pi,
            origin.longitude + east / (normal * cos(origin.latitude * .pi / 180)) * 180 / .pi
        )
    }
    /// Vincenty's inverse formula (Survey Review 23, 1975), the independent distance.
    static func vincenty(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
        let f = 1 / 298.257223563
        let radius = 6_378_137.0
        let polar = radius * (1 - f)
        let u1 = atan((1 - f) * tan(a.0 * .pi / 180))
        let u2 = atan((1 - f) * tan(b.0 * .pi / 180))
        let difference = (b.1 - a.1) * .pi / 180
        var lambda = difference
        var sigma = 0.0, sinSigma = 0.0, cosSigma = 0.0, cosSqAlpha = 0.0, cos2m = 0.0
        for _ in 0..<200 {
            sinSigma = ((cos(u2) * sin(lambda)) * (cos(u2) * sin(lambda)) + pow(cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda), 2))
                .squareRoot()
            if sinSigma == 0 { return 0 }
            cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
            sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
            cosSqAlpha = 1 - sinAlpha * sinAlpha
            cos2m = cosSqAlpha > 0 ? cosSigma - 2 * sin(u1) * sin(u2) / cosSqAlpha : 0
            let c = f / 16 * cosSqAlpha * (4 + f * (4 - 3 * cosSqAlpha))
            let next = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (cos2m + c * cosSigma * (2 * cos2m * cos2m - 1)))
            if abs(next - lambda) < 1e-12 { break }
            lambda = next
        }
        let uSq = cosSqAlpha * (radius * radius - polar * polar) / (polar * polar)
        let bigA = 1 + uSq / 16384 * (4096 + uSq * (-768 + uSq * (320 - 175 * uSq)))
        let bigB = uSq / 1024 * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)))
        let delta =
            bigB * sinSigma
            * (cos2m + bigB / 4
                * (cosSigma * (2 * cos2m * cos2m - 1) - bigB / 6 * cos2m * (4 * sinSigma * sinSigma - 3) * (4 * cos2m * cos2m - 3)))
        return polar * bigA * (sigma - delta)
    }

    @Test func distancesAgreeWithVincentyEverywhere() {
        var random = SplitMix(seed: 11)
        var worst = 0.0
        for step in 0..<3000 {
            let a = (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
            let reach = [1e-5, 1e-3, 0.1, 3, 60][step % 5]
            let b = (
                max(-90, min(90, a.0 + Double.random(in: -reach...reach, using: &random))),
                a.1 + Double.random(in: -reach...reach, using: &random)
            )
            let wrapped = (b.0, b.1 > 180 ? b.1 - 360 : b.1 < -180 ? b.1 + 360 : b.1)
            let truth = Self.vincenty(a, b)
            guard truth > 0.5 else { continue }
            let found = EarthPoint(latitude: a.0, longitude: a.1).distance(to: EarthPoint(latitude: wrapped.0, longitude: wrapped.1))
            worst = max(worst, abs(found / truth - 1))
        }
        #expect(worst < 0.001, "\(worst)")
        let antimeridian = EarthPoint(latitude: 0, longitude: 179.9999).distance(to: EarthPoint(latitude: 0, longitude: -179.9999))
        #expect(abs(antimeridian - 22.264) < 0.001)
        let pole = EarthPoint(latitude: 89.9999, longitude: 0).distance(to: EarthPoint(latitude: 89.9999, longitude: 180))
        #expect(abs(pole - 22.339) < 0.001)
    }

    @Test(arguments: [(35.5, 139.5), (0, 179.9995), (-89.999, 10), (60, -180)]) func aStraightLineReadsBack(
        _ latitude: Double, _ longitude: Double
    ) throws {
        var tracker = MotionTracker()
        // Along the meridian, so that the course stays the same wherever it starts.
        var last: TrackerUpdate?
        for second in 0..<120 {
            let (north, _) = Self.place(east: 0, north: 25 * Double(second), from: (latitude, longitude))
            last = tracker.process(Self.fix(Double(second), north, longitude, altitude: 100 + 0.5 * Double(second)))
            if second >= 8 {
                #expect(abs((last?.channels["speed"]?.number ?? 0) - 25) < 0.02)
                #expect(abs(last?.channels["acceleration"]?.number ?? 9) < 0.02)
                let course = last?.channels["course"]?.number ?? 90
                #expect(min(course, 360 - course) < 0.01)
                #expect(abs((last?.channels["climb"]?.number ?? 0) - 0.5) < 1e-9)
            }
        }
        let (end, _) = Self.place(east: 0, north: 25 * 119, from: (latitude, longitude))
        #expect(abs((last?.channels["distance"]?.number ?? 0) / Self.vincenty((latitude, longitude), (end, longitude)) - 1) < 0.003)
    }

    /// However often altitudes come, five seconds of them give the climb.
    @Test(arguments: [1, 10, 12, 13, 20, 100, 1000]) func climbIsKnownAtEveryRate(_ rate: Int) {
        var tracker = MotionTracker()
        for step in 0...(rate * 30) {
            let seconds = Double(step) / Double(rate)
            let climb = tracker.process(Self.fix(seconds, altitude: 100 - 2 * seconds)).channels["climb"]?.number
            if seconds > 6 { #expect(abs((climb ?? 0) + 2) < 1e-5, "at \(seconds) s") }
        }
    }

    @Test func eastAcrossTheAntimeridianIsOneLine() {
        var tracker = MotionTracker()
        for second in 0..<60 {
            var (latitude, longitude) = Self.place(east: 20 * Double(second), north: 0, from: (10, 179.995))
            if longitude > 180 { longitude -= 360 }
            latitude = 10
            let update = tracker.process(Self.fix(Double(second), latitude, longitude))
            if second > 3 {
                #expect(abs((update.channels["speed"]?.number ?? 0) - 20) < 0.01)
                #expect(abs((update.channels["course"]?.number ?? 0) - 90) < 0.01)
                #expect(abs(update.channels["turn"]?.number ?? 9) < 0.01)
            }
        }
    }

    @Test(arguments: [1.0, 0.1, 5.0]) func aCircleTurnsAtItsOwnRate(_ interval: Double) throws {
        // 10 m/s on a radius of 200 m, clockwise: 2.8648 degrees per second.
        var tracker = MotionTracker()
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        for step in 0..<400 {
            let seconds = Double(step) * interval
            let angle = 10 * seconds / 200
            let (latitude, longitude) = Self.place(east: -200 * cos(angle), north: 200 * sin(angle))
            update = tracker.process(Self.fix(seconds, latitude, longitude))
            guard step > 40 else { continue }
            #expect(abs((update.channels["speed"]?.number ?? 0) - 10) < 0.15)
            #expect(abs((update.channels["turn"]?.number ?? 0) - 2.8648) < 0.1)
        }
        #expect(abs((update.channels["distance"]?.number ?? 0) / (10 * 399 * interval) - 1) < 0.005)
    }

    /// A receiver that stands with a jitter of 3 m counts as standing and covers no distance.
    @Test func standingWithJitterReadsZero() {
        for seed in 0..<8 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var tracker = MotionTracker()
            var moving = 0
            var sum = 0.0
            var distance = 0.0
            for second in 0..<1000 {
                let (latitude, longitude) = Self.place(east: 3 * random.normal(), north: 3 * random.normal())
                let update = tracker.process(Self.fix(Double(second), latitude, longitude))
                let speed = update.channels["speed"]?.number ?? 0
                if second > 12 {
                    moving += speed > 0 ? 1 : 0
                    sum += speed
                }
                distance = update.channels["distance"]?.number ?? 0
            }
            #expect(moving < 20 && sum / 1000 < 0.02 && distance < 50, "seed \(seed): \(moving) \(sum / 1000) \(distance)")
        }
    }

    /// The same jitter while walking: detected, with the right speed and course.
    @Test func walkingWithJitterReadsWalking() {
        var random = SplitMix(seed: 5)
        var tracker = MotionTracker()
        var speeds: [Double] = []
        var distance = 0.0
        for second in 0..<1000 {
            let (latitude, longitude) = Self.place(east: 1.4 * Double(second) + 1.5 * random.normal(), north: 1.5 * random.normal())
            let update = tracker.process(Self.fix(Double(second), latitude, longitude))
            if second > 12 { speeds.append(update.channels["speed"]?.number ?? 0) }
            distance = update.channels["distance"]?.number ?? 0
        }
        let mean = speeds.reduce(0, +) / Double(speeds.count)
        #expect(abs(mean - 1.4) < 0.1, "\(mean)")
        #expect(speeds.filter { $0 == 0 }.count < 20)
        #expect(abs(distance / 1398.6 - 1) < 0.1, "\(distance)")
    }

    /// Underground a phone states hundreds of metres and jumps by as much: it does not run at 1,000 km/h.
    @Test func poorPositionsAreNoSpeed() {
        var tracker = MotionTracker()
        var random = SplitMix(seed: 7)
        var speeds: [Double?] = []
        for second in 0..<600 {
            let (latitude, longitude) = Self.place(east: 12 * Double(second) + 130 * random.normal(), north: 130 * random.normal())
            var fix = Self.fix(Double(second), latitude, longitude)
            fix.accuracy = 200
            speeds.append(tracker.process(fix).channels["speed"]?.number)
        }
        #expect(speeds.compactMap(\.self).allSatisfy { $0 < 50 })
        // A motion that the stated error cannot explain is known.
        var fast = MotionTracker()
        var last: Double?
        for second in 0..<20 {
            let (latitude, longitude) = Self.place(east: 30 * Double(second), north: 0)
            var fix = Self.fix(Double(second), latitude, longitude)
            fix.accuracy = 120
            last = fast.process(fix).channels["speed"]?.number
        }
        #expect(abs((last ?? 0) - 30) < 0.1)
    }

    /// No train of the rides is faster than 160 km/h for more than one fix.
    @Test(.needs(data: "journeys")) func noRideIsFasterThanATrain() throws {
        for ride in try TestTracks.rides(in: TestData.beside) {
            var tracker = MotionTracker()
            var run = 0, longest = 0
            for fix in TestTracks.read(file: ride).fixes {
                let speed = tracker.process(fix).channels["speed"]?.number ?? 0
                run = speed > 160 / 3.6 ? run + 1 : 0
                longest = max(longest, run)
            }
            #expect(longest <= 1, "\(ride.lastPathComponent): \(longest) fixes")
        }
    }

    @Test func theSourcesOwnSpeedAndCourseCount() {
        var tracker = MotionTracker()
        for second in 0..<20 {
            var fix = Self.fix(Double(second), 35, 139, speed: Double(second))
            fix.course = Double((350 + second * 2) % 360)
            let update = tracker.process(fix)
            #expect(update.channels["speed"]?.number == Double(second))
            if second > 0 {
                #expect(update.channels["acceleration"]?.number == 1)
                #expect(update.channels["turn"]?.number == 2)
            }
        }
    }

    @Test func ticksLeaveTheStateAsItWas() {
        var random = SplitMix(seed: 3)
        var plain = MotionTracker(extraNames: ["a"])
        var ticked = MotionTracker(extraNames: ["a"])
        var seconds = 0.0
        for step in 0..<500 {
            seconds += Double.random(in: 0.1...(step % 40 == 0 ? 90 : 2), using: &random)
            let (latitude, longitude) = Self.place(east: seconds * 7 + random.normal(), north: random.normal())
            var fix = Self.fix(seconds, latitude, longitude, altitude: random.normal())
            fix.extras = [random.normal()]
            fix.startsSegment = step % 97 == 0
            let expected = plain.process(fix)
            #expect(ticked.process(fix) == expected)
            for tick in 1...5 {
                let before = ticked
                let time = Int64((seconds * 1e9).rounded()) + Int64(tick) * 700_000_000
                let update = ticked.tick(at: TrackTime(nanoseconds: time), after: TrackTime(nanoseconds: time - 700_000_000))
                #expect(update.estimated && abs((update.channels["fixAge"]?.number ?? 0) - Double(tick) * 0.7) < 1e-9)
                #expect(ticked == before)
            }
        }
    }

    @Test func lateAndDuplicateFixesChangeNothing() {
        var tracker = MotionTracker()
        for second in 0..<20 { _ = tracker.process(Self.fix(Double(second), 35 + Double(second) * 1e-4, 139)) }
        let before = tracker
        let late = tracker.process(Self.fix(5, 60, 10, speed: 99))
        let again = tracker.process(Self.fix(19, 60, 10, speed: 99))
        #expect(tracker == before)
        #expect(late.time == TrackTime(nanoseconds: 19_000_000_000) && late.fix?.latitude == 60 && late.events.isEmpty)
        #expect(abs((again.channels["speed"]?.number ?? 0) - 11.09) < 0.05)
    }

    @Test func everyChannelIsListedInOrderWithItsMeaning() {
        let listed = ChannelName.allCases.filter { $0.origin == .motion }.map(\.channel.name)
        #expect(
            listed == ["speed", "acceleration", "course", "turn", "climb", "altitude", "accuracy", "distance", "fixAge", "lost"])
        var tracker = MotionTracker(extraNames: ["heart"])
        var last = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        for second in 0..<30 {
            var fix = Self.fix(Double(second), 35 + Double(second) * 1e-4, 139, altitude: 3)
            fix.accuracy = 5
            fix.extras = [60]
            last = tracker.process(fix)
        }
        #expect(last.channels.entries.map(\.name) == listed + ["csv.heart"])
    }
}
