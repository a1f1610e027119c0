import RainSynthesis
import Sonification
import Tracking
import Transport

/// Everything about the preset on the desk at one moment, for drawing. Plain; any thread.
public struct TuningSnapshot: Sendable {
    /// Which of the two presets is heard and edited.
    public enum Side: String, Sendable { case a = "A", b = "B" }

    /// Grows with every change; equal revisions are equal snapshots.
    public var revision: Int
    public var side: Side
    /// The file as the user named it, or the shipped name.
    public var file: String
    /// True when there is no file to save to: `save(as:)` names one.
    public var isShipped: Bool
    public var preset: Preset
    /// How many of the preset's mappings and events come first in it and stand in what it extends: `map.0` is
    /// `preset.mappings[inheritedMappings]`.
    public var inheritedMappings: Int
    public var inheritedEvents: Int
    /// Warnings and notes about the preset.
    public var findings: [PresetDiagnostic]
    /// Every knob, in the order of the table, then mappings, then events; `values` has the same order.
    public var knobs: [TuningKnob]
    public var values: [TuningValue]
    /// True when the text is not what the file holds.
    public var isChanged: Bool
    /// True when the other side was changed too, and not saved.
    public var isOtherSideChanged: Bool
    /// What `undo` and `redo` would do, in words; nil when there is nothing.
    public var undo: String?
    public var redo: String?
    public var text: String

    public func index(of path: PresetPath) -> Int? { knobs.firstIndex { $0.path == path } }
    /// What the knob of that name stands at.
    public func value(_ name: String) -> TuningValue? {
        guard let path = PresetPath(name), let index = index(of: path), values.indices.contains(index) else { return nil }
        return values[index]
    }
    /// The knobs in which every one of the words occurs: in the name, the group, the unit or the help.
    public func search(_ words: String) -> [TuningKnob] {
        let words = words.lowercased().split(separator: " ")
        return knobs.filter { knob in
            let text = "\(knob.name) \(knob.group) \(knob.unit) \(knob.help) \(knob.choices.joined(separator: " "))".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }
}
