// SPDX-License-Identifier: MIT
import Testing
import Tracking

@testable import Transport

@Suite struct TrackClockTests {
    let start = TrackTime(nanoseconds: 1_767_592_145_000_000_000)

    @Test func wholeSecondsFallOnWholeSamples() {
        let clock = TrackClock(time0: start, rate: 48_000, speed: 1)
        #expect(clock.sample(at: start) == 0)
        #expect(clock.sample(at: TrackTime(nanoseconds: start.nanoseconds + 3_000_000_000)) == 144_000)
        #expect(clock.sample(at: TrackTime(nanoseconds: start.nanoseconds - 1_000_000_000)) == -48_000)
    }

    @Test(arguments: [0.5, 1, 1.5, 8.573, 20, 997.3])
    func agreesWithTheFormulaToTheSample(speed: Double) {
        let clock = TrackClock(time0: start, sample0: 777, rate: 44_100, speed: speed)
        for milliseconds in stride(from: Int64(0), through: 86_400_000, by: 1_234_567) {
            let time = TrackTime(nanoseconds: start.nanoseconds + milliseconds * 1_000_000)
            let expected = 777 + Double(milliseconds) / 1000 * 44_100 / speed
            #expect(abs(Double(clock.sample(at: time)) - expected) <= 0.5 + 1e-3)
        }
    }

    @Test func halvesRoundUpOnBothSidesOfTheOrigin() {
        // Half a sample is 1/96000 s; 1/48000 s is not an integral number of nanoseconds, 1/96000 s at speed 96 is 1 ms.
        let clock = TrackClock(time0: start, rate: 48_000, speed: 96)
        #expect(clock.sample(at: TrackTime(nanoseconds: start.nanoseconds + 1_000_000)) == 1)
        #expect(clock.sample(at: TrackTime(nanoseconds: start.nanoseconds - 1_000_000)) == 0)
    }

    @Test func aSampleAndItsTimeAreEachOthersInverse() {
        let clock = TrackClock(time0: start, sample0: 12_345, rate: 192_000, speed: 20)
        for sample in stride(from: Int64(-5_000_000), through: 5_000_000_000, by: 123_456_789) {
            #expect(clock.sample(at: clock.time(at: sample)) == sample)
        }
    }

    @Test func aDayAtFullRateIsExact() {
        let clock = TrackClock(time0: start, rate: 192_000, speed: 1)
        let day = TrackTime(nanoseconds: start.nanoseconds + 86_400_000_000_000)
        #expect(clock.sample(at: day) == 192_000 * 86_400)
    }

    /// A series of 140 years fits into a minute.
    @Test func aCenturyFitsIntoAMinute() {
        let first = TrackTime(nanoseconds: -2_840_140_800_000_000_000), years = 140 * 365.25 * 86_400
        let clock = TrackClock(time0: first, rate: 48_000, speed: years / 60)
        let last = TrackTime(nanoseconds: first.nanoseconds + Int64(years) * 1_000_000_000)
        #expect(abs(clock.sample(at: last) - 48_000 * 60) <= 1)
        #expect(abs(clock.time(at: 48_000 * 60).seconds(since: last)) < 1)
    }

    @Test func senselessSpeedsAreTamed() {
        for speed in [Double.nan, .infinity, -3, 0] { #expect(TrackClock(time0: start, rate: 48_000, speed: speed).speed > 0) }
    }
}
