// SPDX-License-Identifier: MIT
import DeterministicMath
import Testing

/// The example of DeterministicMath's overview.
struct DeterministicMathOverview {
    @Test func example() async throws {
        // example begins
        let gain: Double = DeterministicMath.gain(decibels: -6)
        let wave: [Double] = (0..<64).map { frame in
            gain * DeterministicMath.sin(turns: Double(frame) / 64)
        }
        var peak = 0.0
        for sample in wave { peak = max(peak, DeterministicMath.magnitude(sample)) }
        let level = DeterministicMath.decibels(gain: peak)
        // example ends
        #expect(wave[16] == gain)
        #expect((level + 6).magnitude < 1e-9)
    }
}
