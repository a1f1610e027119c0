// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: thunder. Each clap comes from its own lightning channel.
///
/// A channel rises from the ground and continues through the cloud in a few hundred bent pieces. Each piece sends one wave, loudest at
/// right angles to its length, that arrives after the travel time of sound (Few 1969; Ribner & Roy 1982). So near strokes crack and far
/// ones roll, for as long as the channel is deep. Far waves are longer, because they lose their highs on the way.
struct Thunder: RenderedLayer, ~Copyable {
    /// The pieces of a lightning channel, and the widths of waves in the table.
    private static var pieces: Int { @_noLocks get { 260 } }
    private static var widths: Int { @_noLocks get { 15 } }
    /// The amplitude of the wave of a piece 1 km away at 0 dB.
    private static var reference: Double { @_noLocks get { 0.02 } }
    private static var soundSpeed: Double { @_noLocks get { 340 } }

    private var clock: OnsetClock
    private var random: RandomStream
    private var voices: RainVoicePair
    /// The waves of each width.
    private let table: GrainTable
    private let sampleRate: Double
    /// The waves of the clap being made, each with its arrival in frames after the flash.
    private let waves: FixedBuffer<ThunderWave>

    init(sampleRate: Int, seed: UInt64, instructionSet: InstructionSet = .standard) {
        clock = OnsetClock(seed: seed, gaps: StreamID.thunder(0), normals: StreamID.thunder(1))
        random = RandomStream(seed: seed, stream: StreamID.thunder(2))
        // Enough for three long claps at once, each wave with one echo.
        voices = RainVoicePair(capacity: 6 * Thunder.pieces, instructionSet: instructionSet)
        self.sampleRate = Double(sampleRate)
        waves = FixedBuffer(repeating: ThunderWave(), count: 2 * Thunder.pieces)
        let spans = (0..<Thunder.widths).map { Thunder.width($0) * Double(sampleRate) }
        let lengths = spans.map { DeterministicMath.roundToInt(9 * $0) + 1 }
        table = GrainTable(lengths: lengths) { width, samples in
            for frame in 0..<lengths[width] {
                let u = (Double(frame) - Double(lengths[width] - 1) / 2) / spans[width]
                samples[frame] = Float(-1.6487212707001282 * u * DeterministicMath.exp(-0.5 * u * u))
            }
        }
    }

    /// Waves dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { voices.refused } }

    /// The width of a wave in s: 0.25 ms for index 0, and a third of an octave more for each further one.
    @_noLocks private static func width(_ index: Int) -> Double { 0.00025 * DeterministicMath.exp2(Double(index) / 3) }

    /// Draws the segment's lightning.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        schedule(segment, rate: glide.ramp(.thunderRate), distance: glide.value(.thunderDistance), level: glide.value(.thunderLevel))
    }

    /// Draws lightning, `rate` strokes per minute, about `distance` m away; `level` is in dB, -60
    /// is off.
    @_noLocks mutating func schedule(_ segment: Segment, rate: Ramp, distance: Float, level: Float) {
        guard level > -60, rate.value > 0 || rate.step != 0 else { return }
        var frame = 0
        while clock.next(from: &frame, to: segment.frames, rate: rate, perSample: 1 / (60 * sampleRate)) != nil {
            strike(at: segment.first &+ frame, distance: Double(distance), level: level)
        }
    }

    /// Makes one clap, about `distance` m away, whose first wave arrives at frame `start`; `level` is in dB.
    @_noLocks mutating func strike(at start: Int, distance: Double, level: Float) {
        let gain = DeterministicMath.gain(decibels: level)
        // Some strokes are nearer, some farther than requested.
        let middle = random.gaussianPair()
        let ground = distance * DeterministicMath.exp(0.35 * middle.0)
        let side = 0.125 * (1 + 0.5 * (middle.1 < -1 ? -1 : middle.1 > 1 ? 1 : middle.1))
        // Position in m (away, aside, up) and heading of the channel, upward first.
        var (x, y, z) = (ground, 0.0, 0.0)
        var heading = SIMD4<Double>(0, 0, 1, 0)
        let cloud = 1500 + 2000 * random.uniform()
        let drift = DeterministicMath.sincos(turns: random.symmetric())
        var first = Int.max
        for piece in 0..<Thunder.pieces {
            let bend = random.gaussianPair(), other = random.gaussianPair()
            let isInCloud = z > cloud
            let pull = isInCloud ? SIMD4(drift.cos, drift.sin, -0.2, 0) : SIMD4(0, 0, 1, 0)
            heading = heading * 0.8 + SIMD4(bend.0, bend.1, isInCloud ? 0.3 * other.0 : other.0, 0) * 0.4 + pull * 0.35
            let norm = DeterministicMath.sqrt(heading.x * heading.x + heading.y * heading.y + heading.z * heading.z + 1e-9)
            heading /= norm
            let length = 18 + 14 * random.uniform()
            x += heading.x * length
            y += heading.y * length
            z += heading.z * length
            if z < 5 { z = 5 }
            let away = DeterministicMath.sqrt(x * x + y * y + z * z)
            let far = away > 60 ? away : 60
            // The wave is loudest at right angles to the channel.
            let along = (heading.x * x + heading.y * y + heading.z * z) / far
            let across = 1 - along * along
            // Eddies of the air delay every wave by a different time.
            let eddy = 0.06 * far / 1000 * random.exponential()
            let delay = (far / Thunder.soundSpeed + eddy) * sampleRate
            let arrival = DeterministicMath.floorToInt(delay)
            if arrival < first { first = arrival }
            let level = Thunder.reference * 1000 / far * (0.2 + across) * DeterministicMath.exp(0.5 * other.1)
            // Waves lengthen with distance, and vary randomly over two octaves.
            let octaves = 1.3 + 0.35 * DeterministicMath.log2(far / 400) + 1.2 * random.symmetric()
            let width = DeterministicMath.roundToInt(octaves * 3)
            let pan = DeterministicMath.sincos(turns: side + 0.04 * y / far)
            let left = Float(level * pan.cos), right = Float(level * pan.sin)
            waves.first[2 &* piece] = ThunderWave(arrival: arrival, width: width, left: gain * left, right: gain * right)
            // One echo from the land comes from the other side.
            let echo = DeterministicMath.floorToInt(random.exponential() * 1.8 * sampleRate)
            waves.first[2 &* piece &+ 1] = ThunderWave(
                arrival: arrival &+ echo, width: width &+ 1, left: gain * 0.4 * right, right: gain * 0.4 * left)
        }
        for index in 0..<(2 &* Thunder.pieces) {
            let wave = waves.first[index], place = start &- first &+ wave.arrival
            voices.add(table.grain(wave.width), places: (place, place), gains: (wave.left, wave.right))
        }
    }

    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) { render(into: block) }

    /// Adds the quantum.
    @_noLocks mutating func render(into block: StereoBlock) {
        voices.accumulate(table.samples, into: block)
    }

    /// Discards all thunder in progress.
    @_noLocks mutating func silence() { voices.removeAll() }
}

/// One wave of a clap.
struct ThunderWave: BitwiseCopyable {
    /// The arrival in frames after the flash.
    var arrival = 0
    var width = 0
    var left: Float = 0
    var right: Float = 0
}
