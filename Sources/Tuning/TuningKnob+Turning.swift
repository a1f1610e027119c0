// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis

/// Turning a knob: just-noticeable steps, fine steps, and positions along a slider.
extension TuningKnob {
    /// Fine steps in a coarse step.
    private static let fineSteps = 5.0

    /// Returns the value after the given number of steps up (or down), rounded sensibly and kept within the range.
    /// - Parameter fine: steps of a fifth.
    func moved(_ value: Double, by steps: Double, fine: Bool = false) -> Double {
        let steps = fine && !isChoice && !isWhole ? steps / Self.fineSteps : steps
        switch step {
        case .choice: return clamped(DeterministicMath.round(value + steps))
        case .difference(let size): return rounded(clamped(value + steps * Double(size)))
        case .ratio(let ratio):
            if value < floor { return steps > 0 ? rounded(floor) : range.lowerBound }
            let next = value * DeterministicMath.pow(Double(ratio), steps)
            // Below the floor nothing is audible.
            return next < floor * 0.999 ? range.lowerBound : rounded(clamped(next))
        }
    }

    /// Returns the value rounded sensibly and kept within the range.
    func rounded(_ value: Double) -> Double { clamped(withAudibleDigits(clamped(value))) }

    /// Returns a value, or an amount to add to one, without digits finer than audible.
    func withAudibleDigits(_ value: Double) -> Double {
        guard !isChoice, !isWhole else { return DeterministicMath.round(value) }
        let fine = stepSize(at: value) / Self.fineSteps
        guard fine > 0, fine.isFinite, value.magnitude < 1e12 else { return value }
        var unit = 1.0, parts = 1.0
        // Powers of ten, each exact on its side of 1.
        while unit * 20 <= fine { unit *= 10 }
        if unit == 1 { while 2 / parts > fine, parts < 1e9 { parts *= 10 } }
        return unit > 1 ? DeterministicMath.round(value / unit) * unit : DeterministicMath.round(value * parts) / parts
    }

    /// Returns the size of one coarse step at a value, in the unit.
    private func stepSize(at value: Double) -> Double {
        switch step {
        case .choice: 1
        case .difference(let size): Double(size)
        case .ratio(let ratio): max(value.magnitude, floor) * (Double(ratio) - 1)
        }
    }

    /// Returns the position of a value along a slider, 0 ... 1.
    public func position(of value: Double) -> Double {
        let value = clamped(value)
        let low = range.lowerBound, high = range.upperBound
        guard high > low else { return 0 }
        guard isGeometric else { return (value - low) / (high - low) }
        if value <= floor { return 0 }
        return DeterministicMath.log(value / floor) / DeterministicMath.log(high / floor)
    }

    /// Returns the value at a position along a slider, 0 ... 1, rounded sensibly.
    public func value(at position: Double) -> Double {
        let place = position.isFinite ? min(max(position, 0), 1) : 0
        let low = range.lowerBound, high = range.upperBound
        if place == 0 { return low }
        if place == 1 { return high }
        guard isGeometric else { return rounded(low + place * (high - low)) }
        return rounded(floor * DeterministicMath.exp(place * DeterministicMath.log(high / floor)))
    }

    /// True when equal distances along a slider are equal ratios.
    private var isGeometric: Bool { !isChoice && curve == .logarithmic && range.upperBound > floor }

    /// The least value from which ratios are meaningful; the end of the range counts below it.
    private var floor: Double {
        if range.lowerBound > 0 { return range.lowerBound }
        if let value = defaultValue, value > 0 { return value / 32 }
        return range.upperBound / 500
    }

    private func clamped(_ value: Double) -> Double {
        value.isNaN ? defaultValue ?? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }
}
