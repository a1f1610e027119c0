// SPDX-License-Identifier: MIT
import Railways
import TestTraits
import Tracking

/// A ride on made-up tracks, second by second: a train that accelerates, brakes and stands, and a receiver with errors.
struct MadeRide {
    private(set) var fixes: [Fix] = []
    var place = MadePlace.tokyo
    /// Metres of the rider's track north of the drawn one.
    var aside = 0.0
    /// The maximum receiver error in metres on each axis.
    var error = 5.0
    /// True if no fix is received.
    var isDark = false
    /// In m/s2, at the start as when braking.
    var acceleration = 0.9
    private(set) var seconds: Int64 = 0
    private var random: SplitMix

    private static let start: Int64 = 1_767_225_600
    private static let cruise = 18.0
    /// In m/s.
    var walkingSpeed = 1.3

    init(seed: UInt64 = 1) { random = SplitMix(seed: seed) }

    /// A ride past stops and nothing more, as `call` makes it.
    init(_ track: MadeTrack, at stops: some Sequence<Double>, for seconds: Int = 30) {
        self.init()
        call(track, at: Array(stops), for: seconds)
    }

    /// Runs from one point to another on a track, from standstill to standstill.
    mutating func run(_ track: MadeTrack, from: Double, to: Double) {
        let sense = to < from ? -1.0 : 1.0
        var place = from
        var speed = 0.0
        while (to - place) * sense > 1 {
            let left = (to - place) * sense
            speed = min(Self.cruise, speed + acceleration, (2 * acceleration * left).squareRoot(), left)
            place += sense * speed
            report(track.point(at: place), speed: speed)
        }
    }

    /// Walks along the track.
    mutating func walk(_ track: MadeTrack, from: Double, to: Double) {
        let seconds = Int((to - from).magnitude / walkingSpeed)
        for second in 0..<seconds {
            report(track.point(at: from + (to - from) * Double(second) / Double(seconds)), speed: walkingSpeed)
        }
    }

    mutating func stand(_ track: MadeTrack, at metres: Double, for seconds: Int) {
        for _ in 0..<seconds { report(track.point(at: metres), speed: 0) }
    }

    /// Runs past those points and stands at each for 30 s, including the first one.
    mutating func call(_ track: MadeTrack, at stops: [Double], for seconds: Int = 30) {
        for (index, stop) in stops.enumerated() {
            if index > 0 { run(track, from: stops[index - 1], to: stop) }
            stand(track, at: stop, for: seconds)
        }
    }

    private mutating func report(_ point: MadeTrack.Point, speed: Double) {
        let east = point.east + error * random.symmetric()
        let north = point.north + aside + error * random.symmetric()
        if !isDark {
            let position = place.position(MadeTrack.Point(east: east, north: north))
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: (Self.start + seconds) * 1_000_000_000)
            fix.latitude = position.latitude
            fix.longitude = position.longitude
            fix.speed = speed
            fix.accuracy = 10
            fixes.append(fix)
        }
        seconds += 1
    }
}

extension SplitMix {
    /// -1 ... 1.
    mutating func symmetric() -> Double { Double.random(in: -1...1, using: &self) }
}

extension Fix {
    /// Seconds since 1970.
    var seconds: Double { Double(time?.nanoseconds ?? 0) * 1e-9 }
}
