// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Handmade railways with a clear right answer.
@Suite(.computing) struct MadeLineTests {
    /// 12 km to the east; a line with a station every kilometre.
    static let straight = MadeTrack([(0, 0), (3_000, 0), (6_000, 0), (9_000, 0), (12_000, 0)])
    static let kilometres = (0...12).map { Double($0) * 1_000 }
    static let halves = (0..<12).map { Double($0) * 1_000 + 500 }

    static let beside = MadeTrack([(0, 8), (4_000, 8), (8_000, 8), (12_000, 8)])
    static let parallel = made(straight.railway("A", stations: kilometres), beside.railway("B", stations: halves))

    @Test(arguments: ["A", "B"], [1, 2, 3] as [UInt64]) func stopsDecideBetweenParallelLines(line: String, seed: UInt64) {
        var ride = MadeRide(seed: seed)
        // Half-way between the two: position is no evidence.
        ride.aside = 4
        ride.call(Self.straight, at: Array((line == "A" ? Self.kilometres : Self.halves)[1...8]))
        let followed = FollowedRide(ride.fixes, on: Self.parallel)
        #expect(followed.last.line == line)
        #expect(followed.last.direction == "ascending")
        #expect(followed.last.confidence > 0.8)
        // From the third stop on the answer is certain, and stays so.
        let settled = followed.lines.suffix(ride.fixes.count * 5 / 8)
        #expect(settled.allSatisfy { $0 == line })
    }

    /// Half-way between two lines, with stops that neither explains: a named line stays for a while.
    @Test func linesDoNotFlap() {
        var short = 0
        for seed in 1...10 as ClosedRange<UInt64> {
            var ride = MadeRide(seed: seed)
            ride.aside = 4
            ride.error = 12
            ride.call(Self.straight, at: [250, 2_250, 6_250, 9_250])
            let followed = FollowedRide(ride.fixes, on: Self.parallel)
            var runs: [Int] = []
            var last: String?
            for line in followed.lines {
                if line == last, !runs.isEmpty { runs[runs.count - 1] += 1 } else { runs.append(1) }
                last = line
            }
            // The first run has no name, and the last may be cut off.
            short += runs.dropFirst().dropLast().count { $0 < 20 }
        }
        // Target: none of less than 20 s.
        #expect(short <= 4)
    }

    @Test func stationsComeInOrder() {
        let followed = FollowedRide(
            MadeRide(Self.straight, at: Self.kilometres[2...9]).fixes, on: made(Self.straight.railway("A", stations: Self.kilometres)))
        #expect(followed.events("arrived") == (3...9).map { "arrived A.\($0)" })
        #expect(followed.events("departed") == (2...8).map { "departed A.\($0)" })
        #expect(followed.events("approaching") == (3...9).map { "approaching A.\($0)" })
        #expect(followed.events("passed").isEmpty)
        #expect(followed.events("line changed").isEmpty)
        #expect(followed.events("on train") == ["on train A"])
        #expect(followed.last.phase == .visiting)
        #expect(followed.last.station == "A.9")
    }

    /// A train that turns back does not approach the station that it leaves.
    @Test(arguments: [12, 9]) func aTrainThatTurnsBackLeavesTheStation(end: Int) {
        var ride = MadeRide(Self.straight, at: Self.kilometres[(end - 4)...end])
        ride.call(Self.straight, at: Array(Self.kilometres[(end - 3)...end].reversed()), for: 40)
        let followed = FollowedRide(ride.fixes, on: made(Self.straight.railway("A", stations: Self.kilometres)))
        #expect(followed.events("approaching") == [-3, -2, -1, 0, -1, -2, -3].map { "approaching A.\(end + $0)" })
        #expect(followed.events("departed") == [-4, -3, -2, -1, 0, -1, -2].map { "departed A.\(end + $0)" })
        #expect(followed.events("direction changed") == ["direction changed descending"])
    }

    /// Trains of a one-way line do not turn.
    @Test func aOneWayLineHasOneDirection() {
        var railway = Self.straight.railway("A", stations: Self.kilometres)
        railway.descending = nil
        let followed = FollowedRide(MadeRide(Self.straight, at: [2_000, 3_000, 4_000, 5_000, 4_500]).fixes, on: made(railway))
        #expect(followed.events("direction changed").isEmpty)
        #expect(Set(followed.moments.filter { $0.line != nil }.map(\.direction)) == ["ascending"])
    }

