// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

/// A journey returns what it stored, to the bit, from any of its instants on.
@Suite struct JourneyTests {
    private static func journey(_ updates: [TrackerUpdate], inMemory most: Int = 1 << 20) throws -> Journey {
        var writer = JourneyWriter(to: ByteStore(for: "made", inMemory: most))
        for update in updates { try writer.add(update) }
        return try writer.end()
    }

    private static func all(_ cursor: JourneyCursor) throws -> [TrackerUpdate] {
        var (cursor, found) = (cursor, [TrackerUpdate]())
        while let update = try cursor.next() { found.append(update) }
        return found
    }

    /// To the bit, so that NaN equals itself and -0 does not equal 0.
    private static func text(_ update: TrackerUpdate) -> String {
        func bits(_ value: Double?) -> String { value.map { String($0.bitPattern) } ?? "-" }
        let channels = update.channels.entries.map {
            "\(Array($0.name.utf8)) \($0.value.category.map { "\(Array($0.utf8))" } ?? bits($0.value.number))"
        }
        let fix = update.fix.map { fix in
            let numbers =
                [fix.latitude, fix.longitude, fix.plane?.x, fix.plane?.y, fix.altitude, fix.speed, fix.course, fix.accuracy] + fix.extras
            return "\(fix.time?.nanoseconds ?? -1) \(numbers.map(bits)) \(fix.startsSegment) \(fix.isNoFix) \(fix.track ?? "-")"
        }
        return "\(update.time.nanoseconds) \(fix ?? "tick") \(channels) \(update.events) \(update.isDoubtful)"
    }

    private static func number(_ random: inout SplitMix) -> Double {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: 0
        case 1: -0.0
        case 2: .nan
        case 3: .infinity
        case 4: Double(bitPattern: .random(in: 0 ... .max, using: &random))
        default: Double(Int.random(in: 0..<4, using: &random))
        }
    }

    private static func update(at time: Int64, _ random: inout SplitMix) -> TrackerUpdate {
        var update = TrackerUpdate(time: TrackTime(nanoseconds: time), fix: nil)
        if Bool.random(using: &random) {
            var fix = Fix()
            if Bool.random(using: &random) { fix.time = update.time }
            if Bool.random(using: &random) { (fix.latitude, fix.longitude) = (number(&random), number(&random)) }
            if Bool.random(using: &random) { fix.plane = PlanePoint(x: number(&random), y: number(&random)) }
            if Bool.random(using: &random) { fix.extras = [nil, number(&random)] }
            if Int.random(in: 0..<4, using: &random) == 0 { fix.track = "雨\u{0}" }
            (fix.startsSegment, fix.isNoFix) = (Bool.random(using: &random), Bool.random(using: &random))
            update.fix = fix
        }
        let names = ["speed", "fixAge", "a channel with a long name", "é", "e\u{301}", "", "line", "csv.雨"] + (0..<30).map { "c\($0)" }
        for name in names where Int.random(in: 0..<3, using: &random) > 0 {
            let isWord = Int.random(in: 0..<4, using: &random) == 0
            update.channels.append(name, isWord ? .category(names.randomElement(using: &random) ?? "") : .number(number(&random)))
        }
        while Int.random(in: 0..<4, using: &random) == 0 {
            update.events.append(
                TrackEvent(
                    TrackEvent.Kind.allCases.randomElement(using: &random) ?? .left, subject: Bool.random(using: &random) ? "JR.雨" : nil))
        }
        update.isDoubtful = Int.random(in: 0..<5, using: &random) == 0
        return update
    }

    @Test(arguments: [0, 5_000, 1 << 24]) func anyUpdatesComeAgain(inMemory most: Int) throws {
        var random = SplitMix(seed: UInt64(most) + 3)
        for count in [0, 1, 2, 700] {
            var time: Int64 = 0
            let updates = (0..<count).map { index in
                switch Int.random(in: 0..<4, using: &random) {
                case 0: time = [Int64.min, .max, 0, -1].randomElement(using: &random) ?? 0
                case 1: time = .random(in: .min ... .max, using: &random)
                default: time &+= 100_000_000
                }
                return Self.update(at: time, &random)
            }
            let found = try Self.all(Self.journey(updates, inMemory: most).updates())
            let isSame = found.map(Self.text) == updates.map(Self.text)
            #expect(isSame, "\(count)")
        }
    }

    /// From an instant on: everything that is not before it, and the last item that is.
    @Test func anyInstantIsFound() throws {
        var random = SplitMix(seed: 9)
        var latest = 0.0
        let updates = (0..<9_000).map { index in
            // Some are late.
            latest += 1
            let late = Int.random(in: 0..<50, using: &random) == 0 ? Double.random(in: 0...700, using: &random) : 0
            var update = TrackerUpdate(time: TrackTime(nanoseconds: Int64((latest - late) * 1e9)), fix: nil)
            update.channels.append("number", .number(Double(index)))
            return update
        }
        let journey = try Self.journey(updates, inMemory: 0)
        for second in [-1, 0, 1, 17, 4_500, 8_999, 9_000, 9_800] + (0..<20).map({ _ in Int.random(in: 0..<9_000, using: &random) }) {
            let time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            let found = try Self.all(journey.updates(from: time))
            let isSame = found == updates.suffix(found.count)
            #expect(isSame)
            let first = updates.firstIndex { $0.time >= time } ?? updates.count
            #expect(updates.count - found.count <= max(0, first - 1) && first - (updates.count - found.count) <= 2_048, "\(second)")
        }
    }

    /// An hour without a fix is 36,000 ticks, most of which only advance the time.
    @Test func ticksTakeLittleRoom() throws {
        var tracker = MotionTracker()
        var updates: [TrackerUpdate] = []
        for second in [0, 1, 2, 3, 4, 5, 3_700, 3_701] {
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Int64(second) * 1_000_000_000)
            fix.speed = Double(second)
            updates += Array(tracker.step(to: fix))
        }
        #expect(updates.count > 36_000)
        let store = ByteStore(for: "made", inMemory: 1 << 20)
        var writer = JourneyWriter(to: store)
        for update in updates { try writer.add(update) }
        let journey = try writer.end()
        #expect(store.count < 2 * updates.count)
        #expect(try Self.all(journey.updates()) == updates)
    }
}
