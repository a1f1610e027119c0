// SPDX-License-Identifier: MIT
import Sonification

/// Opens another preset in place of the one on the desk. Both sides start with it, without history.
extension TuningDesk {
    /// The names of the presets that come with the program.
    public var shippedNames: [String] { library.names }

    /// Opens a shipped preset by name or a file by path.
    /// - Throws: `PresetError` with every finding, when the preset is not valid; the desk is unchanged then.
    public func open(_ reference: String) throws(PresetError) { try open(try library.source(reference)) }

    /// Opens a text that has no file yet.
    /// - Parameter name: the name of the file that it is a copy of.
    /// - Throws: `PresetError` with every finding, when the preset is not valid; the desk is unchanged then.
    public func open(text: String, named name: String) throws(PresetError) {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        try open(PresetSource(name: stem, file: name, text: text))
    }

    private func open(_ source: PresetSource) throws(PresetError) {
        let opened = try State(source, library: library, inputs: [])
        changed { $0.begin(with: opened) }
    }
}

extension TuningDesk.State {
    /// - Parameter inputs: files that saving never replaces, in addition to those that the preset extends.
    init(_ source: PresetSource, library: PresetLibrary, inputs: [String]) throws(PresetError) {
        let document = try PresetDocument(source, library: library)
        let slot = TuningSlot(document)
        self.init(
            current: slot, other: slot, file: source.isShipped ? nil : source.path.map { PresetFile(source, path: $0) }, saved: document,
            inputs: inputs + document.parents.map(\.path))
    }

    /// Takes over another preset; listeners, playback and the revision number continue.
    fileprivate mutating func begin(with opened: TuningDesk.State) {
        (current, other, file, saved) = (opened.current, opened.other, opened.file, opened.saved)
        (seenOutside, refusedOutside, side) = ([:], [:], .a)
        inputs = Array(Set(inputs + opened.inputs)).sorted()
    }
}
