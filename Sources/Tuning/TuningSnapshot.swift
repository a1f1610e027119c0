// SPDX-License-Identifier: MIT
import Sonification

/// The state of the preset on the desk at one moment, for drawing. A plain value; any thread.
public struct TuningSnapshot: Sendable {
    /// The side of the desk that is played and edited.
    public enum Side: String, Sendable { case a = "A", b = "B" }

    /// Increments with every change; equal revisions mean equal snapshots.
    public var revision: Int
    public var side: Side
    /// The file as the user named it, or the shipped name.
    public var file: String
    /// True when there is no file to save to: use `save(as:)`.
    public var isShipped: Bool
    /// True for a preset that comes with the program, rather than through a pipe or a page.
    public var comesWithProgram: Bool { document.source.isShipped }
    public var preset: Preset
    /// The number of mappings and events that the preset inherits from the one it extends; they come first: `map.0` is
    /// `preset.mappings[inheritedMappings]`.
    public var inheritedMappings: Int
    public var inheritedEvents: Int
    /// Every knob with its value, in the order of the table, then mappings, then events.
    public var values: [TuningValue]
    public var knobs: [TuningKnob] { values.map(\.knob) }
    /// True when the text differs from the file.
    public var isChanged: Bool
    /// True when the other side has unsaved changes, too.
    public var isOtherSideChanged: Bool
    /// What `undo` and `redo` would do, in words; nil when there is nothing.
    public var undo: String?
    public var redo: String?
    /// The text with its meaning.
    let document: PresetDocument
    public var text: String { document.text }

    func knob(_ path: PresetPath) -> TuningKnob? { value(at: path)?.knob }
    func value(at path: PresetPath) -> TuningValue? { values.first { $0.knob.path == path } }
    /// Returns the value of the knob with that name.
    public func value(_ name: String) -> TuningValue? { PresetPath(name).flatMap(value(at:)) }
    /// Returns the indices of the knobs in which every one of the words occurs: in the name, the group, the unit or the help.
    func search(_ words: String) -> [Int] {
        let words = words.lowercased().split(separator: " ")
        guard !words.isEmpty else { return Array(values.indices) }
        return values.indices.filter { index in
            let knob = values[index].knob
            let text = "\(knob.name) \(knob.group) \(knob.unit) \(knob.help) \(knob.choices.joined(separator: " "))".lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }
}
