// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing
import Tracking

@testable import Listening

/// What is true in a sound: labels, files, spans.
struct FactTests {
    @Test func labelsSayFacts() {
        let label = FactLabel("speed 36 km/h; line.colour 3 (tin, also 4); lost off; phase any other name. Harder rain is faster.")
        #expect(
            label.facts == ["speed": .number(10), "line.colour": .number(3), "lost": .number(0), "phase": .category("any other name")])
        #expect(label.event == nil)
        let event = FactLabel("event fix lost; speed 0.5 m/s")
        #expect(event.event == "fix lost" && event.facts == ["speed": .number(0.5)])
        #expect(FactLabel("at rest. The rain at rest.").facts.isEmpty)
        #expect(FactLabel("climb -1,500 m/h").facts == ["climb": .number(-1500 / 3600.0)])
        // A table's columns are named with their units.
        let column = FactLabel("csv.rain (mm) 1.5; csv.wind speed 10m (km/h) 1,200 (tin); csv.PM 2.5 at its least; csv.code any other name")
        #expect(
            column.facts == [
                "csv.rain (mm)": .number(1.5), "csv.wind speed 10m (km/h)": .number(1200), "csv.PM 2.5": .category("at its least"),
                "csv.code": .category("any other name"),
            ])
        #expect(FactLabel("").facts.isEmpty && FactLabel("; ; (").facts.isEmpty)
    }

    /// Its hearing would take gigabytes: a file of two hours and a minute is refused, at the cost of its header.
    @Test func aSoundOfManyHoursIsRefused() async throws {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
        // 8 bits, one channel at 16 Hz.
        let size = UInt32(16 * (2 * 3600 + 60))
        var wave = Data("RIFF".utf8) + bytes(size + 36) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        wave += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(16)) + bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(8))
        wave += Data("data".utf8) + bytes(size) + Data(count: Int(size))
        let folder = try Folder(), sound = folder.file("night.wav")
        try wave.write(to: sound)
        try folder.write("time,speed\n0,1\n", to: "night.csv")
        let source = LessonSource(.file(sound.path, truth: folder.path("night.csv")), noiseSeed: 1)
        let error = await #expect(throws: SoundFileError.self) { _ = try await source.lessons(nil) }
        #expect(error?.description.contains("longer than 2 hours") == true)
    }

    @Test func aSwitchThatOneCueNamesIsOffInTheOthers() {
        let truth = FactLabel.timeline([(0, 2, "at rest"), (2.3, 4, "lost on; speed 1 m/s"), (4, 6, "speed 2 m/s")])
        #expect(truth.constant("lost", from: 0.5, to: 1.5) == "0")
        #expect(truth.constant("lost", from: 2.5, to: 3.9) == "1")
        #expect(truth.constant("lost", from: 3.5, to: 4.5) == nil)
        #expect(truth.mean("speed", from: 3, to: 5) == 1.5)
        // Unknown in the silence and after the end.
        #expect(truth.mean("speed", from: 2.1, to: 3) == nil && truth.mean("speed", from: 5, to: 7) == nil)
    }

    @Test func filesOfTruthAgree() throws {
        let folder = try Folder()
        func read(_ name: String, _ text: String) throws -> FactTimeline {
            try TruthFile.read(try folder.write(text, to: name).path, sampleRate: 1000)
        }
        let table = try read("a.csv", "time,speed,line,event\n0,1,A,\n2,3,B,arrived\n4,NaN,B,\n6,3,B,\n")
        let log = try read(
            "a.jsonl",
            """
            {"sample":0,"channels":{"speed":1,"line":"A"},"parameters":{"x":[1,{"y":2}]},"events":[]}
            {"sample":2000,"time":"2026-01-01T00:00:00Z","channels":{"speed":3,"line":"B"},"events":[{"name":"arrived","due":1990,"onset":2000}]}
            {"drop":1,"sample":2100}
            {"sample":4000,"channels":{"line":"B"},"events":[]}
            {"sample":6000,"channels":{"speed":3,"line":"B"},"events":[]}

            """)
        let captions = try read(
            "a.vtt",
            """
            WEBVTT

            NOTE x

            00:00:00.000 --> 00:00:02.000
            speed 1 m/s; line A

            00:02.000 --> 00:04.000 align:start
            event arrived; speed 3 m/s; line B

            00:00:04.000 --> 00:00:06.000
            line B

            00:00:06.000 --> 00:00:07.000
            speed 3 m/s; line B
            """)
        // As of a playback that was ended at once.
        #expect(try read("b.jsonl", "\n").names.isEmpty)
        for truth in [table, log, captions] {
            #expect(truth.names == ["line", "speed"])
            #expect(truth.mean("speed", from: 1, to: 3) == 2)
            #expect(truth.mean("speed", from: 3, to: 5) == nil)
            #expect(truth.constant("line", from: 2, to: 6) == "B")
            #expect(truth.events == [FactTimeline.Event(time: 2, name: "arrived")])
        }
        #expect(FactKind("speed", in: [table]) == .classes)
        #expect(FactKind("line", in: [table]) == .classes)
        var numbers = table
        numbers.set(["speed": .number(9)], at: 8)
        #expect(FactKind("speed", in: [numbers]) == .number)
        #expect(throws: InputFault.self) { try read("b.csv", "speed\n1\n") }
        #expect(throws: InputFault.self) { try read("c.csv", "time,speed\nx,1\n") }
        #expect(throws: InputFault.self) { try read("d.jsonl", "[1]\n") }
        // A row holds until the next, so their order matters; rows of one time are one.
        #expect(throws: InputFault.self) { try read("e.csv", "time,speed\n0,1\n10,5\n5,3\n") }
        #expect(try read("f.csv", "time,speed,event\n0,1,\n5,3,\n5,3,arrived\n").events.count == 1)
    }
}
