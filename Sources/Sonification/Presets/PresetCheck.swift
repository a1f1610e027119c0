// SPDX-License-Identifier: MIT
/// Reads a preset with everything it extends, and reports all errors and doubtful points.
public struct PresetCheck: Sendable {
    /// The complete preset; nil if there is an error.
    public let preset: Preset?
    /// Errors, warnings and notes in the order of the lines: those of the file first, then those of the files it extends.
    public let diagnostics: [PresetDiagnostic]
    /// The texts that contribute to the preset: its own and those that it extends.
    let sources: [PresetSource]
    /// Those of them that are files on disk.
    public var files: [String] { sources.compactMap(\.path) }

    /// The longest permitted chain of `extends`.
    private static let longestChain = 16

    /// Reads `source`; `library` finds the presets that it extends.
    public init(_ source: PresetSource, library: PresetLibrary = .standard) {
        var diagnostics: [PresetDiagnostic] = []
        var sources: [PresetSource] = []
        var preset = PresetCheck.read(source, library, chain: [source.identity], &diagnostics, &sources)
        if let whole = preset, !diagnostics.contains(where: { $0.severity == .error }) {
            var semantics = PresetSemantics(preset: whole, source: source)
            semantics.check()
            diagnostics += semantics.diagnostics.ordered(from: source.file)
        }
        if diagnostics.contains(where: { $0.severity == .error }) { preset = nil }
        self.preset = preset
        self.diagnostics = diagnostics
        self.sources = sources
    }

    private static func read(
        _ source: PresetSource, _ library: PresetLibrary, chain: [String], _ diagnostics: inout [PresetDiagnostic],
        _ sources: inout [PresetSource]
    ) -> Preset? {
        sources.append(source)
        var reader = PresetReader(source)
        guard let draft = reader.read() else {
            diagnostics += reader.findings
            return nil
        }
        var inherited: [PresetDiagnostic] = []
        var parent: Preset?
        if let extends = draft.extends {
            switch library.find(extends.name, from: source) {
            case .failure(let error):
                for finding in error.diagnostics { reader.report(extends.place, finding.message, finding.remedy) }
            case .success(let next) where chain.contains(next.identity):
                let cycle = (chain + [next.identity]).drop { $0 != next.identity }
                reader.report(
                    extends.place, "extends is circular: \(cycle.joined(separator: " → "))",
                    "remove extends from one of them")
            case .success where chain.count >= longestChain:
                reader.report(extends.place, "more than \(longestChain) presets extend each other", "extend a preset with fewer parents")
            case .success(let next):
                parent = read(next, library, chain: chain + [next.identity], &inherited, &sources)
            }
        }
        diagnostics += reader.findings + inherited
        return draft.preset(named: source.name, over: parent)
    }
}

extension PresetReader.Draft {
    /// Applies the file's values over the preset that it extends: base values one by one; mappings to a parameter replace all
    /// of the parent's mappings to it, unless they combine; an event replaces the parent's event of the same name.
    func preset(named name: String, over parent: Preset?) -> Preset {
        var preset = Preset(
            name: name, title: title ?? name, describe: describe ?? parent?.describe ?? "",
            place: place ?? parent?.place ?? .abstract, extends: extends?.name)
        preset.base = parent?.base ?? []
        for value in base {
            preset.base.removeAll { $0.parameter == value.parameter }
            preset.base.append(value)
        }
        preset.fatigue = fatigue ?? parent?.fatigue
        let replaced = Set(mappings.filter { $0.combine == nil }.map(\.parameter))
        preset.mappings = (parent?.mappings ?? []).filter { !replaced.contains($0.parameter) } + mappings
        let own = Set(events.map(\.trigger.name))
        preset.events = (parent?.events ?? []).filter { !own.contains($0.trigger.name) } + events
        return preset
    }
}
