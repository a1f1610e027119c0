import DeterministicMath
import RainSynthesis

/// How many steps of a parameter a listener can tell apart.
/// Sources: loudness 1 dB; tempo 3 % (Drake & Botte 1993), and no finer than a count over 2 s allows, whose spread is
/// sqrt(2 r / k) for gamma shape k; pitch 3 %; five places (Mills 1958); durations 10 %.
enum AudibleSteps {
    /// The count between two values, or nil where nothing is known.
    static func count(_ spec: ParameterSpec, from a: Double, to b: Double, regularity: Double) -> Double? {
        let low = min(a, b)
        let high = max(a, b)
        switch (spec.id, spec.unit) {
        case (.dropsRate, _): return rate(low / 60, high / 60, regularity)
        case (.dropsPan, _): return (high - low) / 0.4
        case (_, "dB"): return high - low
        case (_, "oct"): return (high - low) * ratios(1, 2, 0.03)
        case (.washPulse, _): return ratios(low, high, 0.1)
        case (_, "Hz"): return ratios(low, high, 0.03)
        case (_, "ms"): return ratios(low, high, 0.1)
        case (.dropsImpactAmplitude, _), (.dropsBubbleAmplitude, _), (.bedWhite, _), (.bedPink, _), (.bedBrown, _), (.washLevel, _):
            return 20 * DeterministicMath.log10(max(high, 1e-9) / max(low, high / 1000, 1e-9))
        default: return nil
        }
    }

    private static func ratios(_ low: Double, _ high: Double, _ step: Double) -> Double {
        DeterministicMath.log(max(high, 1e-9) / max(low, high / 1000, 1e-9)) / DeterministicMath.log(1 + step)
    }

    /// Drops per second: counted over two seconds, 1.5 standard deviations apart.
    private static func rate(_ low: Double, _ high: Double, _ regularity: Double) -> Double {
        let even = ratios(max(low, 0.5), max(high, 0.5), 0.03)
        if regularity <= 0 { return even }
        let counted = 2 * (2 * max(regularity, 1)).squareRoot() * (high.squareRoot() - low.squareRoot()) / 1.5
        return min(even, counted)
    }
}
