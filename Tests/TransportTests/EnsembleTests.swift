// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import RealtimeExchange
import Sonification
import SoundAnalysis
import Testing
import Tracking

@testable import Transport

/// Several tracks of one input, or of several, played at once.
@Suite(.serialized) struct EnsembleTests {
    private typealias Thing = Made.Thing

    /// First the bytes, up to all of them, then the updates.
    @Test func aSurveyTellsHowFarItHasRead() throws {
        let file = try TemporaryFile(Made.table([Thing(id: "a", seconds: 0...19_999, speed: 3)]))
        var told: [ReadingProgress] = []
        _ = try RideSurvey(
            of: [RideInput(file, choice: .separate)], preset: try Made.performance().preset, isStrict: true, progress: { told.append($0) },
            onFault: { _ in })
        let shares = told.map(\.share), updates = told.map(\.updates)
        #expect(shares == shares.sorted() && shares.last == 1 && shares.contains { $0 > 0 && $0 < 1 })
        #expect(updates == updates.sorted() && updates.last == 20_000)
        #expect(told.allSatisfy { $0.title == file.path && ($0.updates == 0 || $0.share == 1) })
    }

    private struct Rendered {
        var samples: [Float]
        var records: [StateRecord] = []
        var loudness: Double {
            let meter = LoudnessMeter(sampleRate: 48_000, channelCount: 2)
            meter.add(Sound(sampleRate: 48_000, interleaved: samples, channelCount: 2))
            return meter.integrated
        }
        func isSilent(_ seconds: Range<Double>) -> Bool {
            samples[Int(seconds.lowerBound * 48_000) * 2..<Int(seconds.upperBound * 48_000) * 2].allSatisfy { $0 == 0 }
        }
    }

    private static func render(_ things: [Thing], _ text: String = Made.preset, gain: Float = 0, block: Int = 4096) async throws -> Rendered
    {
        let file = try TemporaryFile(Made.table(things))
        var performance = try Made.performance(text)
        performance.gain = gain
        let survey = try Made.survey([RideInput(file, choice: .separate)], performance.preset)
        #expect(survey.tracks.count == things.count)
        let clock = survey.clock(rate: 48_000, speed: 1)
        var render = OfflineRender(performance: performance, totalFrames: survey.lastSample(by: clock) + performance.fadeFrames)
        render.blockFrames = block
        let sink = KeepingSink(), log = RecordLog()
        let report = try await render.run(survey.heard(by: clock, until: survey.end), to: sink, record: { log.records.append($0) })
        #expect(report.telemetry.lateEntries == 0 && report.frames == render.totalFrames)
        return Rendered(samples: sink.samples, records: log.records)
    }

    @Test func idsAreTracks() throws {
        let things = (0..<66).map { Thing(id: "bus \($0)", seconds: $0...$0 + 3, speed: Double($0)) }
        let file = try TemporaryFile(Made.table(things))
        let preset = try Made.performance().preset
        let survey = try Made.survey([RideInput(file, choice: .separate)], preset)
        #expect(survey.tracks.map(\.name) == (0..<64).map { "bus \($0)" })
        #expect(survey.leftOut == ["bus 64", "bus 65"])
        for (index, track) in survey.tracks.enumerated() {
            #expect(track.start == Made.time(Double(index)) && track.end == Made.time(Double(index + 3)))
            var own = track.journey.updates()
            var speeds: [Double?] = []
            while let update = try own.next() { speeds.append(update.fix?.speed) }
            #expect(speeds == [Double?](repeating: Double(index), count: 4))
        }
        // Treated as one track, or only one of them.
        var input = try RideInput(file)
        #expect(try Made.survey([input], preset).tracks.count == 1)
        input.choice = .only("bus 65")
        let one = try Made.survey([input], preset)
        #expect(one.tracks.count == 1 && one.start == Made.time(65))
        input.choice = .only("tram")
        #expect(throws: InputFault.self) { try Made.survey([input], preset) }
        // Several files, each with its own ids.
        let other = try TemporaryFile(Made.rows(5))
        let both = try Made.survey([other, file].map { try RideInput($0, choice: .separate) }, preset)
        #expect(both.tracks.count == 64 && both.tracks[0].name == other.path && both.tracks[1].name == "\(file.path) bus 0")
        #expect(both.leftOut.count == 3 && both.start == Made.time(0) && both.end == Made.time(65))
    }

    /// The nights of a track of several days, and the days between files that are played together.
    @Test func daysApartLeaveGaps() throws {
        let preset = try Made.performance().preset
        func gaps(_ tables: String...) throws -> [Range<TrackTime>] {
            let files = try tables.map { try TemporaryFile($0) }
            return try withExtendedLifetime(files) {
                try Made.survey(files.map { try RideInput($0, choice: .separate) }, preset).gaps
            }
        }
        let days = [Thing(id: "a", seconds: 0...19, speed: 3), Thing(id: "a", seconds: 7200...7219, speed: 3)]
        let night = Made.time(19)..<Made.time(7200)
        #expect(try gaps(Made.table(days)) == [night])
        #expect(try gaps(Made.table([days[1]]), Made.table([days[0]])) == [night])
        // Another track fills the gap.
        #expect(try gaps(Made.table(days + [Thing(id: "b", seconds: 10...7210, speed: 3)])).isEmpty)
        // Rare fixes are no gaps.
        #expect(try gaps(Made.header + (0..<50).map { Made.row($0 * 7200, speed: 3) }.joined()).isEmpty)
    }

