// SPDX-License-Identifier: MIT
import TestTraits
import Testing
import Tracking

@testable import Railways

/// What hindsight makes of the stands before, between and after rides.
@Suite(.computing) struct HindsightTests {
    private typealias Pace = PlatformStands.Pace

    /// One fix per second.
    private func settled(_ paces: [(Pace, Int)], _ railways: [(Int?, Int)]) -> [Int?] {
        let paces = paces.flatMap { Array(repeating: $0.0, count: $0.1) }
        let railways = railways.flatMap { Array(repeating: $0.0, count: $0.1) }
        return PlatformStands(paces: paces, times: paces.indices.map(Double.init)).apply(to: railways)
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

    @Test func changingTrainsOfOneLineIsOffTheTrain() {
        let railways = settled([(.fast, 200), (.standing, 30), (.slow, 60), (.standing, 90), (.fast, 200)], [(7, 580)])
        #expect((95...175).contains(seconds(railways, of: nil)), "\(seconds(railways, of: nil)) s")
        #expect(railways[210] == 7 && railways[300] == nil && railways[379] == 7)
    }

    @Test func aStopBetweenIsPartOfTheRide() {
        let railways = settled([(.fast, 200), (.standing, 200), (.fast, 200)], [(7, 600)])
        #expect(railways.allSatisfy { $0 == 7 })
        let through = settled([(.fast, 200), (.standing, 60), (.fast, 200)], [(7, 230), (8, 230)])
        #expect(through == Array(repeating: 7, count: 230) + Array(repeating: 8, count: 230))
    }

    @Test func nothingMovesOrNothingIsThere() {
        #expect(settled([(.standing, 30)], [(7, 30)]) == Array(repeating: 7, count: 30))
        #expect(settled([], []).isEmpty)
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
