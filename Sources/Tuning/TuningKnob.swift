import RainSynthesis
import Sonification

/// One thing that a tuner can turn: a resting value, or a figure of a mapping or of an event. Plain; any thread.
public struct TuningKnob: Equatable, Sendable, Identifiable {
    /// What the knob belongs to.
    public enum Subject: Hashable, Sendable {
        case parameter(ParameterID)
        /// The place of the mapping among those of the file, from 0.
        case mapping(Int)
        /// The place of the event among those of the file, from 0.
        case event(Int)
    }

    public var path: PresetPath
    public var subject: Subject
    /// Under which knobs stand together: `drops.bubble`, `map 0: speed → drops.rate`, `event 2: approaching`.
    public var group: String
    /// The unit as a preset writes it; empty for a plain number or a choice.
    public var unit: String
    public var range: ClosedRange<Double>
    /// The value when no preset says anything; nil where there is none.
    public var defaultValue: Double?
    public var curve: ParameterSpec.Curve
    /// About one just-noticeable difference: what one coarse step changes.
    public var step: ParameterSpec.AudibleStep
    /// The names of a choice in the order of its values 0, 1, ...; empty for a number.
    public var choices: [String] = []
    /// True when it takes effect at the next start only.
    public var isFixedAtStart = false
    /// True where only whole numbers are.
    public var isWhole = false
    /// One sentence of help.
    public var help: String

    public var id: PresetPath { path }
    /// What a person types: `drops.rate`, `map.0.range.1`.
    public var name: String { path.description }
    public var isChoice: Bool { !choices.isEmpty }
}

/// What a knob stands at.
public struct TuningValue: Equatable, Sendable {
    /// In the knob's unit; for a choice its place.
    public var value: Double
    /// As people read it, with its unit: `480 /min`, `wood`.
    public var words: String
    /// True when the preset's own text says it; false for what is inherited or the default.
    public var isWritten: Bool
    /// True when it is not what the file holds.
    public var isChanged: Bool
}
