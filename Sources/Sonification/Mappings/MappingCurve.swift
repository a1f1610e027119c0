// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The curve from a domain to a range. `p` is the position in the domain, 0 ... 1.
public enum MappingCurve: Equatable, Sendable {
    /// r0 + p (r1 - r0).
    case linear
    /// r0 (r1 / r0)^p: equal steps are equal ratios. The range must be above 0.
    case logarithmic
    /// (sqrt r0 + p (sqrt r1 - sqrt r0))^2: equal steps of a Poisson rate sound equal. The range must not be below 0.
    case squareRoot
    /// r0 + p^k (r1 - r0), k > 0.
    case power(Double)
    /// Linear interpolation between points (channel's unit, parameter's unit) with increasing inputs.
    case table([Point])

    public struct Point: Equatable, Sendable {
        public var input: Double
        public var output: Double
    }

    /// The curves that a name alone describes.
    static let named = [MappingCurve.linear, .logarithmic, .squareRoot]

    /// The curve's name in presets.
    package var name: String {
        switch self {
        case .linear: "linear"
        case .logarithmic: "log"
        case .squareRoot: "sqrt"
        case .power: "power"
        case .table: "table"
        }
    }

    /// The curve's name, with its exponent.
    var words: String { if case .power(let exponent) = self { "\(name) \(PlainNumber.display(exponent))" } else { name } }

    /// The value in the range for `input`, a channel value in the unit of `domain`. A table ignores domain and range.
    public func value(_ input: Double, domain: (Double, Double), range: (Double, Double)) -> Double {
        if case .table(let points) = self { return MappingCurve.interpolate(points, at: input) }
        // Halves, since the difference of two numbers can be infinite.
        let width = domain.1 / 2 - domain.0 / 2
        let place = width == 0 ? 0 : min(max((input / 2 - domain.0 / 2) / width, 0), 1)
        // The ends are exact, regardless of rounding in between.
        if place == 0 { return range.0 }
        if place == 1 { return range.1 }
        switch self {
        case .linear, .table: return range.0 + place * (range.1 - range.0)
        case .logarithmic: return range.0 * DeterministicMath.exp(place * DeterministicMath.log(range.1 / range.0))
        case .squareRoot:
            let low = range.0.squareRoot()
            let root = low + place * (range.1.squareRoot() - low)
            return root * root
        case .power(let exponent): return range.0 + DeterministicMath.pow(place, exponent) * (range.1 - range.0)
        }
    }

    private static func interpolate(_ points: [Point], at input: Double) -> Double {
        let next = points.partitioningIndex { $0.input > input }
        guard next > 0 else { return points.first?.output ?? 0 }
        guard next < points.count else { return points[next - 1].output }
        let (a, b) = (points[next - 1], points[next])
        return a.output + (input - a.input) / (b.input - a.input) * (b.output - a.output)
    }
}
