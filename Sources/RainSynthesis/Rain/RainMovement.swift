// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the slow movement of the rain's level, an Ornstein-Uhlenbeck walk in dB that never repeats.
///
/// While the intensity itself is gliding, the walk fades out, so that listeners hear the mapping rather than chance; it returns
/// when the intensity is steady.
struct RainMovement: ~Copyable {
    private var normals: NormalStream
    private let quantumSeconds: Double
    /// The parts of a quantum's change that the walk's share makes while it fades out, in 0.2 s, and while it returns, in 2 s.
    private let leaving: Double
    private let returning: Double
    /// The walk's memory in seconds for which the part that it keeps over a quantum was computed, and that part.
    private var memory: Float = 0
    private var kept = 0.0
    /// The walk, of variance 1, and the part of it that is applied.
    private var place = 0.0
    private var share = 1.0
    /// The gain at the end of the last quantum.
    private var gain: Float = 1
    private var primed = false

    init(sampleRate: Int, seed: UInt64) {
        normals = NormalStream(RandomStream(seed: seed, stream: StreamID.rainMovement()))
        quantumSeconds = Double(EngineConfiguration.quantum) / Double(sampleRate)
        leaving = 1 - DeterministicMath.exp(-quantumSeconds / 0.2)
        returning = 1 - DeterministicMath.exp(-quantumSeconds / 2)
    }

    /// The gain over the next quantum. `depth`: SD in dB; `time`: the walk's memory in seconds; `moves`: whether the
    /// intensity is gliding.
    @_noLocks mutating func next(depth: Float, time: Float, moves: Bool) -> Ramp {
        let share = moves ? 0.0 : 1.0
        if !primed {
            primed = true
            place = normals.next()
            self.share = share
            gain = level(depth)
        }
        if time != memory {
            memory = time
            kept = DeterministicMath.exp(-quantumSeconds / Double(time))
        }
        place = place * kept + DeterministicMath.sqrt(1 - kept * kept) * normals.next()
        self.share += (share - self.share) * (moves ? leaving : returning)
        let former = gain
        gain = level(depth)
        return Ramp(value: former, step: (gain - former) / Float(Int32(truncatingIfNeeded: EngineConfiguration.quantum)))
    }

    @_noLocks private func level(_ depth: Float) -> Float {
        DeterministicMath.gain(decibels: Float(place * share) * depth)
    }
}
