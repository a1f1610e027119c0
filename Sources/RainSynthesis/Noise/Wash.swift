// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: a low band of noise that swells and ebbs, the sound of uncertainty, in two independent channels.
///
/// Two equal state-variable band passes in series (Simper's trapezoidal form, Q 1.1), scaled to the stated RMS at every
/// frequency and rate. A level of 0 over a segment costs nothing and does not advance.
struct Wash: RenderedLayer, ~Copyable {
    private var block: NoiseBlock
    private let turnsPerHertz: Double
    /// The pair's part as an amplitude.
    private let amplitude: Float
    private var a = SIMD2<Double>()
    private var b = SIMD2<Double>()
    private var c = SIMD2<Double>()
    private var d = SIMD2<Double>()
    /// The phase of the swell in turns, 0 ..< 1.
    private var phase = 0.0

    /// - Parameter amplitude: the pair's part, 0 ... 1.
    init(sampleRate: Int, seed: UInt64, amplitude: Float = 1) {
        self.amplitude = amplitude
        block = NoiseBlock(seed: seed, left: StreamID.wash(0), right: StreamID.wash(1))
        turnsPerHertz = 1 / Double(sampleRate)
    }

    /// Adds the segment.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        render(
            into: block.from(segment.first), frames: segment.frames, level: glide.ramp(.washLevel), frequency: glide.ramp(.washFrequency),
            pulse: glide.ramp(.washPulse), gain: Ramp(value: amplitude))
    }

    /// Adds `frames` frames. `level` is the RMS over complete swells; `frequency` is in Hz, up to 2000; `pulse` is in
    /// swells per second, and 0 keeps the wash steady (below 0.1 the swell grows shallower).
    @_noLocks mutating func render(into target: StereoBlock, frames: Int, level: Ramp, frequency: Ramp, pulse: Ramp, gain: Ramp = .unity) {
        if level.isSilent || gain.isSilent { return }
        var band = WashBand(radians: Double(frequency.value) * turnsPerHertz * DeterministicMath.pi)
        let glides = frequency.step != 0
        var (s1, s2, s3, s4) = (a, b, c, d)
        let pulses = pulse.step != 0
        var swell = WashSwell(pulse: Double(pulse.value), turnsPerHertz: turnsPerHertz)
        var turns = phase
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            let count = min(frames &- first, NoiseBlock.frames &- block.used)
            let sourceLeft = block.left + block.used
            let sourceRight = block.right + block.used
            for place in 0..<count {
                let frame = first &+ place
                if glides {
                    band = WashBand(radians: Double(frequency.at(frame)) * turnsPerHertz * DeterministicMath.pi)
                }
                if pulses { swell = WashSwell(pulse: Double(pulse.at(frame)), turnsPerHertz: turnsPerHertz) }
                let x = SIMD2(Double(sourceLeft[place]), Double(sourceRight[place]))
                let y = band.pass(band.pass(x, &s1, &s2), &s3, &s4)
                let scale = band.scale * swell.next(&turns) * Double(level.at(frame) * gain.at(frame))
                target.left[frame] += Float(y.x * scale)
                target.right[frame] += Float(y.y * scale)
            }
            block.use(count)
            first = first &+ count
        }
        phase = turns
        (a, b, c, d) = (s1, s2, s3, s4)
    }

    /// Clears the filters' state and restarts the swell.
    @_noLocks mutating func silence() {
        (a, b, c, d) = (.zero, .zero, .zero, .zero)
        phase = 0
    }

    @_noLocks private mutating func refill() {
        var stream = block.stream.first.pointee
        var frame = 0
        while frame < NoiseBlock.frames {
            let frames = stream.uniform()
            UnsafeMutableRawPointer(block.left + frame).storeBytes(of: frames.evenHalf, as: SIMD4<Float>.self)
            UnsafeMutableRawPointer(block.right + frame).storeBytes(of: frames.oddHalf, as: SIMD4<Float>.self)
            frame = frame &+ 4
        }
        block.stream.first.pointee = stream
        block.markFull()
    }
}

/// The swell at one pulse rate.
private struct WashSwell: BitwiseCopyable {
    /// Turns per frame.
    private let step: Double
    /// The depth of the swell: the amplitude moves between 1 - depth and 1 + depth times its middle value; 0 keeps it steady.
    private let depth: Double
    private let root: Double

    /// `pulse`: swells per second.
    @_noLocks init(pulse: Double, turnsPerHertz: Double) {
        step = pulse * turnsPerHertz
        depth = pulse <= 0 ? 0 : 0.9 * (pulse < 0.1 ? pulse * 10 : 1)
        root = DeterministicMath.sqrt(1 + depth * depth * (17.0 / 35))
    }

    /// The amplitude one frame on from `phase` (turns, 0 ..< 1), mean square 1: two smooth steps per turn, 2 s - 1 with
    /// s = 3t^2 - 2t^3, whose mean square is 17/35.
    @_noLocks @inline(__always) func next(_ phase: inout Double) -> Double {
        phase += step
        if phase >= 1 { phase -= 1 }
        let t = phase < 0.5 ? 2 * phase : 2 - 2 * phase
        let wave = 2 * (t * t * (3 - 2 * t)) - 1
        return (1 + depth * wave) / root
    }
}

/// The coefficients of the wash's band at one frequency.
private struct WashBand: BitwiseCopyable {
    /// 1/Q.
    private static var damping: Double { @_noLocks get { 0.9 } }
    let a1: Double
    let a2: Double
    let a3: Double
    /// The gain that brings two bands in series, fed with uniform noise of variance 1/3, to RMS 1.
    let scale: Double

    /// `radians` is pi times frequency over rate, at most 0.15.
    @_noLocks init(radians x: Double) {
        let xx = x * x
        // tan x, by its series.
        let g = x * (1 + xx * (1.0 / 3 + xx * (2.0 / 15 + xx * (17.0 / 315 + xx * (62.0 / 2835)))))
        a1 = 1 / (1 + g * (g + WashBand.damping))
        a2 = g * a1
        a3 = g * a2
        // The two bands' output variance for white input of variance 1, over g: the integral of |H|^4 with u from 0 to
        // infinity of 2/pi / (1 + g^2 u^2), fitted for this damping (relative error below 1e-6).
        let shape =
            0.44999955046394935
            + g
            * (9.231370666368042e-05 + g * (-0.8186935339140868 + g * (0.7285684106014342 + g * 0.11739898117877266)))
        scale = DeterministicMath.sqrt(3 / (g * shape))
    }

    /// One frame through one band pass of peak gain 1.
    @_noLocks @inline(__always) func pass(_ x: SIMD2<Double>, _ s1: inout SIMD2<Double>, _ s2: inout SIMD2<Double>) -> SIMD2<Double> {
        let v3 = x - s2
        let v1 = s1 * a1 + v3 * a2
        let v2 = s2 + s1 * a2 + v3 * a3
        s1 = v1 * 2 - s1
        s2 = v2 * 2 - s2
        return v1 * WashBand.damping
    }
}
