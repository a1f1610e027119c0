// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: renders pairs of virtual loudspeakers as two ears hear them. The head is a rigid sphere, modelled by the path
/// around it (Woodworth 1938) and its shadow, one pole and one zero (Brown & Duda, "A structural model for binaural sound
/// synthesis", IEEE Trans. Speech Audio Proc. 6(5), 1998).
///
/// The path is rounded to whole frames, by about 10 microseconds at most. In the lows each ear receives half of the power of each
/// loudspeaker, so that the loudness matches that of stereo.
struct BinauralHead: ~Copyable {
    /// The head's radius in m, and the speed of sound in m/s.
    private static var radius: Double { 0.0875 }
    private static var soundSpeed: Double { 343 }
    /// Past frames kept for each loudspeaker; more than the path around the head at the highest rate.
    private static var past: Int { @_noLocks get { 128 } }

    /// For each loudspeaker: its past and then its quantum.
    private let lines: FixedBuffer<Float>
    /// For each loudspeaker: its paths to the left and the right ear.
    private let paths: FixedBuffer<EarPath>
    /// For each path: the shadow's last input and output.
    private let states: FixedBuffer<SIMD2<Float>>
    private static var length: Int { @_noLocks get { past &+ EngineConfiguration.quantum } }

    init(sampleRate: Int, pairs: Int) {
        lines = FixedBuffer(repeating: 0, count: 2 * pairs * BinauralHead.length)
        states = FixedBuffer(repeating: .zero, count: 4 * pairs)
        paths = FixedBuffer(count: 4 * pairs) { path in
            let (speaker, ear) = path.quotientAndRemainder(dividingBy: 2)
            let (left, right) = SurroundPlan.azimuths(pair: speaker / 2)
            // Measured from the ear's axis, a quarter of a turn to the side.
            let turns = DeterministicMath.magnitude((speaker % 2 == 0 ? left : right) - (ear == 0 ? 0.25 : -0.25))
            return EarPath(
                turns: turns > 0.5 ? 1 - turns : turns, head: BinauralHead.radius / BinauralHead.soundSpeed,
                sampleRate: Double(sampleRate))
        }
    }

    /// Adds a quantum of a pair to the left and the right ear.
    @_noLocks mutating func add(_ pair: Int, _ block: StereoBlock, to ears: UnsafePointer<UnsafeMutablePointer<Float>>) {
        add(speaker: 2 &* pair, block.left, ears)
        add(speaker: 2 &* pair &+ 1, block.right, ears)
    }

    @_noLocks private func add(speaker: Int, _ input: UnsafePointer<Float>, _ ears: UnsafePointer<UnsafeMutablePointer<Float>>) {
        let line = lines.first + speaker &* BinauralHead.length
        let quantum = EngineConfiguration.quantum
        for frame in 0..<BinauralHead.past { line[frame] = line[frame &+ quantum] }
        for frame in 0..<quantum { line[BinauralHead.past &+ frame] = input[frame] }
        for ear in 0..<2 {
            let path = 2 &* speaker &+ ear
            states.first[path] = paths.first[path].add(line + BinauralHead.past, states.first[path], to: ears[ear])
        }
    }

    @_noLocks mutating func silence() {
        lines.clear()
        for state in 0..<states.count { states.first[state] = .zero }
    }
}

/// The path from a loudspeaker to an ear: a delay and the head's shadow.
struct EarPath: BitwiseCopyable {
    /// The delay in frames.
    let delay: Int
    /// The coefficients of the shadow filter: of the input, of the previous input, and of the previous output.
    private let direct: Float
    private let delayed: Float
    private let feedback: Float

    /// - Parameters:
    ///   - turns: the angle between the loudspeaker and the axis through the ear, 0 ... 0.5 turns.
    ///   - head: the time that sound takes along the head's radius, in seconds.
    init(turns: Double, head: Double, sampleRate: Double) {
        // Relative to the ear that faces the sound, so that no delay is negative.
        let pathRadii =
            turns < 0.25
            ? 1 - DeterministicMath.cos(turns: turns) : 1 + 2 * DeterministicMath.pi * (turns - 0.25)
        delay = DeterministicMath.roundToInt(head * pathRadii * sampleRate)
        // The gain of the highs: 2 at the ear, 0.1 where the shadow is deepest, at 150 degrees.
        let highs = 1.05 + 0.95 * DeterministicMath.cos(turns: turns * 1.2)
        // (highs s + corner) / (s + corner) by the bilinear transform.
        let corner = 2 / head
        let step = 2 * sampleRate
        let gain = DeterministicMath.sqrt(0.5) / (corner + step)
        direct = Float((corner + highs * step) * gain)
        delayed = Float((corner - highs * step) * gain)
        feedback = Float((corner - step) / (corner + step))
    }

    /// Adds a quantum; `now` points to its first frame, with the past before it. Returns the state after the quantum.
    @_noLocks func add(_ now: UnsafePointer<Float>, _ state: SIMD2<Float>, to ear: UnsafeMutablePointer<Float>) -> SIMD2<Float> {
        var (x1, y1) = (state.x, state.y)
        let source = now - delay
        for frame in 0..<EngineConfiguration.quantum {
            let x = source[frame]
            y1 = x * direct + x1 * delayed - y1 * feedback
            x1 = x
            ear[frame] += y1
        }
        return SIMD2(x1, y1)
    }
}
