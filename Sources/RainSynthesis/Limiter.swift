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
    /// The largest samples of each eight frames: three of the former quantum, then the newest quantum's eight.
    private let samplePeaks: UnsafeMutablePointer<Float>
    /// The peaks at and after each sample of the quantum that is being looked at.
    private let peaks: UnsafeMutablePointer<Float>
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
        samplePeaks = .allocate(capacity: 11)
        samplePeaks.initialize(repeating: 0, count: 11)
        peaks = .allocate(capacity: 64)
        peaks.initialize(repeating: 0, count: 64)
        position = memory
    }

    deinit {
        left.deallocate()
        samplePeaks.deallocate()
        peaks.deallocate()
    }

    /// Takes 64 frames and leaves those of `latency` frames earlier in their place.
    @_noLocks mutating func processQuantum(
        _ frameLeft: UnsafeMutablePointer<Float>, _ frameRight: UnsafeMutablePointer<Float>
    ) {
        if position &+ 64 > Limiter.length { rewind() }
        let newLeft = left + position
        let newRight = right + position
        let oldLeft = newLeft - latency
        let oldRight = newRight - latency
        take(frameLeft, frameRight, newLeft, newRight)
        let peak = findPeaks(newLeft, newRight)
        position = position &+ 64

        guard peak > Limiter.ceiling || !curve.isIdle else {
            gain = 1
            for frame in 0..<64 {
                frameLeft[frame] = oldLeft[frame]
                frameRight[frame] = oldRight[frame]
            }
            return
        }
        var last = 1.0
        for frame in 0..<64 {
            last = curve.next(needed(peaks[frame]))
            frameLeft[frame] = Float(Double(oldLeft[frame]) * last)
            frameRight[frame] = Float(Double(oldRight[frame]) * last)
        }
        gain = Float(last)
    }

    /// Forgets the delayed sound; the output is silent until new input has come through.
    @_noLocks mutating func silence() {
        for index in 0..<(2 &* Limiter.length) { left[index] = 0 }
        position = memory
        for index in 0..<11 { samplePeaks[index] = 0 }
        gain = 1
        curve.reset()
    }

    /// The gain that brings a peak to the ceiling.
    @_noLocks @inline(__always) private func needed(_ peak: Float) -> Int {
        peak <= Limiter.ceiling
            ? LimiterGain.one
            : DeterministicMath.floorToInt(Double(Limiter.ceiling) / Double(peak) * Double(LimiterGain.one))
    }

    /// Copies a quantum into the delay line and notes its largest samples.
    @_noLocks @inline(__always) private mutating func take(
        _ fromLeft: UnsafeMutablePointer<Float>, _ fromRight: UnsafeMutablePointer<Float>,
        _ toLeft: UnsafeMutablePointer<Float>, _ toRight: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<3 { samplePeaks[index] = samplePeaks[index &+ 8] }
        for block in 0..<8 {
            let offset = block &* 32
            let l = UnsafeRawPointer(fromLeft).loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self)
            let r = UnsafeRawPointer(fromRight).loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self)
            UnsafeMutableRawPointer(toLeft).storeBytes(of: l, toByteOffset: offset, as: SIMD8<Int32>.self)
            UnsafeMutableRawPointer(toRight).storeBytes(of: r, toByteOffset: offset, as: SIMD8<Int32>.self)
            // The bits of positive floats order as the floats do.
            let a = l & 0x7fff_ffff
            let b = r & 0x7fff_ffff
            let eight = a.replacing(with: b, where: b .> a)
            let low = eight.lowHalf
            let high = eight.highHalf
            let four = low.replacing(with: high, where: high .> low)
            let first = max(four[0], four[1])
            let second = max(four[2], four[3])
            samplePeaks[block &+ 3] = Float(bitPattern: UInt32(bitPattern: max(first, second)))
        }
    }

    /// Fills `peaks` for the 64 samples that end `reach` before the newest, around which all samples are known; the
    /// largest. Where no sample nearby is large enough for an over, 0 stands for "below the ceiling".
    @_noLocks private mutating func findPeaks(
        _ newLeft: UnsafeMutablePointer<Float>, _ newRight: UnsafeMutablePointer<Float>
    ) -> Float {
        var largest = SIMD8<Float>.zero
        for block in 0..<8 {
            // An interpolated point needs samples of at most three earlier blocks (2 * 12 frames).
            let nearby = max(
                max(samplePeaks[block], samplePeaks[block &+ 1]), max(samplePeaks[block &+ 2], samplePeaks[block &+ 3]))
            var eight = SIMD8<Float>.zero
            if nearby > harmless {
                let place = block &* 8 &- filter.reach
                eight = filter.peaks(newLeft + place, newRight + place)
                largest = largest.replacing(with: eight, where: eight .> largest)
            }
            UnsafeMutableRawPointer(peaks).storeBytes(of: eight, toByteOffset: block &* 32, as: SIMD8<Float>.self)
        }
        var peak: Float = 0
        for lane in 0..<8 { peak = max(peak, largest[lane]) }
        return peak
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