    /// A coarse survey: the position moves from piece to piece as smoothly as the train.
    @Test func distancesFallSmoothlyOverLongPieces() {
        let bends = MadeTrack((0...30).map { (Double($0) * 400, $0 % 2 == 0 ? 0 : 120) })
        let stations = [0.0, 4_000, 8_000, 12_000]
        var ride = MadeRide()
        ride.error = 0
        ride.call(bends, at: stations)
        let answers = FollowedRide(ride.fixes, on: made(bends.railway("A", stations: stations))).answers
        var compared = 0
        for ((before, after), fix) in zip(zip(answers, answers.dropFirst()), ride.fixes.dropFirst()) {
            guard let a = before.distance, let b = after.distance, before.station == after.station, b > 0, let speed = fix.speed,
                speed > 10
            else { continue }
            #expect((a - b - speed).magnitude < 8)
            compared += 1
        }
        #expect(compared > 300)
    }

    @Test func anExpressPassesStations() {
        let followed = FollowedRide(
            MadeRide(Self.straight, at: [1_000, 5_000, 9_000]).fixes, on: made(Self.straight.railway("A", stations: Self.kilometres)))
        #expect(followed.events("arrived") == ["arrived A.5", "arrived A.9"])
        #expect(followed.events("passed") == [2, 3, 4, 6, 7, 8].map { "passed A.\($0)" })
    }

