// SPDX-License-Identifier: MIT
import Testing
import Tracking

@testable import Railways

/// The errors of a simulated receiver have the statistics that they claim.
@Suite(.computing) struct RideReceiverTests {
    private static let here = Railway.Position(latitude: 48.1, longitude: 11.6)

    /// What a receiver reports of a rider who stands for many hours.
    private static func fixes(_ receiver: RideReceiver, _ count: Int, underground: (Int) -> Bool = { _ in false }) -> [Fix?] {
        var receiver = receiver
        return (0..<count).map { second in
            var moment = RideMoment(seconds: Double(second), position: here)
            moment.isUnderground = underground(second)
            return receiver.fix(at: moment, start: TrackTime(nanoseconds: 0))
        }
    }

    private static func offsets(_ fixes: [Fix?]) -> [(east: Double, north: Double)] {
        fixes.compactMap { fix in
            guard let latitude = fix?.latitude, let longitude = fix?.longitude else { return nil }
            return here.place.offset(to: EarthPoint(latitude: latitude, longitude: longitude))
        }
    }

    @Test(arguments: [RideReceiver.Kind.good, .phone]) func errorsAreAsLargeAsStated(kind: RideReceiver.Kind) {
        let fixes = Self.fixes(RideReceiver(kind, seed: 3), 200_000)
        let offsets = Self.offsets(fixes)
        #expect(offsets.count == fixes.count)
        for axis in [offsets.map(\.east), offsets.map(\.north)] {
            let mean = axis.reduce(0, +) / Double(axis.count)
            let square = axis.reduce(0) { $0 + $1 * $1 } / Double(axis.count)
            #expect((square.squareRoot() / kind.error - 1).magnitude < 0.05)
            #expect(mean.magnitude < 0.1 * kind.error)
            // Errors change slowly: after 30 s a third of one is left.
            let later = zip(axis, axis.dropFirst(30)).reduce(0) { $0 + $1.0 * $1.1 } / Double(axis.count)
            #expect((later / square - 0.368).magnitude < 0.06, "\(later / square)")
        }
        // Accuracy is the radius within which 68 % of the errors lie.
        let within = zip(fixes, offsets).count { fix, offset in
            (offset.east * offset.east + offset.north * offset.north).squareRoot() <= fix?.accuracy ?? 0
        }
        #expect((Double(within) / Double(offsets.count) - 0.68).magnitude < 0.02)
    }

    @Test func anErrorMayBeChosen() {
        let offsets = Self.offsets(Self.fixes(RideReceiver(.phone, error: 50, seed: 1), 100_000))
        let square = offsets.reduce(0) { $0 + ($1.east * $1.east + $1.north * $1.north) / 2 } / Double(offsets.count)
        #expect((square.squareRoot() / 50 - 1).magnitude < 0.05)
    }

    @Test func noReceiverMeansNoErrors() {
        var moment = RideMoment(seconds: 12.3, position: Self.here)
        moment.speed = 13.25
        moment.course = 271.5
        var receiver = RideReceiver(.none, seed: 1)
        let fix = receiver.fix(at: moment, start: TrackTime(nanoseconds: 1_000_000_000))
        #expect(fix?.latitude == 48.1 && fix?.longitude == 11.6 && fix?.speed == 13.25 && fix?.course == 271.5 && fix?.accuracy == nil)
        #expect(fix?.time == TrackTime(nanoseconds: 13_300_000_000))
    }

    @Test func tunnelsAreDarkOnRequestAndNothingAfterThemDiffers() {
        let tunnel = { (second: Int) in (100..<200).contains(second) }
        let light = Self.fixes(RideReceiver(.phone, seed: 2), 400, underground: tunnel)
        let dark = Self.fixes(RideReceiver(.phone, isDarkInTunnels: true, seed: 2), 400, underground: tunnel)
        #expect(light.allSatisfy { $0 != nil })
        #expect(dark.indices.allSatisfy { dark[$0] == (tunnel($0) ? nil : light[$0]) })
    }

    /// A loss about every four minutes, of ten to forty seconds each.
    @Test func aPoorReceiverLosesItsFixes() {
        let fixes = Self.fixes(RideReceiver(.poor, seed: 1), 100_000)
        let gaps = fixes.split { $0 != nil }.map(\.count)
        // The end may cut the last one off.
        #expect(gaps.dropLast().allSatisfy { (10...80).contains($0) }, "\(gaps)")
        #expect((250...450).contains(gaps.count), "\(gaps.count)")
    }
}
