// SPDX-License-Identifier: MIT
import Foundation

/// Merges edits made here with edits made by another program, provided that they touch different values.
struct PresetMerge {
    /// The common ancestor, the version edited here, and the file's current version.
    let origin: PresetDocument
    let ours: PresetDocument
    let theirs: PresetDocument

    /// The file's text with the edits made here applied.
    /// - Throws: `.changedOutside` if both sides changed the same value.
    func merged() throws(PresetEditError) -> PresetDocument {
        var changes: [PresetEdit] = [], removals: [(index: Int, edit: PresetEdit)] = [], additions: [PresetEdit] = []
        for edit in PresetMerge.edits(from: origin.meaning, to: ours.meaning, at: []) {
            let steps = edit.path.steps
            if case .append = edit.change {
                additions.append(edit)
                continue
            }
            guard let place = translated(steps) else { throw conflict(edit) }
            let there = theirs.meaning.value(at: place[...])
            // Compared with the edit itself, because the items of our list have moved if others were removed.
            let newText: String? = if case .set(let text) = edit.change { text } else { nil }
            if there?.text == newText { continue }
            guard there == origin.meaning.value(at: steps[...]) else { throw conflict(edit) }
            let moved = PresetEdit(PresetPath(place), edit.change)
            if case .removeItem = edit.change, case .item(let index)? = place.last {
                removals.append((index, moved))
            } else {
                changes.append(moved)
            }
        }
        // From the last item of their list up, so that no removal moves an item that another edit names.
        removals.sort { $0.index > $1.index }
        var result = theirs
        try result.apply(changes + removals.map(\.edit) + additions)
        return result
    }

    private func conflict(_ edit: PresetEdit) -> PresetEditError {
        PresetEditError(
            .changedOutside, at: theirs.source.file, "\(edit.path) was changed here and, in the file, by another program",
            "undo the change here, or save under another name")
    }

    /// The smallest edits that turn one meaning into the other.
    private static func edits(from a: YAMLMeaning, to b: YAMLMeaning, at steps: [PresetPath.Step]) -> [PresetEdit] {
        guard a != b else { return [] }
        switch (a, b) {
        case (.fields(let before), .fields(let after)):
            var edits = before.flatMap { field -> [PresetEdit] in
                let place = steps + [.key(field.key)]
                guard let next = b[field.key] else { return [PresetEdit(PresetPath(place), .remove)] }
                return PresetMerge.edits(from: field.value, to: next, at: place)
            }
            for field in after where a[field.key] == nil { edits += added(field.value, at: steps + [.key(field.key)]) }
            return edits
        case (.list(let before), .list(let after)) where before.count == after.count:
            return before.indices.flatMap { PresetMerge.edits(from: before[$0], to: after[$0], at: steps + [.item($0)]) }
        case (.list(let before), .list(let after)):
            if let edits = itemChanges(before, after, at: steps) { return edits }
        default: break
        }
        return [PresetEdit(PresetPath(steps), .set(b.text))]
    }

    /// The edits between two lists of which one lacks items of the other; nil if items were also inserted or moved.
    private static func itemChanges(_ before: [YAMLMeaning], _ after: [YAMLMeaning], at steps: [PresetPath.Step]) -> [PresetEdit]? {
        guard steps.count == 1 else { return nil }
        var changes: [PresetEdit] = [], removed: [PresetEdit] = []
        var next = 0
        for (index, item) in before.enumerated() {
            let place = steps + [.item(index)]
            if next < after.count, identity(item) == identity(after[next]) {
                changes += edits(from: item, to: after[next], at: place)
                next += 1
            } else {
                removed.insert(PresetEdit(PresetPath(place), .removeItem), at: 0)
            }
        }
        let added = after[next...].compactMap { item -> PresetEdit? in
            guard case .fields(let fields) = item else { return nil }
            return PresetEdit(PresetPath(steps), .append(fields.map { .init($0.key, $0.value.text) }))
        }
        return added.isEmpty || removed.isEmpty ? changes + removed + added : nil
    }

