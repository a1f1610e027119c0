// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the room around the listener, eight delays fed back through a Hadamard matrix (Jot & Chaigne 1991). The highs
/// decay twice as fast as the lows. The rain is as loud with the room as without it.
struct RainRoom: ~Copyable {
    private typealias Lanes = SIMD8<Float>
    /// The delays in seconds; no two have a common period.
    private static let times = [0.0083, 0.0107, 0.0131, 0.0163, 0.0199, 0.0229, 0.0271, 0.0317]
    /// The power below which the room is silent.
    private static var floor: Float { @_noLocks get { 1e-11 } }

    private let sampleRate: Double
    private let lines: UnsafeMutablePointer<Float>
    private let lengths: UnsafeMutablePointer<Int>
    private let block: UnsafeMutablePointer<SIMD8<Float>>
    private let capacity: Int
    private var position = 0
    private var low = SIMD8<Float>()
    /// The reverberation time last requested, and its feedback, damping and gain of the room's own sound.
    private var time: Float = 0
    private var feedback = SIMD8<Float>()
    private var damping = SIMD8<Float>()
    private var level: Float = 0
    private var share: Float = 0
    private(set) var sounds = false

    init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
        // A power of two that holds the longest delay and a quantum.
        capacity = sampleRate < 64_000 ? 2048 : sampleRate < 128_000 ? 4096 : 8192
        lines = .allocate(capacity: 8 * capacity)
        lines.initialize(repeating: 0, count: 8 * capacity)
        lengths = .allocate(capacity: 8)
        for (line, time) in RainRoom.times.enumerated() {
            lengths[line] = DeterministicMath.roundToInt(time * Double(sampleRate)) | 1
        }
        block = .allocate(capacity: EngineConfiguration.quantum)
        block.initialize(repeating: .zero, count: EngineConfiguration.quantum)
    }

    deinit {
        lines.deallocate()
        lengths.deallocate()
        block.deallocate()
    }

    /// Adds the room to the quantum, in place. `wet` is the room's part of the power, 0 ... 1; `time` is the seconds in which its
    /// sound falls by 60 dB.
    @_noLocks mutating func process(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, wet: Float, time: Float
    ) {
        let former = share
        share = wet
        guard wet > 0 || former > 0 || sounds else { return }
        if time != self.time { tune(time) }
        read()
        var power = Lanes()
        let perFrame = 1 / Float(Int32(truncatingIfNeeded: EngineConfiguration.quantum))
        let own = DeterministicMath.sqrt(former) * level, ownSlope = (DeterministicMath.sqrt(wet) * level - own) * perFrame
        let direct = DeterministicMath.sqrt(1 - former)
        let directSlope = (DeterministicMath.sqrt(1 - wet) - direct) * perFrame
        for frame in 0..<EngineConfiguration.quantum {
            let now = Float(Int32(truncatingIfNeeded: frame))
            let x = block[frame]
            low += (x - low) * damping
            let y = low * feedback
            power += y * y
            let mixed = RainRoom.hadamard(y)
            let l = left[frame], r = right[frame]
            block[frame] = mixed + Lanes(l, r, -l, r, l, -r, -l, -r)
            // The left channel gets the even lines, the right the odd ones.
            let even = x.evenHalf, odd = x.oddHalf
            let gain = own + ownSlope * now, dry = direct + directSlope * now
            left[frame] = l * dry + (even.x - even.y + even.z - even.w) * gain
            right[frame] = r * dry + (odd.x + odd.y - odd.z - odd.w) * gain
        }
        write()
        sounds = wet > 0 || RainBands.sum(power) > RainRoom.floor
        if !sounds { silence() }
    }

    /// Discards the room's sound in progress.
    @_noLocks mutating func silence() {
        for index in 0..<(8 &* capacity) { lines[index] = 0 }
        low = Lanes()
        sounds = false
    }

    @_noLocks private mutating func tune(_ time: Float) {
        self.time = time
        var lost = 0.0
        // The low pass of every line halves the reverberation time above 4 kHz.
        let share = 1 - DeterministicMath.exp(-2 * 3.141592653589793 * 4000 / sampleRate)
        for line in 0..<8 {
            let seconds = Double(lengths[line]) / sampleRate
            let gain = DeterministicMath.exp(-6.907755278982137 * seconds / Double(time))
            feedback[line] = Float(gain)
            // A short delay passes more than a long one.
            damping[line] = Float(share + (1 - share) * gain)
            lost += 1 - gain * gain
        }
        // On each pass the eight lines take in four times a channel's power and lose this part of their content.
        level = Float(DeterministicMath.sqrt(lost / 8 / 4))
    }

    /// Reads the oldest quantum of every line, line by line, into frames.
    @_noLocks private func read() {
        let mask = capacity &- 1
        for line in 0..<8 {
            let start = position &- lengths[line]
            let samples = lines + line &* capacity
            for frame in 0..<EngineConfiguration.quantum { block[frame][line] = samples[(start &+ frame) & mask] }
        }
    }

    /// Writes the frames back into the lines.
    @_noLocks private mutating func write() {
        let mask = capacity &- 1
        for line in 0..<8 {
            let samples = lines + line &* capacity
            for frame in 0..<EngineConfiguration.quantum { samples[(position &+ frame) & mask] = block[frame][line] }
        }
        position = (position &+ EngineConfiguration.quantum) & mask
    }

    /// Multiplies eight values by the orthogonal Hadamard matrix.
    @_noLocks @inline(__always) private static func hadamard(_ x: SIMD8<Float>) -> SIMD8<Float> {
        let a = SIMD8(lowHalf: x.lowHalf + x.highHalf, highHalf: x.lowHalf - x.highHalf)
        let b = SIMD8(lowHalf: a.evenHalf + a.oddHalf, highHalf: a.evenHalf - a.oddHalf)
        let c = SIMD8(lowHalf: b.evenHalf + b.oddHalf, highHalf: b.evenHalf - b.oddHalf)
        return c * 0.35355339059327373
    }
}
