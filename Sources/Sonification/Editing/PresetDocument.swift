/// A preset's text, changed in place: comments, order and layout stay, only a changed value's letters differ.
///
/// Value type; control side. After every change the text is read again: it is a valid preset that differs from the one
/// before in what was asked for and in nothing else, or the change is refused and nothing has happened.
public struct PresetDocument: Sendable {
    /// The text as it stands, with where it came from.
    public private(set) var source: PresetSource
    /// What the text says, with all it extends.
    public private(set) var preset: Preset
    /// Warnings and notes about it.
    public private(set) var findings: [PresetDiagnostic]
    private let library: PresetLibrary

    /// - Throws: every finding, when the text is no valid preset.
    public init(_ source: PresetSource, library: PresetLibrary = .standard) throws(PresetError) {
        let check = PresetCheck(source, library: library)
        guard let preset = check.preset else { throw PresetError(diagnostics: check.diagnostics) }
        self.source = source
        self.preset = preset
        self.library = library
        findings = check.diagnostics
    }

    public var text: String { source.text }

    /// What stands at a place: a word or a number as written, a list or mapping in one line; nil when nothing does.
    public func value(at path: PresetPath) -> String? { nil }

    /// Takes another text as it stands, as undo does; refused when it is no valid preset.
    public mutating func replaceText(_ text: String) throws(PresetEditError) {
        do throws(PresetError) {
            self = try PresetDocument(source.with(text: text), library: library)
        } catch {
            throw PresetEditError(.badValue, at: source.file, "the text is no valid preset: \(error)")
        }
    }

    /// Makes the changes in order, all of them or none.
    /// - Throws: what does not go and what to do; the document is as it was.
    public mutating func apply(_ edits: [PresetEdit]) throws(PresetEditError) {
        throw PresetEditError(.notEditable, at: source.file, "editing is not built yet")
    }
}