    /// The edits that add a value; the values of a new `base` section are added one by one.
    private static func added(_ value: YAMLMeaning, at steps: [PresetPath.Step]) -> [PresetEdit] {
        guard steps == [.key("base")], case .fields(let fields) = value else { return [PresetEdit(PresetPath(steps), .set(value.text))] }
        return fields.map { PresetEdit(PresetPath(steps + [.key($0.key)]), .set($0.value.text)) }
    }

    /// The path of the same mapping or event in the other text; nil if it no longer exists there.
    private func translated(_ steps: [PresetPath.Step]) -> [PresetPath.Step]? {
        guard steps.count > 1, case .key(let list) = steps[0], case .item(let index) = steps[1],
            case .list(let before)? = origin.meaning[list], case .list(let after)? = theirs.meaning[list], before.indices.contains(index)
        else { return steps }
        let own = Self.identity(before[index])
        let nth = before[..<index].count { Self.identity($0) == own }
        let places = after.indices.filter { Self.identity(after[$0]) == own }
        guard places.indices.contains(nth) else { return nil }
        return [steps[0], .item(places[nth])] + steps[2...]
    }

    /// The fields that identify a mapping or an event.
    private static func identity(_ item: YAMLMeaning) -> [YAMLMeaning?] { ["from", "to", "combine", "on"].map { item[$0] } }
}

extension PresetDocument {
    /// Merges the file's current text with the edits made since `origin`.
    /// - Throws: `.changedOutside` if both sides changed the same value, or if the file is no longer a valid preset.
    public func merged(with text: String, since origin: PresetDocument) throws(PresetEditError) -> (
        file: PresetDocument, merged: PresetDocument
    ) {
        var theirs = origin
        do throws(PresetEditError) {
            try theirs.replaceText(text)
        } catch {
            throw PresetEditError(
                .changedOutside, at: source.file,
                "another program has changed the file, and it is no longer a valid preset: \(error.message)",
                "correct it there, or save under another name")
        }
        return (theirs, try PresetMerge(origin: origin, ours: self, theirs: theirs).merged())
    }

    /// A preset that only extends another one.
    /// - Parameters:
    ///   - reference: the other preset, as the user named it.
    ///   - path: the path of the new text; relative references are resolved from there.
    /// - Throws: `PresetEditError` if the extended preset cannot be found from there.
    public static func extending(_ preset: Preset, named reference: String, at path: String, library: PresetLibrary = .standard)
        throws(PresetEditError)
        -> PresetDocument
    {
        var parent = reference
        if PresetLibrary.isPath(reference) {
            let file = URL(fileURLWithPath: reference).standardizedFileURL
            let place = file.pathComponents, own = URL(fileURLWithPath: path).standardizedFileURL.pathComponents.dropLast()
            let common = zip(place, own).prefix { $0 == $1 }.count
            // Both can be moved together if they are beside each other, or below a common folder, unless the whole path was given.
            let isNear = place.dropLast() == own || common > 1 && !reference.hasPrefix("/")
            parent = isNear ? (own.dropFirst(common).map { _ in ".." } + place.dropFirst(common)).joined(separator: "/") : file.path
            if !PresetLibrary.isPath(parent) { parent = "./" + parent }
        }
        let text = """
            preset: 1
            title: \(YAMLWriting.scalar(preset.title, like: .plain, inFlow: false))
            extends: \(YAMLWriting.scalar(parent, like: .plain, inFlow: false))

            """
        do throws(PresetError) {
            return try PresetDocument(PresetSource(text: text, at: path), library: library)
        } catch {
            throw PresetEditError(.badValue, at: path, "\(error)", "")
        }
    }

    /// The same text at another path; the file need not exist yet.
    /// - Throws: `PresetEditError` if the extended preset cannot be found from there.
    public func moved(to path: String) throws(PresetEditError) -> PresetDocument {
        let source = PresetSource(text: source.wholeText, at: path)
        do throws(PresetError) {
            return try PresetDocument(source, library: library)
        } catch {
            throw refusal(error, at: path)
        }
    }
}
