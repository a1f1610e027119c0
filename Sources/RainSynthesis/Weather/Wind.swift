// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: gusty wind in two independent channels.
///
/// The speed wanders about its mean in an Ornstein-Uhlenbeck walk with a turbulence intensity of 0.25 and a memory of seconds
/// (Burton et al. 2011, section 2.6). Twigs and wires sound at f = 0.2 v/d (Strouhal); for widths of 2 to 8 mm, that is a band of
/// 25 v to 100 v Hz. The power grows with the sixth power of the speed (Curle 1955), so that gusts raise both pitch and level.
/// The rush of the air itself lies beneath, below 200 Hz.
struct Wind: RenderedLayer, ~Copyable {
    /// The rush's part of the power.
    private static var rushShare: Double { @_noLocks get { 0.5 } }
    /// The mean square of each channel at 6 m/s and 0 dB.
    private static var power: Double { @_noLocks get { 1e-4 } }

    private let isa: crain_isa
    private let noise: FixedBuffer<NoiseStream>
    private let state = FixedBuffer<Float>(repeating: 0, count: 24)
    /// The gains of the voice (twigs and wires) and of the rush, and their steps.
    private let ramps = FixedBuffer<Float>(repeating: 0, count: 4)
    private var normals: NormalStream
    /// The parts of the slow swell (9 s) and of the quick one (1.2 s) that remain after a quantum, and the weights of the new
    /// random numbers.
    private let retention: SIMD2<Double>
    private let innovation: SIMD2<Double>
    private let radians: Double
    /// The pair's part as an amplitude.
    private let amplitude: Float
    private var gust = SIMD2<Double>()
    private let rush: WindBand
    private var gains = SIMD2<Float>()
    private var sounds = false
    private var primed = false

    /// - Parameters:
    ///   - gusts: the seed of the gusts.
    ///   - amplitude: the pair's part, 0 ... 1.
    init(sampleRate: Int, seed: UInt64, gusts: UInt64, amplitude: Float, instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        self.amplitude = amplitude
        noise = FixedBuffer(repeating: NoiseStream(seed: seed, left: StreamID.wind(0), right: StreamID.wind(1)), count: 1)
        normals = NormalStream(RandomStream(seed: gusts, stream: StreamID.wind(2)))
        let seconds = Double(EngineConfiguration.quantum) / Double(sampleRate)
        let slow = DeterministicMath.exp(-seconds / 9), quick = DeterministicMath.exp(-seconds / 1.2)
        retention = SIMD2(slow, quick)
        innovation = SIMD2(DeterministicMath.sqrt(1 - slow * slow), DeterministicMath.sqrt(1 - quick * quick))
        radians = DeterministicMath.pi / Double(sampleRate)
        // The rush of the air itself, around 110 Hz.
        rush = WindBand(radians: radians * 110, damping: 1.6)
    }

    /// Adds the quantum, with the level and the mean speed at its end.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {
        let level = glide.value(.windLevel), speed = glide.value(.windSpeed)
        guard level > -60 || sounds else { return }
        if !primed {
            primed = true
            gust = SIMD2(normals.next(), normals.next())
        }
        gust = gust * retention + innovation * SIMD2(normals.next(), normals.next())
        let gustFactor = 1 + 0.25 * (0.8 * gust.x + 0.6 * gust.y)
        let now = Double(speed) * (gustFactor < 0.2 ? 0.2 : gustFactor > 2 ? 2 : gustFactor)
        let loud = level > -60 ? Double(DeterministicMath.gain(decibels: level) * amplitude) * now * now * now / 216 : 0
        let previous = gains
        let middle = 50 * now
        let voice = WindBand(radians: radians * (middle < 4000 ? middle : 4000), damping: 1.2)
        gains = SIMD2(
            Float(loud * DeterministicMath.sqrt(Wind.power * (1 - Wind.rushShare)) * voice.scale),
            Float(loud * DeterministicMath.sqrt(Wind.power * Wind.rushShare) * rush.scale))
        let slope = (gains - previous) * Ramp.perFrame
        UnsafeMutableRawPointer(ramps.first).storeBytes(of: SIMD4(lowHalf: previous, highHalf: slope), as: SIMD4<Float>.self)
        crain_add_wind(
            isa, crain_wind(noise: noise.words, state: state.first, filters: (voice.first, voice.second, rush.first, rush.second)),
            ramps.first, block.left, block.right)
        sounds = gains.x > 0
        if !sounds { silence() }
    }

    /// Clears the filters' state.
    @_noLocks mutating func silence() { state.clear() }
}

/// Two band passes in series for the kernel: the feedback coefficients of the last two values, and the gain that brings uniform noise of
/// variance 1/3 to RMS 1.
private struct WindBand: BitwiseCopyable {
    let first: Float
    let second: Float
    let scale: Double

    /// `radians`: pi f/fs, at most 0.3.
    @_noLocks init(radians x: Double, damping k: Double) {
        let g = DeterministicMath.tan(x)
        let whole = 1 / (1 + g * (g + k))
        first = Float(2 * (1 - g * g) * whole)
        second = Float(-(1 - g * (k - g)) * whole)
        // The kernel's band passes lack this gain at their peak.
        let peak = k * g * whole
        // The integral of |H|^4 over u = f/f0 is pi k/4, which passes g k/2 of white noise's power, apart from the warping.
        scale = DeterministicMath.sqrt(6 * (1 + g * g) / (g * k)) * peak * peak
    }
}