    /// The distance is measured along the line, and phases follow it.
    @Test func distancesAndPhasesFitTheTruth() {
        let ride = MadeRide(Self.straight, at: [2_000, 6_000])
        let followed = FollowedRide(ride.fixes, on: made(Self.straight.railway("A", stations: Self.kilometres)))
        var checked = 0
        for (fix, answer) in zip(ride.fixes, followed.answers) {
            guard let longitude = fix.longitude, let station = answer.station, let distance = answer.distance,
                answer.phase != .visiting
            else { continue }
            let east = (longitude - MadePlace.tokyo.longitude) * 91_290
            // The rider does not sit in the middle of the train.
            #expect(abs(Double(station) * 1_000 - east - distance) < 130)
            if distance > 640 { #expect(answer.phase == .upcoming) }
            checked += 1
        }
        #expect(checked > 100)
    }

    @Test(arguments: [0.5, -0.5]) func aBranchIsTaken(slope: Double) {
        let main = MadeTrack([(0, 0), (4_000, 0), (12_000, 0)])
        let branch = MadeTrack([(0, 0), (4_000, 0), (10_000, 6_000 * slope)])
        let map = made(
            main.railway("main", stations: Self.kilometres), branch.railway("branch", stations: (0...10).map { Double($0) * 1_000 }))
        let ride = MadeRide(branch, at: (1...9).map { Double($0) * 1_000 })
        let fork = ride.fixes.firstIndex { abs(($0.latitude ?? 0) - 35) > 0.0036 } ?? 0
        let followed = FollowedRide(ride.fixes, on: map)
        // 400 m off the main line there is no more evidence for it.
        #expect(fork > 0)
        #expect(followed.lines.suffix(from: fork + 60).allSatisfy { $0 == "branch" })
        #expect(followed.last.station == "branch.9")
    }

    /// A rider who has set a line that branches is on any part of it.
    @Test func aLineThatIsSetHasItsBranches() {
        let branch = MadeTrack([(4_000, 0), (10_000, 6_000)])
        let map = made(
            Self.straight.railway("A", stations: Self.kilometres), branch.railway("A:2", stations: (0...8).map { Double($0) * 1_000 }))
        let ride = MadeRide(branch, at: (1...7).map { Double($0) * 1_000 })
        #expect(FollowedRide(ride.fixes, on: map, line: "A").last.line == "A:2")
        #expect(FollowedRide(ride.fixes, on: map, line: "A:2").last.line == "A:2")
    }

    @Test func aLineGoesOnAsAnother() {
        let first = MadeTrack([(0, 0), (6_000, 0)])
        let second = MadeTrack([(6_000, 0), (9_000, 3_000), (12_000, 3_000)])
        let map = made(
            first.railway("first", stations: (0...6).map { Double($0) * 1_000 }),
            second.railway("second", stations: (0...7).map { Double($0) * 1_000 }))
        var ride = MadeRide(first, at: (1...6).map { Double($0) * 1_000 })
        ride.call(second, at: (0...6).map { Double($0) * 1_000 })
        let followed = FollowedRide(ride.fixes, on: map)
        #expect(followed.namedInOrder == ["first", "second"])
        #expect(followed.events("line changed") == ["line changed second"])
        #expect(followed.last.station == "second.6")
        #expect(followed.events("off train").isEmpty)
    }

    @Test func aTrainTurnsBack() {
        var ride = MadeRide(Self.straight, at: Self.kilometres[2...7])
        ride.stand(Self.straight, at: 7_000, for: 90)
        ride.call(Self.straight, at: Array(Self.kilometres[3...7].reversed()))
        let followed = FollowedRide(ride.fixes, on: made(Self.straight.railway("A", stations: Self.kilometres)))
        #expect(followed.namedInOrder == ["A"])
        #expect(followed.events("direction changed") == ["direction changed descending"])
        #expect(followed.last.direction == "descending")
        #expect(followed.last.station == "A.3")
        #expect(followed.events("arrived").suffix(4) == ["arrived A.6", "arrived A.5", "arrived A.4", "arrived A.3"])
    }

    /// Where the line itself reverses in a station, the train does not change direction: it continues to the next station.
    @Test func aSwitchbackIsNoTurn() {
        let zigzag = MadeTrack([(0, 0), (5_000, 0), (1_000, 2_000), (6_000, 4_000)])
        let stations = [0, 2_500, 5_000, 7_200, 9_472, 12_000, 14_800]
        let map = made(zigzag.railway("Z", stations: stations.map { min(Double($0), zigzag.length) }))
        let followed = FollowedRide(MadeRide(zigzag, at: [0, 2_500, 5_000, 7_200, 9_472, 12_000]).fixes, on: map)
        #expect(followed.namedInOrder == ["Z"])
        #expect(followed.events("arrived") == (1...5).map { "arrived Z.\($0)" })
        // Target: none. Within some 100 m of the points both legs are equally near, so the wrong one may be chosen for a moment.
        #expect(followed.events("direction changed").count <= 4)
        #expect(followed.last.direction == "ascending")
    }

    /// A line whose legs at a switchback, its third station, are one track for 600 m.
    static let hook = MadeTrack([(0, 0), (5_000, 0), (4_400, 0), (1_000, 2_000)])
    static let hookStations = [0.0, 2_500, 5_000, 7_500, 9_500]

    /// There, too, a train goes on: in either direction.
    @Test(arguments: [false, true], [1, 2, 3, 4, 5] as [UInt64])
    func aSwitchbackOnOneTrackIsNoTurn(isDescending: Bool, seed: UInt64) {
        var ride = MadeRide(seed: seed)
        ride.call(Self.hook, at: isDescending ? Self.hookStations.reversed() : Self.hookStations)
        let followed = FollowedRide(ride.fixes, on: made(Self.hook.railway("Z", stations: Self.hookStations)))
        #expect(followed.events("direction changed").isEmpty)
        #expect(followed.last.direction == (isDescending ? "descending" : "ascending"))
        #expect(followed.events("arrived") == (isDescending ? [3, 2, 1, 0] : [1, 2, 3, 4]).map { "arrived Z.\($0)" })
    }

    @Test func theLineThatTheRiderSaysIsKept() {
        let followed = FollowedRide(MadeRide(Self.beside, at: Self.halves[1...6]).fixes, on: Self.parallel, line: "A")
        #expect(followed.namedInOrder == ["A"])
        // No answer is better than another line's: the stops at B's stations are stops between A's.
        #expect(followed.events("arrived").isEmpty)
    }

    /// A train that waits short of its platform for a moment has not stopped between stations; one before a signal has, once.
    @Test(arguments: [(10, 0), (45, 1)]) func aStopBetweenStationsLasts(seconds: Int, told: Int) {
        let map = made(Self.straight.railway("A", stations: Self.kilometres))
        var ride = MadeRide(Self.straight, at: [2_000, 3_000, 4_000])
        ride.run(Self.straight, from: 4_000, to: 4_550)
        ride.stand(Self.straight, at: 4_550, for: seconds)
        ride.run(Self.straight, from: 4_550, to: 5_000)
        ride.stand(Self.straight, at: 5_000, for: 30)
        let followed = FollowedRide(ride.fixes, on: map)
        #expect(followed.events("stopped between stations").count == told)
        #expect(followed.events("arrived").count == 3)
    }
}
