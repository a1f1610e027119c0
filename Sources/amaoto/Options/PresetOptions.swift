// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform
import RainSynthesis
import Sonification
import Tuning

/// The preset, and the values to change in it.
struct PresetOptions: ParsableArguments, FileDeclaring {
    @Option(
        name: [.customShort("p"), .customLong("preset")],
        help: ArgumentHelp(
            "Preset: the name of a shipped one (see `amaoto preset list`), or a file. (default: commuter)", valueName: "preset"),
        completion: NameCompletion.presets)
    var chosen: String?

    var reference: String { chosen ?? PresetLibrary.usual }

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Value to change in the preset, such as rain.intensity=3; repeat for more.", valueName: "name=value"),
        completion: NameCompletion.parameters)
    var set: [String] = []

    func validate() throws { _ = try Self.pairs(set) }

    /// For commands whose first argument is the preset or, with -p, the track: returns all inputs.
    /// - Throws: `ValidationError` where both name a preset.
    func input(_ argument: String?, before input: InputOptions) throws -> InputOptions {
        guard let argument, chosen != nil else { return input }
        var whole = input
        whole.inputs.insert(argument, at: 0)
        try whole.validate()
        return whole
    }

    func declareFiles(in claims: inout OutputClaims) { claims.read(preset: reference) }

    var edits: [PresetEdit] { get throws { try Self.edits(set) } }

    func load() throws -> Preset { try PresetLibrary.standard.load(reference, changes: edits) }

    /// A watch of its files, which makes the same changes to each new version.
    var watch: PresetWatch { get throws { PresetWatch(reference, changes: try edits) } }

    /// A sentence about each change that is inaudible because a mapping replaces the value.
    func inaudibleChanges(in preset: Preset) throws -> [String] {
        try edits.compactMap { edit in
            // A mapping that adds to the value or multiplies it leaves it audible.
            let moved = preset.mappings.first {
                ParameterTable.spec($0.parameter).name == edit.path.parameter && [nil, .last].contains($0.combine)
            }
            guard let mapping = moved else { return nil }
            return
                "--set \(edit.path): \(mapping.channel.name) moves it, so the value is heard only while there is no \(mapping.channel.name)"
        }
    }

    /// The changes in a list of NAME=VALUE.
    /// - Throws: `ValidationError` or `PresetEditError`.
    static func edits(_ changes: [String]) throws -> [PresetEdit] {
        try pairs(changes).map { PresetEdit(try TuningDesk.path($0.name), .set($0.value)) }
    }

    /// The names and values in a list of NAME=VALUE.
    static func pairs(_ changes: [String]) throws -> [(name: String, value: String)] {
        try changes.map { change in
            let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw ValidationError("\(change) is not of the form NAME=VALUE, such as drops.rate=1200.") }
            return (String(parts[0]), String(parts[1]))
        }
    }
}
