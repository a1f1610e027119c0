// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: finds peaks between samples with the same interpolator by which libebur128 measures true peak.
///
/// 49 Hann-windowed sinc taps in phases: 4 below 96 kHz, else 2 (ITU-R BS.1770-4 annex 2; libebur128 `interp_create`).
struct LimiterPeakFilter: ~Copyable {
    /// Samples that an interpolated point reaches to either side.
    let reach: Int
    /// The largest possible ratio of a peak between samples to the largest sample.
    let worstGain: Float
    /// The kernels to run.
    let isa: crain_isa
    private let phases: Int
    private let taps: FixedBuffer<Float>

    init(sampleRate: Int, instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        let factor = sampleRate < 96_000 ? 4 : 2
        reach = 24 / factor
        phases = factor - 1
        taps = FixedBuffer(repeating: 0, count: (factor - 1) * 48 / factor)
        var worst = 1.0
        for phase in 1..<factor {
            var sum = 0.0
            for tap in 0..<2 * reach {
                // From the point to the sample, in steps of the interpolated grid, -24 ... 24.
                let distance = Double(phase - (tap - reach + 1) * factor)
                let angle = DeterministicMath.pi * distance / Double(factor)
                let window = 0.5 * (1 + DeterministicMath.cos(turns: distance / 48))
                let value = DeterministicMath.sin(angle) / angle * window
                taps.first[(phase - 1) * 2 * reach + tap] = Float(value)
                sum += DeterministicMath.magnitude(value)
            }
            worst = max(worst, sum)
        }
        worstGain = Float(worst)
    }

    /// Raises eight `peaks` to the peak at and after each of eight samples (up to the next one) of two channels, and returns the
    /// largest of those. Reads `reach` more samples on either side.
    @_noLocks func raise(_ peaks: UnsafeMutablePointer<Float>, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) -> Float {
        crain_raise_peaks(isa, left, right, taps.first, reach, phases, peaks)
    }
}
