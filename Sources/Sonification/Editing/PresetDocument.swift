// SPDX-License-Identifier: MIT
/// A preset's text, edited in place: comments, order and layout are preserved, and only the characters of a changed value
/// differ.
///
/// Value type; control side. The text is parsed again after every edit. The edit is accepted only if the result is a valid
/// preset that differs from the previous one in nothing but the requested change; otherwise it is rejected and the document is
/// unchanged.
public struct PresetDocument: Sendable {
    /// The current text and its origin.
    public private(set) var source: PresetSource
    /// The preset that the text defines, with everything it extends.
    public private(set) var preset: Preset
    /// The files of the presets that it extends, as they were when it was compiled.
    public private(set) var parents: [PresetFile]
    let library: PresetLibrary
    private(set) var meaning: YAMLMeaning
    private var tree: YAMLTree

    /// - Throws: all findings, if the text is not a valid preset.
    public init(_ source: PresetSource, library: PresetLibrary = .standard) throws(PresetError) {
        try self.init(source, library, tree: nil)
    }

    /// - Parameter tree: the parsed text, if it is already available.
    private init(_ source: PresetSource, _ library: PresetLibrary, tree: YAMLTree?) throws(PresetError) {
        let check = PresetCheck(source, library: library)
        // Parsed last: the checker limits size and depth of what it accepts.
        guard let preset = check.preset, let tree = tree ?? YAMLTree(source.text) else { throw PresetError(diagnostics: check.diagnostics) }
        self.source = source
        self.preset = preset
        parents = check.sources.dropFirst().compactMap { parent in parent.path.map { PresetFile(parent, path: $0) } }
        self.library = library
        self.tree = tree
        meaning = tree.meaning(of: tree.root)
    }

    public var text: String { source.text }

    /// The value at a path: a word or a number as written, a list or mapping on one line; nil if the text itself has no value
    /// there.
    public func value(at path: PresetPath) -> String? {
        meaning.value(at: resolved(path).steps[...])?.text
    }

    /// The path with the index of an event in place of its name, if the text itself has that event.
    public func resolved(_ path: PresetPath) -> PresetPath {
        let edit = PresetTextEdit(tree: tree, file: source.file, edit: PresetEdit(path, .remove))
        return (try? edit.resolvedSteps()).map { PresetPath($0) } ?? path
    }

    /// The mappings in the text itself, `map.0` first; inherited ones precede them in `preset.mappings`.
    public var ownMappings: ArraySlice<Mapping> { preset.mappings.suffix(count(of: "map")) }
    /// The events in the text itself, `events.0` first; inherited ones precede them in `preset.events`.
    public var ownEvents: ArraySlice<EventRule> { preset.events.suffix(count(of: "events")) }

    private func count(of key: String) -> Int {
        if case .list(let items)? = meaning[key] { return items.count }
        return 0
    }

    /// The number at a path; nil if the text itself has none there.
    public func number(at path: PresetPath) -> Double? { value(at: path).flatMap { PlainNumber.read($0) } }

    /// Replaces the text unchecked against the previous one, as undo does.
    /// - Throws: `PresetEditError` if the new text is not a valid preset; the document is then unchanged.
    public mutating func replaceText(_ text: String) throws(PresetEditError) {
        do throws(PresetError) {
            self = try PresetDocument(source.with(text: text), library: library)
        } catch {
            throw refusal(error, at: source.file)
        }
    }

    /// Applies the edits in order, all or none.
    /// - Throws: the edit that failed and its remedy; the document is then unchanged.
    public mutating func apply(_ edits: [PresetEdit]) throws(PresetEditError) {
        guard !edits.isEmpty else { return }
        var tree = tree
        var meaning = meaning
        for edit in edits {
            let change = PresetTextEdit(tree: tree, file: source.file, edit: edit)
            let (text, intended) = try change.result(meaning)
            guard let next = YAMLTree(text) else { throw change.unreadable() }
            guard let intended else { throw change.unknown("the preset has no such value", "use an existing name") }
            meaning = next.meaning(of: next.root)
            guard meaning.matches(intended) else { throw change.unreadable() }
            tree = next
        }
        let text = tree.text
        guard text != source.text else { return }
        do throws(PresetError) {
            self = try PresetDocument(source.with(text: text), library, tree: tree)
        } catch {
            throw refusal(error, at: edits.count == 1 ? "\(edits[0].path)" : source.file)
        }
    }

    func refusal(_ error: PresetError, at place: String) -> PresetEditError {
        let finding = error.first
        return PresetEditError(
            .badValue, at: PresetSource.printable(place), finding?.message ?? "the change would make the preset invalid",
            finding?.remedy ?? "")
    }
}

extension YAMLMeaning {
    /// Expands `smooth: 0.5` into both of its values, and makes room for another curve in place of a word, where a path leads into
    /// one of them; nil for anything else.
    func unfolding(_ steps: [PresetPath.Step]) -> YAMLMeaning? {
        let above = steps.dropLast()
        guard case .scalar(let word)? = value(at: above), !word.isEmpty else { return nil }
        switch (above.last, steps.last) {
        case (.key("smooth"), .key("attack")), (.key("smooth"), .key("release")):
            return setting(.fields(["attack", "release"].map { .init(key: $0, value: .scalar(word)) }), at: above)
        case (.key("curve"), .key("power")), (.key("curve"), .key("table")): return setting(.fields([]), at: above)
        default: return nil
        }
    }

    /// Adds an item to a list, which may not exist yet or have no items.
    func appending(_ item: YAMLMeaning, at steps: [PresetPath.Step]) -> YAMLMeaning? {
        switch value(at: steps[...]) {
        case nil, .scalar("")?: setting(.list([item]), at: steps[...])
        case .list(let items)?: setting(.list(items + [item]), at: steps[...])
        default: nil
        }
    }

    /// Removes a key or an item, and any container that becomes empty as a result.
    func removing(_ steps: [PresetPath.Step]) -> YAMLMeaning? {
        var steps = steps[...]
        while steps.count > 1, value(at: steps.dropLast())?.count == 1 { steps = steps.dropLast() }
        return setting(nil, at: steps)
    }

    /// The number of fields or items.
    private var count: Int {
        switch self {
        case .scalar: 0
        case .list(let items): items.count
        case .fields(let fields): fields.count
        }
    }
}

extension PresetLibrary {
    /// Loads a preset and changes it, without changing its text.
    /// - Throws: `PresetError` if it cannot be read or has errors, `PresetEditError` for a change that is not possible.
    public func load(_ reference: String, changes: [PresetEdit]) throws -> Preset {
        guard !changes.isEmpty else { return try load(reference) }
        var document = try PresetDocument(source(reference), library: self)
        try document.apply(changes)
        return document.preset
    }
}
