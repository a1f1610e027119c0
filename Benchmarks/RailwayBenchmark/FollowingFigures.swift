// SPDX-License-Identifier: MIT
import BenchmarkMeasures
import PlainText
import Tracking

/// The speed with which a follower processes fixes, and how often it names the right railway.
struct FollowingFigures {
    /// Processor seconds per fix, on average.
    private(set) var cost = 0.0
    /// Wall nanoseconds for single fixes.
    private(set) var median = 0.0
    private(set) var p99 = 0.0
    /// The share of fixes on a train for which the right railway is named, and the share of fixes on journeys without a train for
    /// which any is.
    private(set) var right = 0.0
    private(set) var wrongOff: Double?
    /// The named railway of each fix.
    private(set) var lines: [Int?] = []

    /// - Parameters:
    ///   - passes: how many times the rides are followed against each clock.
    ///   - make: makes a follower without state.
    init(_ set: RideSet, passes: Int, _ make: () -> some LineFollower) throws {
        try judge(set, make)
        var taken = 0.0
        var durations: [Int64] = []
        durations.reserveCapacity(passes * set.fixCount)
        for _ in 0..<passes {
            for ride in set.rides {
                var follower = make()
                taken += try CoreClock.seconds { for fix in ride.fixes { try follower.follow(fix) } }
                follower = make()
                for fix in ride.fixes {
                    let began = CoreClock.nanoseconds
                    try follower.follow(fix)
                    durations.append(CoreClock.nanoseconds - began)
                }
            }
        }
        cost = taken / Double(max(1, passes * set.fixCount))
        durations.sort()
        let clock = Self.clockCost
        median = Self.part(durations, 0.5) - clock
        p99 = Self.part(durations, 0.99) - clock
    }

    func tell(_ name: String) {
        let off = wrongOff.map { ", named on \(DecimalFormat.fixed(100 * $0, 1)) % of the fixes without a train" } ?? ""
        print(
            "\(name): \(DecimalFormat.fixed(1 / cost, 0)) fixes/s of one core; \(DecimalFormat.fixed(max(0, median) / 1_000, 2)) us median, "
                + "\(DecimalFormat.fixed(max(0, p99) / 1_000, 2)) us p99 a fix; line right on \(DecimalFormat.fixed(100 * right, 1)) % of the fixes on a train\(off)"
        )
    }

    private mutating func judge(_ set: RideSet, _ make: () -> some LineFollower) throws {
        var counts = (riding: 0, right: 0, off: 0, wrong: 0)
        for ride in set.rides {
            var follower = make()
            for (fix, truth) in zip(ride.fixes, ride.truth) {
                try follower.follow(fix)
                let line = follower.line
                lines.append(line)
                if truth.isRiding {
                    counts.riding += 1
                    if let line, truth.lines.contains(line) { counts.right += 1 }
                } else if truth.isWithoutTrain {
                    counts.off += 1
                    if line != nil { counts.wrong += 1 }
                }
            }
        }
        right = Double(counts.right) / Double(max(1, counts.riding))
        wrongOff = counts.off > 0 ? Double(counts.wrong) / Double(counts.off) : nil
    }

    private static func part(_ sorted: [Int64], _ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return Double(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
    }

    /// The cost in nanoseconds of reading the clock itself.
    private static var clockCost: Double {
        let durations = (0..<10_000).map { _ in
            let began = CoreClock.nanoseconds
            return CoreClock.nanoseconds - began
        }
        return part(durations.sorted(), 0.5)
    }
}
