// SPDX-License-Identifier: MIT
import RainSynthesis

/// The objects that a preset consists of: the keys of each in the order in which they are written, and their numbers with limits.
/// The reader, the schema, the writer and the tuner follow this table.
public enum PresetForm {
    /// A number under a key of its own.
    public struct Number: Sendable {
        public let key: String
        public let limits: ClosedRange<Double>
        public private(set) var unit: String
        /// True if the object must state it.
        public let isRequired: Bool
        /// The value of an object that does not state it.
        public let standard: Double
        /// The smallest change that is worth making.
        public let step: ParameterSpec.AudibleStep
        public let help: String

        init(
            _ key: String, _ limits: ClosedRange<Double>, unit: String = "", standard: Double?,
            step: ParameterSpec.AudibleStep = .ratio(1.2), _ help: String
        ) {
            self.key = key
            self.limits = limits
            self.unit = unit
            isRequired = standard == nil
            self.standard = standard ?? 0
            self.step = step
            self.help = help
        }

        /// The same number of a mapping or an event that gives it this unit.
        public func `in`(_ unit: String) -> Number {
            var number = self
            number.unit = unit
            return number
        }
    }

    static let preset = ["preset", "title", "describe", "place", "extends", "base", "map", "events", "fatigue"]
    static let mapping = [
        "from", "unit", "to", "domain", "range", "choose", "otherwise", "curve", "hysteresis", "combine", "smooth", "missing", "say",
    ]
    static let event = ["on", "hysteresis", "play", "priority", "cooldown", "patience", "duck", "say"]
    static let curve = ["power", "table"]
    static let smooth = ["attack", "release"]
    static let missing = ["hold", "then"]
    static let play = ["voice", "notes", "gap", "level", "pan"]
    static let duck = ["by", "release"]
    static let fatigue = ["by", "after", "over", "back"]
    static let all = [preset, mapping, event, curve, smooth, missing, play, duck, fatigue]

    /// Of a mapping, in its unit.
    public static let hysteresis = Number(
        "hysteresis", 0...1e9, standard: 0, step: .difference(0.01), "Smaller changes of the channel are ignored.")
    /// Of a crossing, in its unit. One that does not state it has a twentieth of its value, so there is no constant default.
    static let crossingHysteresis = Number(
        "hysteresis", 0...1e9, standard: 0, step: .difference(0.01), "How far the channel must go back before it can cross again.")
    public static let power = Number("power", 0.1...10, standard: 1, step: .ratio(1.1), "How the curve bends; 1 is straight.")
    public static let smoothing = Number("smooth", 0...60, unit: "s", standard: nil, "The time to 90 % of a step.")
    public static let attack = Number("attack", 0...60, unit: "s", standard: 0.3, "The time to 90 % of a step up.")
    public static let release = Number("release", 0...60, unit: "s", standard: 0.8, "The time to 90 % of a step down.")
    public static let hold = Number(
        "hold", 0...86_400, unit: "s", standard: 3, "How long the last value holds when the channel is missing, in track time.")

    public static let priority = Number("priority", 0...100, standard: 5, step: .difference(1), "Events of higher priority sound first.")
    public static let cooldown = Number("cooldown", 0...86_400, unit: "s", standard: 0, "How long the same event stays silent afterwards.")
    /// After a longer wait, listeners no longer connect the sound with its cause.
    public static let patience = Number("patience", 0...60, unit: "s", standard: 1, "How long the event may wait for others to end.")
    public static let gap = Number("gap", 0.05...2, unit: "s", standard: 0.15, "The time from one note to the next.")
    public static let level = Number("level", -60...0, unit: "dB", standard: -12, step: .difference(1), "The peak level of each note.")
    public static let pan = Number("pan", -1...1, standard: 0, step: .difference(0.4), "Where the notes sound: -1 left, 0 middle, 1 right.")
    public static let duckBy = Number("by", 0...40, unit: "dB", standard: nil, step: .difference(1), "How far the rain is lowered.")
    public static let duckRelease = Number("release", 0.05...10, unit: "s", standard: 0.6, "How long the rain takes to return.")

    static let fatigueBy = Number(
        "by", 0...40, unit: "dB", standard: nil, step: .difference(1), "How far the rain is lowered while nothing changes.")
    static let fatigueAfter = Number("after", 1...3600, unit: "s", standard: 30, "How long nothing must change before that begins.")
    static let fatigueOver = Number("over", 0.1...600, unit: "s", standard: 10, "How long the fade down takes.")
    static let fatigueBack = Number("back", 0.02...60, unit: "s", standard: 1, "How long the fade back up takes.")
}
