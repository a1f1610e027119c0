// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// What hindsight makes of the stands before, between and after rides.
@Suite(.computing) struct HindsightTests {
    private typealias Pace = PlatformStands.Pace

    /// - Parameters:
    ///   - interval: Seconds between fixes.
    ///   - error: The standard deviation of each position in metres.
    private func settled(_ paces: [(Pace, Int)], _ railways: [(Int?, Int)], every interval: Double = 1, error: Double = 5) -> [Int?] {
        let paces = paces.flatMap { Array(repeating: $0.0, count: $0.1) }
        let railways = railways.flatMap { Array(repeating: $0.0, count: $0.1) }
        return PlatformStands(paces: paces, times: paces.indices.map { interval * Double($0) }, errors: paces.map { _ in error }).apply(
            to: railways)
    }

    private func seconds(_ railways: [Int?], of line: Int?) -> Int { railways.count { $0 == line } }

    @Test func theWaitOnThePlatformIsNoRide() {
        // Walks, waits 120 s, rides 200 s; the forward pass was on the train from the start of the wait.
        let railways = settled([(.slow, 60), (.standing, 120), (.fast, 200)], [(nil, 60), (7, 320)])
        #expect(railways.prefix(60 + 120 - 36).allSatisfy { $0 == nil })
        #expect(railways.suffix(200 + 34).allSatisfy { $0 == 7 })
    }

    @Test func theLastStandIsPartOfTheRide() {
        // The backward pass takes the last 40 s of the train for a wait.
        let railways = settled([(.fast, 200), (.standing, 40), (.slow, 100)], [(7, 195), (nil, 145)])
        #expect(railways.prefix(240).allSatisfy { $0 == 7 })
        #expect(railways.suffix(90).allSatisfy { $0 == nil })
    }

    /// Where a line ends beside another, or the last position is poor, a pass may name the neighbour while the train stands.
    @Test func aTrainDoesNotChangeItsLineWhereItStands() {
        let railways = settled([(.fast, 200), (.standing, 30), (.slow, 100)], [(7, 210), (8, 25), (nil, 95)])
        #expect(railways.prefix(230).allSatisfy { $0 == 7 })
        #expect(!railways.contains(8))
    }

    @Test func theFirstStepMayStillBeOnTheTrainIfFixesAreRare() {
        let railways = settled([(.fast, 40), (.standing, 4), (.slow, 20)], [(7, 44), (nil, 20)], every: 5)
        #expect(railways[44] == 7 && railways[45] == nil)
    }

    /// A poor receiver shows steps while the rider sits.
    @Test func aPoorReceiverShowsLaterThatTheRiderHasAlighted() {
        let stand: [(Pace, Int)] = [(.standing, 5), (.slow, 8), (.standing, 5), (.slow, 100)]
        let good = settled([(.fast, 200)] + stand, [(7, 200), (nil, 118)], error: 5)
        let poor = settled([(.fast, 200)] + stand, [(7, 200), (nil, 118)], error: 30)
        #expect(seconds(good, of: 7) == 208)
        #expect(seconds(poor, of: 7) == 228)
    }

    @Test func changingTrainsOfOneLineIsOffTheTrain() {
        let railways = settled([(.fast, 200), (.standing, 30), (.slow, 60), (.standing, 90), (.fast, 200)], [(7, 580)])
        #expect((95...175).contains(seconds(railways, of: nil)), "\(seconds(railways, of: nil)) s")
        #expect(railways[210] == 7 && railways[300] == nil && railways[379] == 7)
    }

    @Test func aStopBetweenIsPartOfTheRide() {
        let railways = settled([(.fast, 200), (.standing, 200), (.fast, 200)], [(7, 600)])
        #expect(railways.allSatisfy { $0 == 7 })
    }

    /// Wherever the passes have changed the railway: while the train braked, stood, or never.
    @Test(arguments: [185, 230, 260]) func aTrainGoesOnUnderAnotherNameWhereItDeparts(change: Int) {
        let through = settled([(.fast, 200), (.standing, 60), (.fast, 200)], [(7, change), (8, 460 - change)])
        #expect(seconds(through, of: 7) == 260 && through[259] == 7)
    }

    /// A rider who walks to another train, on the other hand, has left the first.
    @Test func aChangeOnFootIsNoThroughTrain() {
        let railways = settled([(.fast, 200), (.standing, 20), (.slow, 60), (.standing, 60), (.fast, 200)], [(7, 290), (8, 250)])
        #expect(railways[219] == 7 && railways[338] == 8)
        #expect(seconds(railways, of: 7) < 290)
    }

    @Test func aWaitWithoutATrainIsNoRide() {
        let railways = settled([(.slow, 60), (.standing, 120), (.slow, 60)], [(nil, 60), (7, 120), (nil, 60)])
        #expect(railways.allSatisfy { $0 == nil })
        #expect(settled([], []).isEmpty)
    }

    /// A train that leaves into a tunnel: the next fix is far away, and by then the rider has alighted.
    @Test func aTrainMayLeaveUnseen() {
        let paces: [Pace] = Array(repeating: .standing, count: 180) + [.fast] + Array(repeating: .slow, count: 60)
        let times = (0..<180).map(Double.init) + (600..<661).map(Double.init)
        let railways = PlatformStands(paces: paces, times: times, errors: times.map { _ in 5 }).apply(
            to: Array(repeating: 7, count: 180) + Array(repeating: nil, count: 61))
        #expect(railways.prefix(140).allSatisfy { $0 == nil })
        #expect(railways[179] == 7)
    }

    /// A whole ride: waiting, riding, walking away.
    @Test func aRideBeginsAndEndsWhereItShould() throws {
        var ride = MadeRide()
        ride.stand(MadeLineTests.straight, at: 1_000, for: 150)
        ride.call(MadeLineTests.straight, at: Array(MadeLineTests.kilometres[1...6]))
        let network = TrackNetwork(made(MadeLineTests.straight.railway("A", stations: MadeLineTests.kilometres)))
        let railways = Hindsight(network, fixes: ride.fixes).railways
        #expect(railways.prefix(120).allSatisfy { $0 == nil })
        #expect(railways.dropFirst(175).allSatisfy { $0 == 0 })
    }
}
