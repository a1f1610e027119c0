// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: a linked look-ahead limiter that keeps every channel at -1 dBTP or below, as libebur128 measures it. All
/// channels share one gain, so that nothing moves in space.
///
/// While nothing comes near the ceiling, it is a bit-exact delay. It searches for peaks between samples only where the samples
/// are large enough to allow one.
struct Limiter: ~Copyable {
    /// Frames of delay at a sample rate: whole quanta, at most 2 ms.
    static func latency(sampleRate: Int) -> Int { sampleRate < 88_200 ? 64 : sampleRate < 176_400 ? 128 : 256 }
    /// The largest true peak that passes, -1.02 dBTP: the margin covers the gain's movement under the interpolator.
    static var ceiling: Float { @_noLocks get { 0.8892 } }

    /// Frames by which the output lags the input.
    let latency: Int
    /// The gain of the last output frame, 1 = untouched.
    private(set) var gain: Float = 1

    private var curve: LimiterGain
    private let filter: LimiterPeakFilter
    /// The largest sample that cannot make a peak above the ceiling.
    private let harmless: Float
    /// One for each pair.
    private let lines: FixedBuffer<LimiterLine>
    /// The peaks at and after each sample of the quantum being examined; 0 means "below the ceiling".
    private let peaks = FixedBuffer<Float>(repeating: 0, count: 64)
    private let gains = FixedBuffer<Double>(repeating: 1, count: 64)

    /// `sampleRate` must be one of the engine's; `pairs` of channels share the gain.
    init(sampleRate: Int, pairs: Int = 1, instructionSet: InstructionSet = .standard) {
        let latency = Limiter.latency(sampleRate: sampleRate)
        self.latency = latency
        filter = LimiterPeakFilter(sampleRate: sampleRate, instructionSet: instructionSet)
        curve = LimiterGain(window: latency + 1, box: (latency - 2 * filter.reach + 2) / 2, release: 0.08 * Double(sampleRate))
        harmless = Limiter.ceiling / filter.worstGain
        lines = FixedBuffer(count: pairs) { _ in LimiterLine(latency: latency) }
    }

    /// Takes 64 frames of every pair and replaces them with the limited frames of `latency` frames earlier.
    /// - Parameter planes: left, right, left, ... of each pair.
    @_noLocks mutating func processQuantum(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>) {
        peaks.clear()
        var peak: Float = 0
        for pair in 0..<lines.count {
            let pairPeak = lines.first[pair].process(
                planes[2 &* pair], planes[2 &* pair &+ 1], filter, harmless: harmless, raising: peaks.first)
            if pairPeak > peak { peak = pairPeak }
        }
        guard peak > Limiter.ceiling || !curve.isIdle else {
            gain = 1
            return
        }
        let (peaks, gains) = (peaks.first, gains.first)
        for frame in 0..<64 { gains[frame] = curve.next(needed(peaks[frame])) }
        for pair in 0..<lines.count { lines.first[pair].applyGains(planes[2 &* pair], planes[2 &* pair &+ 1], gains) }
        gain = Float(gains[63])
    }

    /// Discards the delayed sound; the output is silent until new input has passed through.
    @_noLocks mutating func silence() {
        for pair in 0..<lines.count { lines.first[pair].silence() }
        gain = 1
        curve.reset()
    }

    /// The gain that brings a peak to the ceiling.
    @_noLocks @inline(__always) private func needed(_ peak: Float) -> Int {
        peak <= Limiter.ceiling
            ? LimiterGain.one
            : DeterministicMath.floorToInt(Double(Limiter.ceiling) / Double(peak) * Double(LimiterGain.one))
    }
}
