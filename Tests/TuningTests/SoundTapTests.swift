// SPDX-License-Identifier: MIT
import Foundation
import Testing
import Tuning

@Suite struct SoundTapTests {
    /// Both tuners draw these levels.
    @Test func levelsShowWhereTheSoundIs() throws {
        let tap = SoundTap()
        let tone = (0..<48_000).flatMap { frame in
            let sample = Float(sin(2 * .pi * 1000 * Double(frame) / 48_000))
            return [sample, sample]
        }
        tone.withUnsafeBufferPointer { tap.write($0) }
        let bands = [100.0...200, 900...1100, 5000...6000]
        let levels = try #require(tap.levels(in: bands, frames: 8192, sampleRate: 48_000, floor: -80))
        // A sine of full scale has a mean square of a half.
        #expect(levels[0] == -80 && abs(levels[1] + 3.01) < 0.1 && levels[2] == -80, "\(levels)")
        #expect(tap.levels(in: bands, frames: 100, sampleRate: 48_000, floor: -80) == nil)
    }
}
