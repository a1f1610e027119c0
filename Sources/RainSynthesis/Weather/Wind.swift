// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: gusty wind in two independent channels.
///
/// The speed wanders about its mean in an Ornstein-Uhlenbeck walk with a turbulence intensity of 0.25 and a memory of seconds
/// (Burton et al. 2011, section 2.6). Twigs and wires sound at f = 0.2 v/d (Strouhal); for widths of 2 to 8 mm, that is a band of
/// 25 v to 100 v Hz. The power grows with the sixth power of the speed (Curle 1955), so that gusts raise both pitch and level.
/// The rush of the air itself lies beneath, below 200 Hz.
struct Wind: ~Copyable {
    /// The rush's part of the power.
    private static var rush: Double { @_noLocks get { 0.5 } }
    /// The mean square of each channel at 6 m/s and 0 dB.
    private static var power: Double { @_noLocks get { 1e-4 } }

    private var noise: NoiseStream
    private var normals: NormalStream
    /// The parts of the slow swell (9 s) and of the quick one (1.2 s) that a quantum keeps, and the weights of the new random
    /// numbers.
    private let kept: SIMD2<Double>
    private let taken: SIMD2<Double>
    private let radians: Double
    private var gust = SIMD2<Double>()
    private var voice = WindBand(), rushes = WindBand()
    private var gains = SIMD2<Float>()
    private var sounds = false
    private var primed = false

    /// `gusts`: the seed of the gusts; nil means `seed`.
    init(sampleRate: Int, seed: UInt64, gusts: UInt64? = nil) {
        noise = NoiseStream(seed: seed, left: StreamID.wind(0), right: StreamID.wind(1))
        normals = NormalStream(RandomStream(seed: gusts ?? seed, stream: StreamID.wind(2)))
        let seconds = Double(EngineConfiguration.quantum) / Double(sampleRate)
        let slow = DeterministicMath.exp(-seconds / 9), quick = DeterministicMath.exp(-seconds / 1.2)
        kept = SIMD2(slow, quick)
        taken = SIMD2(DeterministicMath.sqrt(1 - slow * slow), DeterministicMath.sqrt(1 - quick * quick))
        radians = 3.141592653589793 / Double(sampleRate)
        // The rush of the air itself, around 110 Hz.
        rushes.tune(radians: radians * 110, damping: 1.6)
    }

    /// Adds a quantum to both channels. `level` is in dB, -60 is off; `speed` is the mean in m/s; `share` is the pair's part as
    /// an amplitude.
    @_noLocks mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, level: Float, speed: Float,
        share: Float = 1
    ) {
        guard level > -60 || sounds else { return }
        if !primed {
            primed = true
            gust = SIMD2(normals.next(), normals.next())
        }
        gust = gust * kept + taken * SIMD2(normals.next(), normals.next())
        let blown = 1 + 0.25 * (0.8 * gust.x + 0.6 * gust.y)
        let now = Double(speed) * (blown < 0.2 ? 0.2 : blown > 2 ? 2 : blown)
        let loud = level > -60 ? Double(DeterministicMath.gain(decibels: level) * share) * now * now * now / 216 : 0
        let former = gains
        let middle = 50 * now
        voice.tune(radians: radians * (middle < 4000 ? middle : 4000), damping: 1.2)
        gains = SIMD2(
            Float(loud * DeterministicMath.sqrt(Wind.power * (1 - Wind.rush)) * voice.scale),
            Float(loud * DeterministicMath.sqrt(Wind.power * Wind.rush) * rushes.scale))
        let slope = (gains - former) / Float(Int32(truncatingIfNeeded: EngineConfiguration.quantum))
        var frame = 0
        while frame < EngineConfiguration.quantum {
            // Lanes left, right, left, right: four frames.
            let x = noise.uniform()
            for step in 0..<4 {
                let input = SIMD2(x[2 &* step], x[2 &* step &+ 1])
                let gain = former + slope * Float(Int32(truncatingIfNeeded: frame))
                let y = voice.pass(input) * gain.x + rushes.pass(input) * gain.y
                left[frame] += y.x
                right[frame] += y.y
                frame &+= 1
            }
        }
        sounds = gains.x > 0
        if !sounds { silence() }
    }

    /// Clears the filters' state.
    @_noLocks mutating func silence() {
        voice.silence()
        rushes.silence()
    }
}

/// Two band passes in series (Simper's trapezoidal form) for two channels.
private struct WindBand: BitwiseCopyable {
    private var a = SIMD2<Float>(), b = SIMD2<Float>(), c = SIMD2<Float>(), d = SIMD2<Float>()
    private var a1: Float = 0, a2: Float = 0, a3: Float = 0, damping: Float = 1
    /// The gain that brings uniform noise of variance 1/3 to RMS 1.
    private(set) var scale = 1.0

    @_noLocks init() {}

    /// `radians`: pi f/fs, at most 0.3.
    @_noLocks mutating func tune(radians x: Double, damping k: Double) {
        let g = DeterministicMath.tan(x)
        let first = 1 / (1 + g * (g + k))
        (a1, a2, a3, damping) = (Float(first), Float(g * first), Float(g * g * first), Float(k))
        // The integral of |H|^4 over u = f/f0 is pi k/4, which passes g k/2 of white noise's power, apart from the
        // warping.
        scale = DeterministicMath.sqrt(6 * (1 + g * g) / (g * k))
    }

    @_noLocks @inline(__always) mutating func pass(_ x: SIMD2<Float>) -> SIMD2<Float> {
        let first = step(x, &a, &b) * damping
        return step(first, &c, &d) * damping
    }

    @_noLocks @inline(__always) private func step(
        _ x: SIMD2<Float>, _ s1: inout SIMD2<Float>, _ s2: inout SIMD2<Float>
    ) -> SIMD2<Float> {
        let v3 = x - s2
        let v1 = s1 * a1 + v3 * a2
        let v2 = s2 + s1 * a2 + v3 * a3
        s1 = v1 * 2 - s1
        s2 = v2 * 2 - s2
        return v1
    }

    @_noLocks mutating func silence() { (a, b, c, d) = (.zero, .zero, .zero, .zero) }
}
