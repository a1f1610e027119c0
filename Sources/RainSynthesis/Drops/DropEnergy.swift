// SPDX-License-Identifier: MIT
import DeterministicMath

/// The energy of a drop's parts as listeners weight it: after the filters of ITU-R BS.1770-4, in full scale squared times
/// seconds. Closed forms within 0.1 dB for a bubble of several cycles. Any thread.
enum DropEnergy {
    /// The power gain of the loudness weighting at a frequency in Hz: its high shelf and its high-pass as analogue filters.
    @_noLocks static func weight(_ frequency: Double) -> Double {
        // The shelf: 4 dB above 1,682 Hz. The gains at high frequencies and at the corner, and the quality, squared.
        let r = frequency * (1 / 1681.974450955533)
        let r2 = r * r
        let top = 1 - 1.584864701130855 * r2
        let bottom = 1 - r2
        let shelf = (top * top + 3.16815 * r2) / (bottom * bottom + 1.99961 * r2)
        let s = frequency * (1 / 38.13547087602444)
        let s2 = s * s
        let low = 1 - s2
        return shelf * s2 * s2 / (low * low + 3.99477 * s2)
    }

    /// A half sine of `duration` seconds. The weighting, integrated over its spectrum, is a rational function of its duration,
    /// exact within 0.04 dB from 0.01 to 200 ms.
    @_noLocks static func impact(amplitude: Double, duration: Double) -> Double {
        let x = min(duration * 1000, 200)
        let over = 1 + x * x * (3.7560288 + x * 0.0873736)
        let rest = 1.3738028 + x * (0.1691705 + x * (0.0015514 + x * 0.0003013))
        let under = 1 + x * (1.6229568 + x * (9.4251757 + x * rest))
        return amplitude * amplitude * duration * 0.5 * 2.4997704 * over / under
    }

    /// A bubble that begins at `frequency` in Hz, with the time scale `duration` in seconds over which `decay` and `rise` are
    /// stated. It is weighted at its frequency after the mean time of its energy.
    @_noLocks static func bubble(amplitude: Double, frequency: Double, duration: Double, decay: Double, rise: Double) -> Double {
        let risen = rise / (2 * decay)
        let mean = frequency * (1 + risen) * DeterministicMath.exp(risen)
        // The share of the energy of a sine that begins at a zero crossing and lasts for only a few cycles.
        let turn = 2 * DeterministicMath.pi * mean * duration
        let share = turn * turn / (turn * turn + decay * decay)
        return amplitude * amplitude * duration / (4 * decay) * share * weight(mean)
    }
}