    private static let reading = """
        preset: 1
        title: Test
        place: abstract
        base: { drops.rate: 900, bed.pink: 0, bed.brown: 0, drops.impact.duration: 0.5, drops.bubble.duration: 8, drops.bubble.frequency: 1500 }
        map:
          - { from: speed, unit: m/s, to: drops.rate, domain: [0, 50], range: [600, 1800] }
        events:
          - { on: every 1 s, play: { voice: wood, notes: [a4], level: -20 } }
        """

    @Test(arguments: [reading, "preset: 1\ntitle: Test\nextends: commuter\n", "preset: 1\ntitle: Test\nextends: downpour\n", Made.tone])
    func manyAreAsLoudAsOne(_ text: String) async throws {
        var one: Double?
        for count in [1, 2, 8, 64] {
            let things = (0..<count).map { Thing(id: "\($0)", seconds: 0...6, speed: 20) }
            let found = try await Self.render(things, text, gain: -6).loudness
            let difference = found - (one ?? found)
            print("\(count) tracks: \(found) LUFS, \(difference) LU")
            #expect(abs(difference) < 1, "\(count) tracks: \(difference) LU")
            one = one ?? found
        }
    }

    @Test func blocksChangeNothing() async throws {
        let things = [
            Thing(id: "a", seconds: 0...4, speed: 8), Thing(id: "b", seconds: 1...6, speed: 20), Thing(id: "c", seconds: 2...3, speed: 45),
        ]
        let expected = try await Self.render(things)
        for block in [64, 480, 1000] {
            let other = try await Self.render(things, block: block)
            #expect(other.samples == expected.samples, "blocks of \(block)")
            #expect(other.records.map(\.json) == expected.records.map(\.json))
        }
        #expect(zip(expected.records, expected.records.dropFirst()).allSatisfy { $0.sample <= $1.sample })
        #expect(expected.records.allSatisfy { ["a", "b", "c"].contains($0.track) })
    }

    @Test func eachIsHeardFromItsFirstFixToItsLast() async throws {
        let things = [
            Thing(id: "a", seconds: 0...3, speed: 8), Thing(id: "b", seconds: 8...12, speed: 20), Thing(id: "c", seconds: 9...10, speed: 5),
        ]
        let found = try await Self.render(things, Self.reading)
        // The last strike of a falls at 3 s and may ring for 1.5 s.
        #expect(!found.isSilent(0.1..<3) && found.isSilent(4.8..<8) && !found.isSilent(8.1..<12))
        let b = found.records.filter { $0.track == "b" }
        #expect(try #require(b.first).sample == Int64(384_000))
    }

    /// Each track's timeline is that of its own file alone, at its offset.
    @Test func eachIsAsItIsAlone() async throws {
        let things = [Thing(id: "a", seconds: 0...6, speed: 8), Thing(id: "b", seconds: 0...6, speed: 30)]
        let file = try TemporaryFile(Made.table(things))
        let performance = try Made.performance()
        let survey = try Made.survey([RideInput(file, choice: .separate)], performance.preset)
        let clock = survey.clock(rate: 48_000, speed: 1)
        let places = TrackSlot.places(2, in: performance.preset)
        for index in 0..<2 {
            let preset = performance.preset.placed(at: places[index])
            func told(_ journey: Journey, _ place: TrackSlot) throws -> [TimelineEntry] {
                let part = TrackPart(
                    source: ScheduledUpdates(journey, clock: clock), preset: preset, slot: place, collectsSent: true,
                    sampleRate: 48_000,
                    producer: EventQueue<TimelineEntry>(capacity: 4096).takeProducer())
                for sample in stride(from: Int64(4096), to: 7 * 48_000, by: 4096) { try part.conduct(to: sample) }
                return part.conductor.takeSent()
            }
            let own = try TemporaryFile(Made.table([things[index]]))
            let alone = try told(Made.survey([RideInput(own)], performance.preset).tracks[0].journey, .alone)
            let among = try told(survey.tracks[index].journey, places[index])
            try #require(alone.count == among.count && alone.count > 5)
            let delay = places[index].delay(sampleRate: 48_000)
            #expect(zip(among, among.dropFirst()).allSatisfy { $0.sample <= $1.sample })
            func sets(_ entries: [TimelineEntry]) -> [(Int64, SynthParameters)] {
                entries.compactMap { if case .parameters(let set, _) = $0.payload { ($0.sample, set) } else { nil } }
            }
            func strikes(_ entries: [TimelineEntry]) -> [(Int64, Float)] {
                entries.compactMap { if case .event(let event) = $0.payload { ($0.sample, event.frequency) } else { nil } }
            }
            for (one, other) in zip(sets(alone), sets(among)) {
                let expected = places[index].applied(to: one.1)
                #expect(one.0 == other.0 && ParameterTable.all.allSatisfy { expected[$0.id] == other.1[$0.id] })
            }
            #expect(strikes(alone).count > 2)
            for (one, other) in zip(strikes(alone), strikes(among)) { #expect(one.0 + delay == other.0 && one.1 == other.1) }
        }
    }

    @Test func neighboursDiffer() throws {
        let places = TrackSlot.places(64, in: try Made.performance().preset)
        let presets = places.map { (try? Made.performance().preset.placed(at: $0))?.restingParameters ?? SynthParameters() }
        #expect(presets[0][.dropsPan] == 0 && presets[0][.dropsMaterial] == 0)
        for (one, other) in zip(presets, presets.dropFirst()) {
            #expect(abs(one[.dropsPan] - other[.dropsPan]) > 0.3 && one[.dropsMaterial] != other[.dropsMaterial])
        }
        let pans = presets.map { $0[.dropsPan] }
        #expect(Set(pans).count == 64 && abs(pans.reduce(0, +)) < 2 && pans.allSatisfy { abs($0) <= 0.9 })
    }
}
