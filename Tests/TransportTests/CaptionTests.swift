// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Railways
import RainSynthesis
import SoundAnalysis
import Testing
import Tracking

@testable import Sonification
@testable import Transport

/// Every event of a ride is one strike in the sound and one caption, at the same time.
@Suite(.serialized) struct CaptionTests {
    /// A line of four stations, 1 km apart, and one that crosses it.
    static let map: RailwayMap = {
        var map = RailwayMap()
        for (id, name, stops) in [
            ("X.Green", "Green Line", ["Ashida", "Benten", "Chiyo", "Daimon"]), ("X.Red", "Red Line", ["Benten", "Edo"]),
        ] {
            var railway = Railway(
                id: id, name: LocalizedName([.init(language: "en", text: name), .init(language: "ja", text: "\(name.prefix(1))線")]),
                color: "#008800")
            railway.stations = stops.enumerated().map { index, stop in
                Railway.Station(
                    id: "\(id).\(stop)", name: LocalizedName([.init(language: "ja", text: "\(stop)駅"), .init(language: "en", text: stop)]),
                    position: .init(latitude: 35 + Double(index) * 0.009, longitude: 139))
            }
            map.railways.append(railway)
        }
        return map
    }()

    private static let green: [(String, ChannelValue)] = [
        ("line", .category("X.Green")), ("direction", .category("ascending")), ("station", .category("X.Green.Benten")),
        ("offTrain", .number(0)), ("estimated", .number(0)), ("phase", .category("upcoming")),
    ]

    /// Every event of a railway tracker, alone and in crowds, and one at the very end.
    static let script: [Int: ScriptedTracker.Entry] = [
        4: .init(
            events: [
                .init(.onTrain, subject: "X.Green"), .init(.lineChanged, subject: "X.Green"),
                .init(.directionChanged, subject: "ascending"), .init(.departed, subject: "X.Green.Ashida"),
            ], channels: green),
        12: .init(events: [.init(.approaching, subject: "X.Green.Benten")]),
        16: .init(
            events: [.init(.passed, subject: "X.Green.Benten")],
            channels: [
                ("station", .category("X.Green.Chiyo")), ("previousStation", .category("X.Green.Benten")),
            ]),
        20: .init(events: [.init(.stoppedBetweenStations)]),
        24: .init(events: [.init(.destinationSoon, subject: "X.Green.Chiyo")]),
        28: .init(events: [.init(.approaching, subject: "X.Green.Chiyo")]),
        30: .init(events: [.init(.arrived, subject: "X.Green.Chiyo"), .init(.destinationReached, subject: "X.Green.Chiyo")]),
        36: .init(events: [.init(.offTrain)], channels: [("offTrain", .number(1))]),
        52: .init(
            events: [.init(.lineChanged, subject: "X.Red")], channels: [("line", .category("X.Red")), ("offTrain", .number(0))]),
        // One second after.
        53: .init(events: [.init(.departed, subject: "X.Red.Edo"), .init(.passed, subject: "X.Red.Benten")]),
        60: .init(events: [.init(.arrived, subject: "X.Red.Edo")]),
    ]

    /// The ride's captions in order, with the times at which they are told. Of simultaneous ones the most important gets its
    /// turn; at 45 the fix is lost for five seconds. The arrival at the destination is told once.
    static let expected: [(Int, String)] = [
        (4, "Now on the Green Line towards Daimon"), (7, "Departed Ashida"), (12, "Approaching Benten"),
        (20, "Stopped between Benten and Chiyo"), (24, "Get ready for Chiyo, your destination"), (28, "Approaching Chiyo"),
        (30, "Chiyo, your destination"), (36, "Off the train"), (46, "Passed Benten"), (52, "Now on the Red Line towards Edo"),
        (55, "Departed Edo"),
        (60, "Arrived at Edo"),
    ]

    /// One fix per second for a minute, at walking pace, except for a gap of ten seconds.
    private static let track = Made.header + (0...60).filter { !(41..<50).contains($0) }.map { Made.row($0, speed: 1.2) }.joined()

    private struct Rendered {
        var sound: Sound
        var cues: [Captions.Cue] = []
        var events: [EventRecord] = []
        var text = ""
    }

