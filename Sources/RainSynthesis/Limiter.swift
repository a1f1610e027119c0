import DeterministicMath

/// Audio thread: a stereo-linked look-ahead limiter that holds -1 dBTP as libebur128 measures it.
///
/// A pure delay, bit for bit, as long as nothing comes near the ceiling. Peaks between samples are looked for only where
/// the samples are large enough to allow one.
struct Limiter: ~Copyable {
    /// Frames of delay at a sample rate: whole quanta, at most 2 ms.
    static func latency(sampleRate: Int) -> Int { sampleRate < 88_200 ? 64 : sampleRate < 176_400 ? 128 : 256 }
    /// The largest true peak that is let through, -1.02 dBTP: the rest pays for the gain's movement under the interpolator.
    static var ceiling: Float { @_noLocks get { 0.8892 } }

    /// Frames by which the output lags the input.
    let latency: Int
    /// The gain on the last frame put out, 1 = untouched.
    private(set) var gain: Float = 1

    private var curve: LimiterGain
    private let filter: LimiterPeakFilter
    /// The largest sample that cannot make a peak above the ceiling.
    private let harmless: Float
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    /// Where the next quantum goes; before it lie the past `memory` samples.
    private var position: Int
    private let memory: Int
    private var formerPeak: Float = 0
    private static var length: Int { @_noLocks get { 4096 } }

    /// `sampleRate` must be one of the engine's.
    init(sampleRate: Int) {
        latency = Limiter.latency(sampleRate: sampleRate)
        filter = LimiterPeakFilter(sampleRate: sampleRate)
        curve = LimiterGain(
            window: latency + 1, box: (latency - 2 * filter.reach + 2) / 2, release: 0.08 * Double(sampleRate))
        harmless = Limiter.ceiling / filter.worstGain
        memory = latency + 64
        left = .allocate(capacity: 2 * Limiter.length)
        left.initialize(repeating: 0, count: 2 * Limiter.length)
        right = left + Limiter.length
        position = memory
    }

    deinit { left.deallocate() }

    /// Takes 64 frames and leaves those of `latency` frames earlier in their place.
    @_noLocks mutating func processQuantum(_ frameLeft: UnsafeMutablePointer<Float>, _ frameRight: UnsafeMutablePointer<Float>) {
        if position &+ 64 > Limiter.length { rewind() }
        let newLeft = left + position
        let newRight = right + position
        let oldLeft = newLeft - latency
        let oldRight = newRight - latency
        let peak = take(frameLeft, frameRight, newLeft, newRight)
        let hot = peak > harmless || formerPeak > harmless
        formerPeak = peak
        position = position &+ 64

        guard hot || !curve.isIdle else {
            gain = 1
            for frame in 0..<64 {
                frameLeft[frame] = oldLeft[frame]
                frameRight[frame] = oldRight[frame]
            }
            return
        }
        var last = 1.0
        var block = 0
        while block < 64 {
            // The newest points lie `reach` samples back, where all samples around them are known.
            let place = block &- filter.reach
            let peaks = hot ? filter.peaks(newLeft + place, newRight + place) : .zero
            for lane in 0..<8 {
                last = curve.next(needed(peaks[lane]))
                let frame = block &+ lane
                frameLeft[frame] = Float(Double(oldLeft[frame]) * last)
                frameRight[frame] = Float(Double(oldRight[frame]) * last)
            }
            block = block &+ 8
        }
        gain = Float(last)
    }

    /// Forgets the delayed sound; the output is silent until new input has come through.
    @_noLocks mutating func silence() {
        for index in 0..<(2 &* Limiter.length) { left[index] = 0 }
        position = memory
        formerPeak = 0
        gain = 1
        curve.reset()
    }

    /// The gain that brings a peak to the ceiling.
    @_noLocks @inline(__always) private func needed(_ peak: Float) -> Int {
        peak <= Limiter.ceiling
            ? LimiterGain.one : DeterministicMath.floorToInt(Double(Limiter.ceiling) / Double(peak) * Double(LimiterGain.one))
    }

    /// Copies a quantum into the delay line; its largest sample.
    @_noLocks @inline(__always) private func take(
        _ fromLeft: UnsafeMutablePointer<Float>, _ fromRight: UnsafeMutablePointer<Float>,
        _ toLeft: UnsafeMutablePointer<Float>, _ toRight: UnsafeMutablePointer<Float>
    ) -> Float {
        var largest = SIMD8<UInt32>.zero
        var offset = 0
        while offset < 256 {
            let l = UnsafeRawPointer(fromLeft).loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
            let r = UnsafeRawPointer(fromRight).loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
            UnsafeMutableRawPointer(toLeft).storeBytes(of: l, toByteOffset: offset, as: SIMD8<UInt32>.self)
            UnsafeMutableRawPointer(toRight).storeBytes(of: r, toByteOffset: offset, as: SIMD8<UInt32>.self)
            // The bits of positive floats order as the floats do; as Int32 they compare in one instruction.
            let a = l & 0x7fff_ffff
            let b = r & 0x7fff_ffff
            let signed = unsafeBitCast(largest, to: SIMD8<Int32>.self)
            let signedA = unsafeBitCast(a, to: SIMD8<Int32>.self)
            let signedB = unsafeBitCast(b, to: SIMD8<Int32>.self)
            let larger = signedA.replacing(with: signedB, where: signedB .> signedA)
            largest = unsafeBitCast(
                signed.replacing(with: larger, where: larger .> signed), to: SIMD8<UInt32>.self)
            offset = offset &+ 32
        }
        var peak: UInt32 = 0
        for lane in 0..<8 { peak = max(peak, largest[lane]) }
        return Float(bitPattern: peak)
    }

    /// Moves the past to the front of the delay line.
    @_noLocks private mutating func rewind() {
        for index in 0..<memory {
            left[index] = left[position &- memory &+ index]
            right[index] = right[position &- memory &+ index]
        }
        position = memory
    }
}
