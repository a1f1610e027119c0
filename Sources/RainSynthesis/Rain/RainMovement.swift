// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the slow movement of the rain's level, an Ornstein-Uhlenbeck walk in dB that never repeats.
///
/// While the intensity itself is gliding, the walk fades out, so that listeners hear the mapping rather than chance; it returns
/// when the intensity is steady.
struct RainMovement: ~Copyable {
    private var normals: NormalStream
    private let quantumSeconds: Double
    /// The fractions of the remaining distance by which the walk's share moves in a quantum: as it fades out, with a time constant
    /// of 0.2 s, and as it returns, with 2 s.
    private let fadeOutRate: Double
    private let fadeInRate: Double
    /// The walk's memory in seconds, and the part of its value that it retains over a quantum.
    private var memory: Float = 0
    private var retention = 0.0
    /// The walk, of variance 1, and the part of it that is applied.
    private var position = 0.0
    private var share = 1.0
    /// The gain at the end of the last quantum.
    private var gain: Float = 1
    private var primed = false

    init(sampleRate: Int, seed: UInt64) {
        normals = NormalStream(RandomStream(seed: seed, stream: StreamID.rainMovement()))
        quantumSeconds = Double(EngineConfiguration.quantum) / Double(sampleRate)
        fadeOutRate = 1 - DeterministicMath.exp(-quantumSeconds / 0.2)
        fadeInRate = 1 - DeterministicMath.exp(-quantumSeconds / 2)
    }

    /// The gain over the next quantum. `depth`: SD in dB; `time`: the walk's memory in seconds; `moves`: whether the intensity is gliding.
    @_noLocks mutating func next(depth: Float, time: Float, moves: Bool) -> Ramp {
        let share = moves ? 0.0 : 1.0
        if !primed {
            primed = true
            position = normals.next()
            self.share = share
            gain = level(depth)
        }
        if time != memory {
            memory = time
            retention = DeterministicMath.exp(-quantumSeconds / Double(time))
        }
        position = position * retention + DeterministicMath.sqrt(1 - retention * retention) * normals.next()
        self.share += (share - self.share) * (moves ? fadeOutRate : fadeInRate)
        let previous = gain
        gain = level(depth)
        return Ramp(from: previous, to: gain)
    }

    @_noLocks private func level(_ depth: Float) -> Float {
        DeterministicMath.gain(decibels: Float(position * share) * depth)
    }
}
