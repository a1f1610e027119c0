// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// The recipes of the strike voices and their measured peaks at one sample rate. Made at `init`; any thread reads.
struct StrikeTable: ~Copyable {
    static let shared = RateTables { StrikeTable(sampleRate: $0) }

    /// Half octaves of the fundamental from 16 Hz to 16 kHz.
    private static var pitches: Int { @_noLocks get { 21 } }

    /// One for each `StrikeVoice`.
    private let recipes: FixedBuffer<StrikeRecipe>
    /// The gain that brings a note to a peak of 1, a row of pitches for each voice.
    private let gains: FixedBuffer<Float>

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        let voices = StrikeVoice.allCases
        recipes = FixedBuffer(count: voices.count) { StrikeRecipe(voices[$0]) }
        gains = FixedBuffer(repeating: 0, count: voices.count * StrikeTable.pitches)
        for row in voices.indices {
            let peaks = StrikeTable.measuredPeaks(recipes.first[row], sampleRate: sampleRate, isa: instructionSet.kernel)
            for (pitch, peak) in peaks.enumerated() { gains.first[row * StrikeTable.pitches + pitch] = 1 / max(peak, 1e-6) }
        }
    }

    @_noLocks func recipe(_ voice: StrikeVoice) -> StrikeRecipe { recipes.first[voice.index] }

    /// The gain that brings a note of this fundamental (Hz) to a peak of 1, interpolated between the measured pitches.
    @_noLocks func normalisation(_ voice: StrikeVoice, _ frequency: Float) -> Float {
        let pitch = max(0, min(2 * (DeterministicMath.log2(Double(frequency)) - 4), Double(StrikeTable.pitches &- 1) - 0.001))
        let index = DeterministicMath.floorToInt(pitch)
        let row = gains.first + voice.index &* StrikeTable.pitches
        return row[index] + (row[index &+ 1] - row[index]) * Float(pitch - Double(index))
    }

    /// The peaks of notes of amplitude 1, in half octaves from 16 Hz.
    private static func measuredPeaks(_ recipe: StrikeRecipe, sampleRate: Int, isa: crain_isa) -> [Float] {
        let notes = (0..<pitches).map { pitch in
            let frequency = Float(DeterministicMath.exp2(4 + Double(pitch) / 2))
            return StrikeNote(recipe, frequency: frequency, amplitude: 1, pan: 0, sampleRate: sampleRate).partials
        }
        let frames = sampleRate / 16 / 64 * 64
        return stride(from: 0, to: pitches, by: Int(CRAIN_NOTES)).flatMap { first in
            var peaks = [Float](repeating: 0, count: Int(CRAIN_NOTES))
            crain_find_peaks(isa, notes[first..<first + Int(CRAIN_NOTES)].flatMap { $0 }, recipe.attack * Float(sampleRate), frames, &peaks)
            return peaks
        }
    }
}
