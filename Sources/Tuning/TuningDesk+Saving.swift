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
            let taken = try state.merge(file.outside())
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

    /// Merges what another program has saved to the file since it was last read or written here; call it a few times per second.
    /// - Returns: what was merged, in words; nil when nothing was.
    /// - Throws: `.changedOutside` when both changed the same value or the file no longer contains a valid preset; once for each
    ///   text.
    public func mergeOutsideChanges() throws(PresetEditError) -> String? {
        // The file is read outside the lock, so that nothing waits for it.
        guard let file = state.withLock({ $0.file }) else { return nil }
        let outside = file.outside()
        let isNew = state.withLock { state in
            // A file may be in the middle of being written, so a text counts only when it is seen twice; a refused text is not
            // tried again.
            defer { state.seenOutside = outside }
            return outside != .unchanged && outside == state.seenOutside && outside != state.refusedOutside
                && state.file?.known == file.known
        }
        guard isNew, case .changed = outside else { return nil }
        do throws(PresetEditError) {
            return try edit { (state) throws(PresetEditError) in try state.merge(outside) }
        } catch {
            state.withLock { $0.refusedOutside = outside }
            throw error
        }
    }
}

extension TuningDesk.State {
    /// Rebases both sides onto the file's new text, each with its own changes.
    mutating func merge(_ outside: PresetFile.Outside) throws(PresetEditError) -> String? {
        guard case .changed(let text) = outside, var file else { return nil }
        let current = try self.current.document.merged(with: text, since: saved)
        let other = try self.other.document.merged(with: text, since: saved)
        let differences = PresetComparison(saved.preset, current.file.preset).sentences.count
        self.current.begin(from: current.file, with: current.merged)
        self.other.begin(from: other.file, with: other.merged)
        saved = current.file
        file.markKnown(text)
        self.file = file
        let count = CountText.of(differences, "difference")
        return "merged the changes saved by another program (\(count))"
    }
}
