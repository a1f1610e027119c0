// SPDX-License-Identifier: MIT
import Foundation
import Railways
import Synchronization
import Testing
import Tracking

@testable import Transport

/// However fast fixes arrive and however slowly they are consumed, the lines are the same bytes.
@Suite struct PaceTests {
    /// A line to the east with a station every kilometre, and a parallel one.
    private static let map: RailwayMap = {
        var map = RailwayMap()
        map.railways = [("A", 0.0, 0.0), ("B", 9e-5, 500.0)].map { id, north, shift in
            var railway = Railway(id: id, name: LocalizedName(id), color: "#000000")
            func position(_ metres: Double) -> Railway.Position {
                Railway.Position(latitude: 35 + north, longitude: 139 + metres / 91_290)
            }
            railway.segments = [Railway.Segment(isUnderground: false, points: (0...30).map { position(Double($0) * 500) })]
            railway.stations = (0..<14).map {
                Railway.Station(id: "\(id).\($0)", name: LocalizedName("\($0)"), position: position(Double($0) * 1_000 + shift))
            }
            return railway
        }
        return map
    }()

    /// A train that runs a kilometre in 50 s and stands for 25 s, with late fixes, duplicates, fixes without a position, and a
    /// gap.
    private static func fixes(_ count: Int, every seconds: Double) -> [Fix] {
        var fixes: [Fix] = []
        for number in 0..<count {
            let second = Double(number) * seconds
            if second > 400, second < 460 { continue }
            let cycle = (second / 75).rounded(.down)
            let run = min(1, (second - cycle * 75) / 50)
            var fix = Fix()
            fix.time = Made.time(number % 41 == 40 ? second - 3 * seconds : number % 37 == 36 ? second - seconds : second)
            fix.latitude = number % 53 == 52 ? nil : 35.000_04
            fix.longitude = 139 + (cycle + run) * 1_000 / 91_290
            fix.accuracy = 10
            fixes.append(fix)
        }
        return fixes
    }

    private struct PacedReader: FixReader {
        let extraNames: [String] = []
        let fixes: [Fix]
        /// The time to read each fix.
        let pause: @Sendable (_ number: Int) -> Double
        private var given = 0

        init(_ fixes: [Fix], pause: @escaping @Sendable (Int) -> Double) {
            self.fixes = fixes
            self.pause = pause
        }

        mutating func next() throws(InputFault) -> ReaderItem? {
            guard given < fixes.count else { return nil }
            let seconds = pause(given)
            if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
            defer { given += 1 }
            return .fix(fixes[given])
        }
    }

    private struct Taken {
        var bytes: [UInt8] = []
        var fixes: [Fix] = []
    }

    /// - Parameter pause: seconds between reads of updates.
    private static func taken(
        _ fixes: [Fix], reading: @escaping @Sendable (Int) -> Double, taking: (Int) -> Double = { _ in 0 }
    ) async throws -> Taken {
        let stream = UpdateStream(tracker: RideTracker.maker(map: map)) {
            TimedReader(PacedReader(fixes, pause: reading), source: "made")
        }
        var taken = Taken()
        var count = 0
        while let update = try await stream.next() {
            TrackLine.write(update, to: &taken.bytes)
            if let fix = update.fix { taken.fixes.append(fix) }
            let pause = taking(count)
            if pause > 0 { try await Task.sleep(for: .seconds(pause)) }
            count += 1
        }
        return taken
    }

    /// The track at 10 Hz, at 1x, at 20x, and at full reading speed.
    @Test func onceTwentyTimesAndAtOnce() async throws {
        let fixes = Self.fixes(25, every: 0.1)
        let atOnce = try await Self.taken(fixes, reading: { _ in 0 })
        async let twenty = Self.taken(fixes, reading: { _ in 0.005 })
        async let once = Self.taken(fixes, reading: { _ in 0.1 })
        #expect(try await twenty.bytes == atOnce.bytes)
        #expect(try await once.bytes == atOnce.bytes)
        #expect(atOnce.fixes == fixes)
    }

    /// A complete ride against a slow source and against a slow subscriber: every fix once, in order, the same bytes.
    @Test func slowSubscribersLoseNothing() async throws {
        let fixes = Self.fixes(900, every: 1)
        let plain = try await Self.taken(fixes, reading: { _ in 0 })
        #expect(plain.fixes == fixes)
        #expect(String(decoding: plain.bytes, as: UTF8.self).contains("\"A.3\""))
        async let slowSource = Self.taken(fixes, reading: { $0 % 50 == 7 ? 0.02 : 0.0005 })
        async let slowTaker = Self.taken(fixes, reading: { _ in 0 }, taking: { $0 % 100 == 3 ? 0.04 : 0 })
        let (source, taker) = (try await slowSource, try await slowTaker)
        #expect(source.bytes == plain.bytes)
        #expect(taker.bytes == plain.bytes)
        #expect(taker.fixes == fixes)
    }

    /// Straight from the tracker, without a processor between: the same again.
    @Test func theWayThroughTheProcessorChangesNothing() async throws {
        let fixes = Self.fixes(900, every: 1)
        var tracker = RideTracker.maker(map: Self.map)([])
        var bytes: [UInt8] = []
        for fix in fixes { for update in tracker.step(to: fix) { TrackLine.write(update, to: &bytes) } }
        #expect(try await Self.taken(fixes, reading: { _ in 0 }).bytes == bytes)
    }

    /// A display that reads only the newest delays nothing, and takes nothing from subscribers of every line.
    @Test func severalSubscribers() async throws {
        let fixes = Self.fixes(900, every: 1)
        let processor = SerialProcessor<Fix, TrackerStep>(capacity: 16, state: RideTracker.maker(map: Self.map)([])) { $0.step(to: $1) }
        func lines(_ policy: SubscriptionPolicy, pause: Duration?) -> Task<[[UInt8]], any Error> {
            let steps = processor.subscribe(policy)
            return Task {
                var lines: [[UInt8]] = []
                for await step in steps {
                    var line: [UInt8] = []
                    TrackLine.write(step.update, to: &line)
                    lines.append(line)
                    if let pause, lines.count % 60 == 1 { try await Task.sleep(for: pause) }
                }
                return lines
            }
        }
        let quick = lines(.every(buffer: 64), pause: nil)
        let slow = lines(.every(buffer: 1), pause: .milliseconds(20))
        let newest = lines(.newest, pause: .milliseconds(50))
        for fix in fixes { try await processor.submit(waiting: fix) }
        processor.finish()
        let every = try await quick.value
        #expect(every.count == fixes.count)
        #expect(try await slow.value == every)
        let seen = try await newest.value
        #expect(seen.last == every.last)
        #expect(seen.count <= every.count)
        // Its values come in the same order.
        var rest = every[...]
        let isInOrder = seen.allSatisfy { line in
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
        #expect(isInOrder)
    }
}
