// SPDX-License-Identifier: MIT

/// One figure of how well a listener reads.
public struct ListeningScore: Sendable {
    public enum Measure: String, Sendable {
        /// Rank correlation of read and true values.
        case spearman
        /// Root mean square error, in the fact's unit.
        case rmse
        /// The share of windows whose class is read correctly, and the mean of that share over the classes.
        case accuracy, balanced
        /// The harmonic mean of precision and recall within half a second, from as many pairs of true and read events as there can be.
        case f1 = "F1"
        /// The share of the events found whose kind is right.
        case eventClass = "class"
        /// The largest correlation of a fact's error with another fact.
        case crossTalk = "cross-talk"
        /// The median time in seconds until 90 % of a step is read; NaN if half of the steps are never read.
        case stepTime = "t90"
    }

    public var fact: String
    public var measure: Measure
    public var condition: HearingCondition
    /// NaN if it could not be measured.
    public var value: Double
    /// Windows, events or steps measured.
    public var count: Int
    /// The other fact of a cross-talk.
    public var other: String?

    /// What a readable preset reaches, and what the best reach; nil where nothing is demanded.
    public var goals: (gate: Double, worldClass: Double)? {
        switch (fact, measure, condition) {
        case ("speed", .spearman, .noise): (0.95, 0.975)
        case ("speed", .spearman, _): (0.97, 0.985)
        case ("speed", .rmse, .stereo), ("speed", .rmse, .mono): (1.5, 0.8)
        case (Listener.motion, .balanced, _): (0.95, 0.98)
        case ("line", .accuracy, _), ("line.colour", .accuracy, _): (0.85, 0.95)
        case ("direction", .accuracy, .stereo), ("direction.side", .accuracy, .stereo): (0.98, 1)
        case ("direction", .accuracy, _), ("direction.side", .accuracy, _): (0.8, 0.95)
        case ("phase", .accuracy, .smallSpeaker), ("phase", .accuracy, .telephone): (0.85, 0.95)
        case ("phase", .accuracy, _): (0.9, 0.97)
        case (_, .f1, _): (0.95, 0.99)
        case (_, .eventClass, _): (0.9, 0.98)
        case (_, .crossTalk, .stereo): (0.1, 0.03)
        case ("speed", .stepTime, _): (3, 2)
        default: nil
        }
    }

    /// Whether less is better.
    private var isError: Bool { [.rmse, .crossTalk, .stepTime].contains(measure) }

    /// Whether the gate is reached; nil where there is none.
    public var passes: Bool? {
        goals.map { value.isNaN ? false : isError ? value <= $0.gate : value >= $0.gate }
    }
}
