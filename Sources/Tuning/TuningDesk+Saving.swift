import Sonification

extension TuningDesk {
    /// Writes the preset to its file. What another program changed in it meanwhile, elsewhere, is taken in.
    /// - Returns: what was done, in words.
    /// - Throws: `.shipped` when there is no file yet, `.changedOutside` when both changed the same value, `.file`.
    @discardableResult
    public func save() throws(PresetEditError) -> String { throw PresetEditError(.file, at: "", "saving is not built yet") }

    /// Writes the preset to a new file, which is the preset's own from then on.
    /// - Parameter overwrites: false refuses a name that is taken.
    @discardableResult
    public func save(as path: String, overwrites: Bool = false) throws(PresetEditError) -> String {
        throw PresetEditError(.file, at: path, "saving is not built yet")
    }

    /// Takes in what another program has saved to the file since; call it a few times a second.
    /// - Returns: what was taken in, in words; nil when nothing was.
    /// - Throws: `.changedOutside` when both changed the same value (told once for each text), or its text is no preset.
    public func takeInOutsideChanges() throws(PresetEditError) -> String? { nil }
}
