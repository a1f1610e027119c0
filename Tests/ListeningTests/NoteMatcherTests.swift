// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing

@testable import Listening

/// Events that share their notes.
@Suite(.computing) struct NoteMatcherTests {
    /// Notes in Hz at seconds from the onset. The end of `late` is the whole of `early`.
    private static let notes: [String: [(time: Double, pitch: Double)]] = [
        "early": [(0, 700), (0.5, 1100)], "late": [(0, 1700), (0.4, 700), (0.9, 1100)],
    ]

    private static func hearing(_ events: [(time: Double, name: String)]) -> Hearing {
        let rate = 48_000
        var stream = SplitMix(seed: 3)
        var samples = (0..<Int(((events.last?.time ?? 0) + 3) * Double(rate))).map { _ in Float.random(in: -0.001...0.001, using: &stream) }
        for event in events {
            for note in notes[event.name] ?? [] {
                let first = Int((event.time + note.time) * Double(rate))
                for frame in 0..<rate / 4 {
                    let time = Double(frame) / Double(rate)
                    samples[first + frame] += Float(0.05 * exp(-12 * time) * sin(2 * .pi * note.pitch * time))
                }
            }
        }
        return Hearing(of: Sound(sampleRate: rate, channels: [samples]))
    }

    /// A matcher that has learnt both, each from four examples that sound alone.
    private static func taught() throws -> NoteMatcher {
        let events = (1...8).map { (time: 2.5 * Double($0), name: $0 % 2 == 0 ? "early" : "late") }
        var truth = FactTimeline()
        for event in events { truth.addEvent(event.name, at: event.time) }
        return try #require(NoteMatcher([Lesson(hearing: hearing(events), truth: truth)]))
    }

    /// Each is found once, at its onset: the first is not taken for the end of the second as well.
    @Test func anEventIsFoundOnce() throws {
        let matcher = try Self.taught()
        let asked = [2.2, 5.1, 7.7, 9.2, 11.9].enumerated().map { (time: $1, name: ["early", "early", "late", "early", "late"][$0]) }
        let found = matcher.matches(in: Self.hearing(asked))
        #expect(found.map(\.name) == asked.map(\.name))
        for (found, asked) in zip(found, asked) { #expect(abs(found.time - asked.time) < 0.1) }
    }

    /// Both are found when their notes interleave.
    @Test func interleavedEventsAreAllFound() throws {
        let matcher = try Self.taught()
        let asked: [(time: Double, name: String)] = [
            (2.2, "late"), (2.5, "early"), (6, "early"), (6.3, "late"), (6.65, "early"),
        ]
        let found = matcher.matches(in: Self.hearing(asked))
        #expect(found.map(\.name) == asked.map(\.name))
        for (found, asked) in zip(found, asked) { #expect(abs(found.time - asked.time) < 0.05) }
    }
}
