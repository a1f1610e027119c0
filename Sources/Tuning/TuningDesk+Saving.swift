// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Sonification

extension TuningDesk {
    /// Writes the preset to its file atomically. Changes that another program made to other values meanwhile are merged.
    /// - Returns: what was done, in words.
    /// - Throws: `.shipped` when there is no file yet, `.changedOutside` when both changed the same value, `.file`.
    @discardableResult
    public func save() throws(PresetEditError) -> String {
        try edit { (state) throws(PresetEditError) in
            guard var file = state.file else {
                let source = state.current.document.source
                throw PresetEditError(
                    .shipped, at: source.name,
                    source.isShipped
                        ? "this preset ships with the program and is not changed" : "this preset came through a pipe and has no file",
                    "save it under a name of your own")
            }
            let taken = try state.merge(Self.changes(in: [file]))
            file = state.file ?? file
            try file.write(state.current.document.source)
            state.file = file
            state.saved = state.current.document
            return "saved to \(file.path)" + (taken.map { "; \($0)" } ?? "")
        }
    }

    /// Writes the preset to a new file, which becomes the preset's file.
    /// - Parameter overwrites: false refuses an existing file.
    /// - Throws: `.taken` in that case; `.file`, also for a name that would destroy an input.
    @discardableResult
    public func save(as path: String, overwrites: Bool = false) throws(PresetEditError) -> String {
        try edit { (state) throws(PresetEditError) in
            let document = try state.current.document.moved(to: path)
            let other = try state.other.document.moved(to: path)
            state.file = try PresetFile(creating: path, document.source, overwrites: overwrites, inputs: state.inputs)
            state.current.move(to: document)
            state.other.move(to: other)
            state.saved = document
            return "saved to \(path)"
        }
    }

    /// Saves the unsaved changes of either side next to the preset, when something other than the listener ends the program:
    /// under the first free name of NAME.unsaved.yaml, NAME.unsaved-2.yaml, …
    /// - Parameter folder: for a preset without a file.
    /// - Returns: the paths; none where everything was saved.
    /// - Throws: `.file`.
    public func saveUnsaved(folder: String = ".") throws(PresetEditError) -> [String] {
        let before = snapshot
        let url =
            before.isShipped
            ? URL(fileURLWithPath: folder).appendingPathComponent("\(before.preset.name).yaml") : URL(fileURLWithPath: before.file)
        var places: [String] = []
        if before.isChanged { places.append(try saveCopy(beside: url)) }
        if before.isOtherSideChanged {
            swapSides()
            places.append(try saveCopy(beside: url))
        }
        return places
    }

    private func saveCopy(beside url: URL) throws(PresetEditError) -> String {
        let folder = url.deletingLastPathComponent()
        let name = url.deletingPathExtension().lastPathComponent + ".unsaved"
        var number = 1
        while true {
            let place = folder.appendingPathComponent("\(name)\(number == 1 ? "" : "-\(number)").yaml").path
            do throws(PresetEditError) {
                try save(as: place)
                return place
            } catch  where error.kind == .taken && number < 1000 {
                // A file kept by an earlier run may hold valuable work, too.
                number += 1
            }
        }
    }

    /// Merges what another program has saved to the file, or to a preset that it extends, since it was last read or written
    /// here; call it a few times per second.
    /// - Returns: what was merged, in words; nil when nothing was.
    /// - Throws: `.changedOutside` when both changed the same value or a file no longer contains a valid preset; once for each
    ///   text.
    public func mergeOutsideChanges() throws(PresetEditError) -> String? {
        // The files are read outside the lock, so that nothing waits for them.
        let files = state.withLock { $0.files }
        let outside = Self.changes(in: files)
        let isNew = state.withLock { state in
            // A file may be in the middle of being written, so a text counts only when it is seen twice; a refused text is not
            // tried again.
            defer { state.seenOutside = outside }
            return !outside.isEmpty && outside == state.seenOutside && outside != state.refusedOutside
                && state.files.map(\.known) == files.map(\.known)
        }
        guard isNew else { return nil }
        do throws(PresetEditError) {
            return try edit { (state) throws(PresetEditError) in try state.merge(outside) }
        } catch {
            state.withLock { $0.refusedOutside = outside }
            throw error
        }
    }

    /// The texts of the files that another program has changed, by path.
    private static func changes(in files: [PresetFile]) -> [String: String] {
        files.reduce(into: [:]) { texts, file in if case .changed(let text) = file.outside() { texts[file.path] = text } }
    }
}

extension TuningDesk.State {
    /// The preset's file, if it has one, and those that it extends.
    var files: [PresetFile] { [file].compactMap(\.self) + saved.parents }

    /// Merges the new texts of these files.
    mutating func merge(_ outside: [String: String]) throws(PresetEditError) -> String? {
        guard let changed = outside.keys.min() else { return nil }
        let before = saved.preset
        if let file, let text = outside[file.path] { try merge(text, of: file) } else { try compileAgain(after: changed) }
        let count = CountText.of(PresetComparison(before, saved.preset).sentences.count, "difference")
        return "merged the changes saved by another program (\(count))"
    }

    /// Rebases both sides onto the file's new text, each with its own changes.
    private mutating func merge(_ text: String, of file: PresetFile) throws(PresetEditError) {
        let current = try self.current.document.merged(with: text, since: saved)
        let other = try self.other.document.merged(with: text, since: saved)
        self.current.begin(from: current.file, with: current.merged)
        self.other.begin(from: other.file, with: other.merged)
        saved = current.file
        self.file = file
        self.file?.markKnown(text)
    }

    /// - Parameter parent: a changed file that the preset extends.
    private mutating func compileAgain(after parent: String) throws(PresetEditError) {
        do throws(PresetEditError) {
            try saved.replaceText(saved.text)
            try current.compileAgain()
            try other.compileAgain()
        } catch {
            throw PresetEditError(
                .changedOutside, at: parent, "another program has changed the file, and the preset is no longer valid: \(error.message)",
                "correct it there")
        }
    }
}
