import RainSynthesis
import Tracking

/// One channel moves one parameter.
public struct Mapping: Equatable, Sendable {
    /// Which stretch of the channel counts.
    public enum Domain: Equatable, Sendable {
        /// In the mapping's unit; outside it the ends hold.
        case values(Double, Double)
        /// From the least to the greatest value of the track.
        case auto
        /// Between two percentiles of the track's values, 0 ... 100.
        case percentiles(Double, Double)
    }

    /// How a value of the channel becomes one of the parameter.
    public enum Rule: Equatable, Sendable {
        /// Numbers: from the domain along the curve into the range (the parameter's unit).
        case scale(domain: Domain, range: (Double, Double), curve: MappingCurve)
        /// Names: each its value; any other the default.
        case choose([Choice], otherwise: Otherwise)

        public static func == (a: Rule, b: Rule) -> Bool {
            switch (a, b) {
            case (.scale(let d, let r, let c), .scale(let e, let s, let k)): d == e && r == s && c == k
            case (.choose(let c, let o), .choose(let k, let p)): c == k && o == p
            default: false
            }
        }
    }

    /// One name and the parameter's value for it.
    public struct Choice: Equatable, Sendable {
        public var name: String
        public var value: Double
    }

    /// What a name that is not listed gives.
    public enum Otherwise: Equatable, Sendable {
        case base
        case value(Double)
        /// FNV-1a of the name's UTF-8 picks one: of the parameter's choices, or of the values listed.
        case hash
    }

    /// Seconds of heard time in which 90 % of a step is covered, upwards and downwards.
    public struct Smoothing: Equatable, Sendable {
        public var attack: Double
        public var release: Double
        /// What a mapping has that does not say otherwise; listeners do not notice it as a delay.
        public static let standard = Smoothing(attack: 0.3, release: 0.8)
    }

    /// What happens when the channel is missing.
    public struct Missing: Equatable, Sendable {
        public enum Then: Equatable, Sendable { case base, hold, value(Double) }
        /// Seconds of track time that the last value holds.
        public var hold: Double
        public var then: Then
        public static let standard = Missing(hold: 3, then: .base)
    }

    /// How the mapping meets what is before it on the same parameter.
    public enum Combine: String, CaseIterable, Sendable { case add, multiply, max, last }

    public var channel: Channel
    /// The unit of domain, table and hysteresis.
    public var unit: Unit
    public var parameter: ParameterID
    public var rule: Rule
    public var smooth: Smoothing
    public var missing: Missing
    /// The channel must move by this much, in `unit`, before the mapping follows.
    public var hysteresis: Double = 0
    public var combine: Combine?
    public var say: String?
    /// Where `to` stands.
    public var place: SourcePlace
}
