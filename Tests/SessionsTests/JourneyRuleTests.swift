// SPDX-License-Identifier: MIT
import Sessions
import TestTraits
import Testing
import Tracking

/// The start and end of sessions, as documented in docs/sessions.md.
@Suite struct JourneyRuleTests {
    /// The first and last fix of each session, and the end reason of each but the last.
    private static func sessions(_ updates: [TrackerUpdate]) -> (ranges: [[Int64]], endings: [Session.Ending]) {
        var rule = JourneyRule()
        var ranges: [[Int64]] = [], endings: [Session.Ending] = []
        for (number, update) in updates.enumerated() {
            for change in rule.take(update, number: Int64(number)) {
                switch change {
                case .begins(let first): ranges.append([first])
                case .ends(let last, let ending):
                    ranges[ranges.count - 1].append(last)
                    endings.append(ending)
                }
            }
        }
        return (ranges, endings)
    }

    @Test func aCommuteEndsOnWalking() {
        let (ranges, endings) = Self.sessions(
            Made.journey([
                ("stationary", 0, 100), ("walking", 1.4, 300), ("stationary", 0, 200), ("train", 15, 900), ("stationary", 0, 30),
                ("train", 15, 600), ("stationary", 0, 20), ("walking", 1.4, 400),
            ]))
        // The walk to the train belongs to its ride; the walk after it is a separate session.
        #expect(ranges == [[100, 2149], [2150]])
        #expect(endings == [.walking])
    }

    @Test func standingForFifteenMinutesEndsIt() {
        let legs: [(String?, Double, Int)] = [("automotive", 10, 600), ("stationary", 0, 899), ("automotive", 10, 600)]
        #expect(Self.sessions(Made.journey(legs)).ranges == [[0]])
        let longer: [(String?, Double, Int)] = [("automotive", 10, 600), ("stationary", 0, 1200), ("automotive", 10, 600)]
        let (ranges, endings) = Self.sessions(Made.journey(longer))
        #expect(ranges == [[0, 600], [1800]])
        #expect(endings == [.standing])
    }

    /// The activity is sure of a start some 20 s later than the speed shows it, as after a night at home.
    @Test func aJourneyBeginsWhereTheSpeedShowsIt() {
        let legs: [(String?, Double, Int)] = [
            ("automotive", 10, 600), ("stationary", 0, 1200), ("stationary", 3, 1), ("stationary", 0, 5), ("stationary", 10, 20),
            ("automotive", 10, 600),
        ]
        #expect(Self.sessions(Made.journey(legs)).ranges == [[0, 600], [1806]])
        // Still standing for the activity, it ends the journey before.
        let doubted: [(String?, Double, Int)] = [("automotive", 10, 600), ("stationary", 10, 1000), ("automotive", 10, 600)]
        #expect(Self.sessions(Made.journey(doubted)).ranges == [[0, 600], [1501]])
    }

    /// One fix of another century, as from a receiver without the date.
    @Test func aFixFromTheFutureEndsNoCounting() {
        var updates = Made.journey([("automotive", 10, 600), ("stationary", 0, 1200), ("automotive", 10, 600)])
        var future = updates[5]
        let year2099 = TrackTime(nanoseconds: 4_070_908_800_000_000_000)
        future.time = year2099
        future.fix?.time = year2099
        updates.insert(future, at: 5)
        let (ranges, endings) = Self.sessions(updates)
        #expect(endings == [.standing] && ranges.count == 2 && ranges.last == [1801], "\(ranges)")
    }

    /// A receiver that learns the time under way: what it sent before and after cannot be one journey, since its times go back.
    @Test func aClockSetBackEndsIt() {
        let before = Made.journey([("automotive", 10, 600)])
        let after = before.prefix(300).map { given in
            var update = given
            update.time.nanoseconds -= 18_000_000_000_000
            update.fix?.time = update.time
            return update
        }
        let (ranges, endings) = Self.sessions(before + after)
        // The third fix shows that the clock was set.
        #expect(ranges == [[0, 599], [602]])
        #expect(endings == [.clock])
    }

    @Test func aWalkIsOneSession() {
        #expect(Self.sessions(Made.journey([("walking", 1.4, 3600)])).ranges == [[0]])
        #expect(Self.sessions(Made.journey([("stationary", 0, 3600)])).ranges == [])
    }

    @Test func aSlowTrainIsNotWalkedOutOf() {
        var updates = Made.journey([("train", 15, 300), ("walking", 2, 200), ("train", 15, 300)], line: "JR.Loop")
        for index in 300..<500 {
            updates[index].channels["line"] = .category("JR.Loop")
            updates[index].channels["offTrain"] = .number(0)
        }
        #expect(Self.sessions(updates).ranges == [[0]])
        // Off the train the same pace is walking.
        for index in 300..<500 { updates[index].channels["offTrain"] = .number(1) }
        #expect(Self.sessions(updates).ranges == [[0, 299], [300]])
    }

    @Test func fewStepsAreNoWalk() {
        let legs: [(String?, Double, Int)] = [("train", 15, 300), ("walking", 1, 50), ("train", 15, 300), ("walking", 1, 50)]
        #expect(Self.sessions(Made.journey(legs)).ranges == [[0]])
    }

    @Test func withoutAnActivityTheSpeedTells() {
        let legs: [(String?, Double, Int)] = [(nil, 0, 60), (nil, 12, 300), (nil, 0.2, 1000), (nil, 0, 200), (nil, 12, 300)]
        let (ranges, endings) = Self.sessions(Made.journey(legs))
        #expect(ranges == [[60, 360], [1560]])
        #expect(endings == [.standing])
    }

    @Test(arguments: [(metres: 500.0, ends: true), (metres: 60_000, ends: false)])
    func aLongGapIsStandingWhereNobodyMoved(metres: Double, ends: Bool) {
        var updates = Made.journey([("train", 15, 300)])
        let last = 299.0 * 15
        for second in 0..<100 {
            let at = 299.0 + 3600 + Double(second)
            updates.append(Made.update(Made.fix(at, metres: last + metres + Double(second) * 15), activity: "train", speed: 15))
        }
        #expect(Self.sessions(updates).ranges == (ends ? [[0, 299], [300]] : [[0]]))
    }

    @Test func lateAndUntimedFixesChangeNothing() {
        let updates = Made.journey([("train", 15, 300), ("stationary", 0, 600)])
        var disturbed = updates
        for index in stride(from: 10, to: 800, by: 7) {
            var late = updates[index - 5]
            if index % 2 == 0 { late.fix?.time = nil }
            late.channels["activity"] = .category("walking")
            disturbed[index] = late
        }
        #expect(Self.sessions(disturbed).endings == Self.sessions(updates).endings)
    }

    @Test func sessionsNeverOverlapWhateverComes() {
        var random = SplitMix(seed: 3)
        let activities: [String?] = ["stationary", "walking", "train", "automotive", "unknown", nil]
        for _ in 0..<200 {
            let legs = (0..<12).map { _ in
                (
                    activities.randomElement(using: &random) ?? nil, Double.random(in: 0...20, using: &random),
                    Int.random(in: 1...1100, using: &random)
                )
            }
            var end: Int64 = -1
            let ranges = Self.sessions(Made.journey(legs)).ranges
            for (place, range) in ranges.enumerated() {
                #expect(range[0] > end)
                if range.count == 2 { #expect(range[1] >= range[0]) } else { #expect(place == ranges.count - 1) }
                end = range.last ?? end
            }
        }
    }
}