    private func render(
        speed: Double = 1, languages: [String] = [], preset: String = "commuter", base: String = "{}", level: AnnouncementLevel = .all,
        isLengthKnown: Bool = false
    ) async throws -> Rendered {
        let file = try TemporaryFile(Self.track)
        let input = try RideInput(file.path, rereads: true, tracker: ScriptedTracker.maker(Self.script))
        var performance = try Made.performance("preset: 1\ntitle: Test\nextends: \(preset)\nbase: \(base)\n")
        let survey = try Made.survey([input], performance.preset)
        performance.preset = survey.preset
        let clock = TrackClock(time0: survey.start, rate: 48_000, speed: speed)
        let sink = KeepingSink()
        let frames = survey.lastSample(by: clock) + performance.fadeFrames
        var captions = Captions(
            Announcer(RailwayNames(Self.map, languages: languages)), sampleRate: 48_000, level: level,
            length: isLengthKnown ? frames : .max)
        let log = CueLog()
        _ = try await OfflineRender(performance: performance, totalFrames: frames).run(
            [ScheduledTrack(ScheduledUpdates(survey.tracks[0].journey, clock: clock, end: survey.end))], to: sink,
            record: { record in
                log.cues += captions.cues(in: record)
                log.events += record.events
            })
        log.cues += captions.rest()
        return Rendered(
            sound: Sound(sampleRate: 48_000, interleaved: sink.samples, channelCount: 2), cues: log.cues, events: log.events,
            text: WebVTT.head("A <test>") + "\n" + log.cues.map { captions.text($0) + "\n" }.joined())
    }

    @Test func whatStandsIsToldOnceAndNothingOverlaps() async throws {
        let ride = try await render()
        #expect(ride.cues.map(\.text) == Self.expected.map(\.1), "\(ride.cues)")
        for (cue, (second, _)) in zip(ride.cues, Self.expected) {
            let late = Double(cue.start) / 48_000 - Double(second)
            #expect(late > -0.5 && late < 1.5, "\(cue)")
        }
        #expect(zip(ride.cues, ride.cues.dropFirst()).allSatisfy { $0.end <= $1.start })
        try checkStrikes(ride, without: try await render(base: "{ strikes.level: -60 }"))
    }

    /// At six times the speed the events crowd: all have their notes, and of the captions the less important give way.
    @Test func inACrowdTheLessImportantGivesWay() async throws {
        let ride = try await render(speed: 6)
        #expect(ride.events.count == 18)
        #expect(zip(ride.cues, ride.cues.dropFirst()).allSatisfy { $0.end <= $1.start }, "\(ride.cues)")
        for told in ["Get ready for Chiyo, your destination", "Chiyo, your destination", "Arrived at Edo"] {
            #expect(ride.cues.contains { $0.text == told }, "\(ride.cues)")
        }
    }

    /// However fast it goes, the captions are told within the sound.
    @Test(arguments: [1.0, 6, 30]) func noCaptionOutlastsTheSound(speed: Double) async throws {
        let ride = try await render(speed: speed, isLengthKnown: true)
        #expect(!ride.cues.isEmpty && ride.cues.allSatisfy { $0.start < $0.end && $0.end <= Int64(ride.sound.frames) }, "\(ride.cues)")
    }

    /// However fast it goes, no caption goes back to where the train was.
    @Test(arguments: [2.0, 3, 4, 6, 9, 14, 30]) func noCaptionGoesBack(speed: Double) async throws {
        let cues = try await render(speed: speed).cues.map(\.text)
        let places = [
            "Departed Ashida", "Approaching Benten", "Passed Benten", "Approaching Chiyo", "Arrived at Chiyo", "Departed Edo",
            "Arrived at Edo",
        ]
        let order = cues.compactMap { places.firstIndex(of: $0) }.filter { $0 != 2 }
        #expect(order == order.sorted(), "\(cues)")
    }

    /// A record of an event whose strike began at a second of sound; it may have waited for others.
    private func record(_ name: String, _ stop: String, occurred: Double, struck: Double) -> StateRecord {
        let event = EventRecord(
            name: name, say: nil, subject: "X.Green.\(stop)", due: Int64(occurred * 48_000), onset: Int64(struck * 48_000))
        return StateRecord(
            sample: event.onset, track: nil, time: TrackTime(nanoseconds: Int64(occurred * 1e9)), channels: .init(),
            parameters: SynthParameters(), events: [event])
    }

    /// The captions of records that follow one another.
    private func texts(_ records: StateRecord...) -> [String] {
        var captions = Captions(Announcer(RailwayNames(Self.map)), sampleRate: 48_000)
        return (records.flatMap { captions.cues(in: $0) } + captions.rest()).map(\.text)
    }

    /// The more important strike comes first, but an approach told after the arrival would send the rider back.
    @Test func anApproachStruckAfterTheArrivalIsNotTold() {
        let texts = texts(
            record("arrived", "Benten", occurred: 1.2, struck: 1.2), record("approaching", "Benten", occurred: 1.0, struck: 1.5),
            record("approaching", "Chiyo", occurred: 6, struck: 6))
        #expect(texts == ["Arrived at Benten", "Approaching Chiyo"])
    }

    /// The cue of the destination stands for that of the arrival there.
    @Test func anApproachIsNotToldAtTheDestination() {
        let texts = texts(
            record("destination soon", "Chiyo", occurred: 1, struck: 1), record("approaching", "Chiyo", occurred: 1.5, struck: 1.5),
            record("destination reached", "Chiyo", occurred: 2, struck: 2), record("approaching", "Chiyo", occurred: 1.8, struck: 8))
        #expect(texts == ["Get ready for Chiyo, your destination", "Chiyo, your destination"])
    }

