// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

/// A log of applied changes survives the round trip through its lines bit by bit.
@Suite(.computing) struct AppliedLogTests {
    static func text(_ lines: [String]) -> Data { Data(lines.map { $0 + "\n" }.joined().utf8) }

    /// A set of awkward numbers.
    static func set(_ seed: UInt32) -> SynthParameters {
        var set = SynthParameters()
        var state = seed
        for id in ParameterID.allCases {
            state = state &* 1_664_525 &+ 1_013_904_223
            set[id] = Float(bitPattern: state)
        }
        return set
    }

    static func bits(_ set: SynthParameters) -> [UInt32] {
        ParameterID.allCases.map { set[$0].isNaN ? Float.nan.bitPattern : set[$0].bitPattern }
    }

    @Test func everyBitComesBack() throws {
        var configuration = EngineConfiguration()
        configuration.sampleRate = 96_000
        configuration.seed = .max
        configuration.parameters = Self.set(1)
        configuration.parameters[.toneLevel] = -0.0
        configuration.parameters[.bedPink] = .leastNonzeroMagnitude
        configuration.parameters[.bedWhite] = .infinity
        configuration.parameters[.bedBrown] = .nan
        configuration.parameters[.washLevel] = 0.1
        var entries: [TimelineEntry] = (0..<200).map {
            TimelineEntry(sample: Int64($0) << 40, payload: .parameters(Self.set(UInt32($0)), glide: Int32($0)))
        }
        let strike = SynthEvent(strike: .bell, frequency: 659.2551, level: -7.77, pan: -0.3, duckBy: 1e-30, duckRelease: 0.7)
        for payload: TimelineEntry.Payload in [
            .volume(gain: -3.3, muted: true), .event(strike), .event(SynthEvent(kind: .stop)),
            .event(SynthEvent(kind: .start)),
        ] { entries.append(TimelineEntry(sample: .max, payload: payload)) }

        let lines = [AppliedLog.header(configuration)] + entries.map(AppliedLog.line) + [AppliedLog.footer(frames: 77, missing: 0)]
        let log = try AppliedLog(reading: Self.text(lines), source: "log")
        #expect(log.frames == 77)
        #expect(log.configuration.sampleRate == 96_000 && log.configuration.seed == .max)
        #expect(Self.bits(log.configuration.parameters) == Self.bits(configuration.parameters))
        #expect(log.entries.count == entries.count)
        for (read, written) in zip(log.entries, entries) {
            #expect(read.sample == written.sample && read.generation == 0)
            switch (read.payload, written.payload) {
            case (.parameters(let a, let m), .parameters(let b, let n)): #expect(Self.bits(a) == Self.bits(b) && m == n)
            case (.volume(let a, let m), .volume(let b, let n)): #expect(a == b && m == n)
            case (.event(let a), .event(let b)):
                #expect(a.kind == b.kind)
                if a.kind == .strike { #expect("\(a)" == "\(b)") }
            default: Issue.record("\(read) came back for \(written)")
            }
        }
    }

    @Test func aBrokenLogSaysWhere() throws {
        let head = AppliedLog.header(EngineConfiguration())
        let entry = AppliedLog.line(TimelineEntry(sample: 3, payload: .volume(gain: 0, muted: false)))
        let foot = AppliedLog.footer(frames: 1, missing: 0)
        for (lines, line) in [
            ([], 0), (["rain"], 1), ([entry, foot], 1), ([head, "{}", foot], 2), ([head, entry], 2),
            ([head, entry, String(entry.dropLast(4)), foot], 3), ([head, entry, AppliedLog.footer(frames: 1, missing: 9)], 3),
            ([head, "", "", "{}", foot], 4), ([head, AppliedLog.footer(frames: -1, missing: 0)], 2),
            ([head, AppliedLog.footer(frames: .max, missing: 0)], 2),
            ([head.replacingOccurrences(of: "\"rate\":48000", with: "\"rate\":12345"), foot], 1),
            ([head.replacingOccurrences(of: "\"rate\":48000", with: "\"rate\":-5"), foot], 1),
            ([head.replacingOccurrences(of: "drops.rate", with: "drops.pace"), foot], 1),
        ] as [([String], Int)] {
            let fault = #expect(throws: InputFault.self) { try AppliedLog(reading: Self.text(lines), source: "log") }
            #expect(fault?.line == line && fault?.source == "log")
        }
    }
}
