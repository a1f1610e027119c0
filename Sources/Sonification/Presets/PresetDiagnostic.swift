// SPDX-License-Identifier: MIT
import PlainText

/// One finding about a preset: its location, a message and a suggested fix.
public struct PresetDiagnostic: Equatable, Sendable, CustomStringConvertible {
    /// The severity. An error makes the preset unusable; a warning does not; a note is for information.
    public enum Severity: String, Sendable { case error, warning, note }

    public var severity: Severity
    public var place: SourcePlace
    /// The source line, without control codes; empty if the file could not be read.
    var sourceLine = ""
    public var message: String
    /// The suggested fix; empty if there is none.
    public var remedy = ""

    /// The finding as text: location and message, the line, a caret under the column, the fix.
    public var description: String {
        var text = "\(place): \(severity.rawValue): \(message)".visible
        if !sourceLine.isEmpty, place.column <= sourceLine.unicodeScalars.count + 1 {
            let indent = sourceLine.unicodeScalars.prefix(place.column - 1).map { $0 == "\t" ? "\t" : " " }
            text += "\n    \(sourceLine)\n    \(indent.joined())^"
        }
        if !remedy.isEmpty { text += "\n  fix: \(remedy.visible)" }
        return text
    }
}

extension [PresetDiagnostic] {
    /// The findings in the order of the lines, those of `file` first, then those of the other files.
    func ordered(from file: String) -> [PresetDiagnostic] {
        func key(_ place: SourcePlace) -> (Int, String, Int, Int) { (place.file == file ? 0 : 1, place.file, place.line, place.column) }
        return sorted { key($0.place) < key($1.place) }
    }
}

/// The reason why a preset cannot be used: all findings, at least one of them an error.
public struct PresetError: Error, Equatable, Sendable, CustomStringConvertible {
    public var diagnostics: [PresetDiagnostic]
    public init(diagnostics: [PresetDiagnostic]) { self.diagnostics = diagnostics }
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
    /// The first error, which is the reason.
    public var first: PresetDiagnostic? { diagnostics.first { $0.severity == .error } }
}
