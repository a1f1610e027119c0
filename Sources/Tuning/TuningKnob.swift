// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification

/// A value that a tuner can turn: a parameter's resting value, or a number of a mapping or of an event. A plain value; any
/// thread.
public struct TuningKnob: Equatable, Sendable {
    /// What the knob belongs to.
    public enum Subject: Hashable, Sendable {
        case parameter(ParameterID)
        /// The index of the mapping among those of the file, from 0.
        case mapping(Int)
        /// The index of the event among those of the file, from 0.
        case event(Int)
    }

    var path: PresetPath
    public var subject: Subject
    /// The heading of the knob's group: `drops.bubble`, `map 0: speed → drops.rate`, `event 2: approaching`.
    public var group: String
    /// The unit as a preset writes it; empty for a plain number or a choice.
    public var unit: String
    public var range: ClosedRange<Double>
    /// The value when no preset sets it; nil where there is none.
    public var defaultValue: Double?
    var curve: ParameterSpec.Curve
    /// The size of one coarse step: about one just-noticeable difference.
    var step: ParameterSpec.AudibleStep
    /// The names of a choice in the order of its values 0, 1, ...; empty for a number.
    public var choices: [String] = []
    /// True when it takes effect only at the next start.
    public var isFixedAtStart = false
    /// True where only integers are valid.
    var isWhole = false
    /// One sentence of help.
    public var help: String

    /// The name as typed: `drops.rate`, `map.0.range.1`.
    public var name: String { path.description }
    var isChoice: Bool { !choices.isEmpty }
}

/// A knob with its value.
public struct TuningValue: Equatable, Sendable {
    public var knob: TuningKnob
    /// In the knob's unit; for a choice its index.
    public var value: Double
    /// In readable form, with its unit: `480 /min`, `wood`.
    public var words: String
    /// True when it is set in the preset's own text; false for an inherited or default value.
    var isWritten: Bool
    /// True when it differs from the file.
    public var isChanged: Bool
}
