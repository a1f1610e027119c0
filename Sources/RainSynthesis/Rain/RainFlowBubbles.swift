// SPDX-License-Identifier: MIT
import DeterministicMath

/// The sounds of the bubbles of running water at one sample rate: 32 pitches, evenly spaced in octaves. Made at `init`; any thread reads.
struct RainFlowBubbles: ~Copyable {
    static let shared = RateTables { RainFlowBubbles(sampleRate: $0) }

    private static var pitches: Int { @_noLocks get { 32 } }
    /// The lowest and the highest pitch in Hz.
    static var lowest: Double { @_noLocks get { 150 } }
    private static var highest: Double { @_noLocks get { 7000 } }

    let table: GrainTable
    /// Pitches per unit of the frequency's natural logarithm.
    private let steps: Double

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        let rate = Double(sampleRate)
        let span = DeterministicMath.log(RainFlowBubbles.highest / RainFlowBubbles.lowest)
        steps = Double(RainFlowBubbles.pitches - 1) / span
        let shapes = (0..<RainFlowBubbles.pitches).map { index in
            let place = Double(index) / Double(RainFlowBubbles.pitches - 1)
            return RainBubbleShape(frequency: RainFlowBubbles.lowest * DeterministicMath.exp(place * span), rise: 0.12)
        }
        let lengths = shapes.map { DeterministicMath.roundToInt($0.length * rate) + 1 }
        table = GrainTable(lengths: lengths) { pitch, row in
            // Every bubble has an energy of 1.
            let energy = shapes[pitch].write(to: row, frames: lengths[pitch], rate: rate, isa: instructionSet.kernel) / rate
            let scale = Float(1 / DeterministicMath.sqrt(energy))
            for frame in 0..<lengths[pitch] { row[frame] *= scale }
        }
    }

    /// The bubble nearest to a pitch. `logarithm` is that of its frequency over `lowest`.
    @_noLocks func bubble(_ logarithm: Double) -> RainGrain { table.grain(DeterministicMath.roundToInt(steps * logarithm)) }
}
