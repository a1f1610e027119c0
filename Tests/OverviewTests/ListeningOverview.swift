// SPDX-License-Identifier: MIT
import Foundation
import Listening
import SoundAnalysis
import Testing
import Tracking

/// The example of Listening's overview.
struct ListeningOverview {
    @Test func example() async throws {
        // example begins
        // Four seconds of noise at either level, in turn.
        var seed: UInt32 = 1
        let samples = (0..<16 * 48_000).map { frame -> Float in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let level: Float = frame / 192_000 % 2 == 0 ? 0.02 : 0.2
            return level * (Float(seed >> 8) * 0x1p-23 - 1)
        }
        var truth = FactTimeline()
        for part in 0..<4 {
            let isLoud = part % 2 == 1
            truth.set(["speed": .number(isLoud ? 20 : 2), "line": .category(isLoud ? "b" : "a")], at: Double(4 * part))
        }
        let hearing = Hearing(of: Sound(sampleRate: 48_000, channels: [samples]))
        let listener = Listener([Lesson(hearing: hearing, truth: truth)], in: .mono)
        var test = ListeningTest(listener)
        test.read(hearing, truth: truth)
        let correct = test.scores.first { $0.fact == "line" && $0.measure == .accuracy }
        // example ends
        #expect(correct?.value == 1)
    }
}