    /// The loss gave way to the station and the departure.
    @Test func aFixWhoseLossWasNotToldDoesNotComeBack() {
        let texts = texts(
            record("fix lost", "Benten", occurred: 1, struck: 1), record("arrived", "Benten", occurred: 10.5, struck: 10.5),
            record("departed", "Benten", occurred: 11.2, struck: 11.2), record("fix back", "Benten", occurred: 20, struck: 20))
        #expect(texts == ["Arrived at Benten", "Departed Benten"])
    }

    /// After a seek, what waited is about another part of the ride.
    @Test func aSeekForgetsWhatWaits() {
        var captions = Captions(Announcer(RailwayNames(Self.map)), sampleRate: 48_000)
        var cues = captions.cues(in: record("arrived", "Benten", occurred: 1, struck: 1))
        cues += captions.cues(in: record("approaching", "Chiyo", occurred: 2, struck: 2))
        captions.forget()
        cues += captions.cues(in: record("arrived", "Ashida", occurred: 4, struck: 4)) + captions.rest()
        #expect(cues.map(\.text) == ["Arrived at Benten", "Arrived at Ashida"])
    }

    /// The levels of `--say`.
    @Test func lessIsSaidWhenAsked() async throws {
        let stations = try await render(level: .stations).cues.map(\.text)
        #expect(stations == Self.expected.map(\.1).filter { !$0.hasPrefix("Stopped between") })
        let alighting = try await render(level: .alighting).cues.map(\.text)
        #expect(alighting == ["Get ready for Chiyo, your destination", "Chiyo, your destination"])
    }

    /// The notes begin exactly at the captions: this checks the difference from the same sound without notes.
    private func checkStrikes(_ ride: Rendered, without: Rendered) throws {
        let preset = try PresetLibrary(folders: []).load("commuter")
        var notes: [Double] = []
        for event in ride.events {
            let rule = try #require(preset.events.first { $0.trigger.name == event.name })
            for index in rule.play.notes.indices { notes.append(Double(event.onset) / 48_000 + Double(index) * rule.play.gap) }
        }
        let channels = zip(ride.sound.channels, without.sound.channels).map { zip($0, $1).map { $0 - $1 } }
        var settings = OnsetDetector.Settings(bands: [250...1000, 1000...4000, 4000...12_000])
        settings.minimumGap = 0.05
        settings.range = 40
        let onsets = OnsetDetector.onsets(in: Sound(sampleRate: 48_000, channels: channels), settings: settings)
        for event in ride.events {
            let time = Double(event.onset) / 48_000
            let nearest = onsets.map { abs($0.time - time) }.min() ?? .infinity
            #expect(nearest <= 0.01, "\(event.name) at \(time) s: \(nearest) s")
        }
        let strays = onsets.filter { onset in !notes.contains { abs($0 - onset.time) < 0.015 } }
        #expect(strays.isEmpty, "\(strays)")
    }

    @Test func namesComeInTheLanguageAsked() async throws {
        let ride = try await render(languages: ["ja"])
        #expect(ride.cues.contains { $0.text == "Approaching Chiyo駅" })
        #expect(ride.cues.contains { $0.text == "Now on the R線 towards Edo駅" })
    }

    /// An event without a sound in the preset still gets a caption. Without notes the departure is due together with the more
    /// important line, and gives way to it.
    @Test func captionsNeedNoStrike() async throws {
        let ride = try await render(preset: "tone")
        #expect(ride.cues.map(\.text).sorted() == Self.expected.map(\.1).filter { $0 != "Departed Ashida" }.sorted())
    }

    /// WebVTT according to the standard: the signature, blocks separated by blank lines, rising starts, nothing that reads as
    /// markup.
    @Test func theFileIsWebVTT() async throws {
        let ride = try await render()
        #expect(ride.text.hasPrefix("WEBVTT\n\nNOTE A &lt;test&gt;\n\n"))
        let blocks = ride.text.components(separatedBy: "\n\n").dropFirst(2)
        #expect(blocks.count == Self.expected.count)
        var last = ""
        for (block, (_, words)) in zip(blocks, Self.expected) {
            let lines = block.split(separator: "\n").map(String.init)
            #expect(lines.count == 2 && lines[1] == words)
            let times = lines[0].components(separatedBy: " --> ")
            #expect(times.count == 2 && times.allSatisfy { $0.wholeMatch(of: /\d\d:[0-5]\d:[0-5]\d\.\d{3}/) != nil })
            #expect(times[0] > last && times[0] < times[1])
            last = times[0]
        }
    }
}

private final class CueLog {
    var cues: [Captions.Cue] = []
    var events: [EventRecord] = []
}

/// Stores the rendered sound.
final class KeepingSink: TransientSink {
    let place = "memory"
    private(set) var samples: [Float] = []
    var framesWritten: Int64 { Int64(samples.count / 2) }
    func write(_ frames: UnsafeBufferPointer<Float>) { samples += frames }
}
