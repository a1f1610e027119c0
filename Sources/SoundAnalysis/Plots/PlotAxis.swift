// SPDX-License-Identifier: MIT
import Foundation

/// One axis: its label, its range and its ticks.
struct PlotAxis {
    enum Scale { case linear, logarithmic, time }

    let scale: Scale
    let lower: Double
    let upper: Double
    /// What the axis shows, with its unit: `Frequency (Hz)`.
    let label: String

    struct Tick: Equatable {
        let value: Double
        /// Empty for a line without a number.
        let label: String
    }

    init(_ scale: Scale, _ lower: Double, _ upper: Double, label: String) {
        self.scale = scale
        self.lower = lower
        // An empty range would divide by 0.
        self.upper = upper > lower ? upper : lower + max(abs(lower) * 1e-3, 1e-9)
        self.label = label
    }

    /// An axis that covers the values, its ends extended to round numbers.
    static func covering(_ values: [Double], label: String, includingZero: Bool = false) -> PlotAxis {
        let finite = values.filter(\.isFinite)
        var lower = finite.min() ?? 0
        var upper = finite.max() ?? 1
        if includingZero {
            lower = min(lower, 0)
            upper = max(upper, 0)
        }
        if upper - lower < max(1e-9, abs(lower) * 1e-12) { upper = lower + max(1, abs(lower) * 1e-3) }
        let step = Self.step(upper - lower, count: 4, choices: [1, 2, 5])
        return PlotAxis(.linear, (lower / step).rounded(.down) * step, (upper / step).rounded(.up) * step, label: label)
    }

    /// The position of a value along the axis, 0 ... 1 within the range.
    func position(_ value: Double) -> Double {
        switch scale {
        case .linear, .time: (value - lower) / (upper - lower)
        case .logarithmic: log(value / lower) / log(upper / lower)
        }
    }

    /// Round values within the range; `count` is the approximate number of them.
    func ticks(_ count: Int) -> [Tick] {
        switch scale {
        case .linear:
            let step = Self.step(upper - lower, count: count, choices: [1, 2, 5])
            return multiples(of: step).map { Tick(value: $0, label: Self.number($0, step: step)) }
        case .time: return timeTicks(count)
        case .logarithmic:
            return (-3...6).flatMap { decade in
                (1...9).map { Double($0) * pow(10, Double(decade)) }
            }.filter { $0 >= lower * 0.9999 && $0 <= upper * 1.0001 }.map { value in
                let digit = Int((value / pow(10, log10(value * 1.0001).rounded(.down))).rounded())
                return Tick(value: value, label: [1, 2, 5].contains(digit) ? Self.engineering(value) : "")
            }
        }
    }

    private func timeTicks(_ count: Int) -> [Tick] {
        let span = upper - lower
        guard max(abs(lower), abs(upper)) < 1e15 else { return [] }
        guard span > 90 else {
            let step = Self.step(span, count: count, choices: [1, 2, 5])
            return multiples(of: step).map { Tick(value: $0, label: Self.number($0, step: step)) }
        }
        let steps = [10.0, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400]
        let day = 86_400.0
        let step = steps.first { span / $0 <= Double(count) * 1.3 } ?? Self.step(span / day, count: count, choices: [1, 2, 5]) * day
        return multiples(of: step).map { Tick(value: $0, label: Self.clock($0, hours: upper >= 3600)) }
    }

    /// The axis's caption, with the unit of its ticks.
    var caption: String {
        guard scale == .time else { return label }
        return label + (upper - lower > 90 ? (upper >= 3600 ? " (h:mm:ss)" : " (min:s)") : " (s)")
    }

    /// Empty if the range is too wide or too narrow for a Double.
    private func multiples(of step: Double) -> [Double] {
        guard step > 0, (upper - lower) / step < 1000, max(abs(lower), abs(upper)) / step < 1e15 else { return [] }
        let first = Int((lower / step - 1e-6).rounded(.up))
        let last = Int((upper / step + 1e-6).rounded(.down))
        return first <= last ? (first...last).map { Double($0) * step } : []
    }

    private static func step(_ span: Double, count: Int, choices: [Double]) -> Double {
        let rough = span / Double(max(count, 1))
        let decade = pow(10, log10(rough).rounded(.down))
        return (choices.first { $0 * decade >= rough * 0.999 } ?? 10) * decade
    }

    /// A number with as many decimals as its step.
    private static func number(_ value: Double, step: Double) -> String {
        let decimals = max(0, Int((-log10(step) + 1e-9).rounded(.up)))
        return PlotCanvas.number(value, decimals: min(decimals, 6)).replacing("-", with: "\u{2212}")
    }

    /// 20, 500, 1k, 20k.
    private static func engineering(_ value: Double) -> String {
        value >= 999.5 ? PlotCanvas.number(value / 1000) + "k" : PlotCanvas.number(value)
    }

    /// 1:05, or 1:00:05 with hours.
    private static func clock(_ seconds: Double, hours: Bool) -> String {
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours
            ? "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))" : "\(whole / 60):\(two(whole % 60))"
    }
}
