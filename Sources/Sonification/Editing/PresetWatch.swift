import Foundation

/// Watches the files of a preset for another text: its own and those that it extends. Control side; may block; one owner.
///
/// Editors write a file beside it and rename, or write it in pieces: so the bytes themselves are looked at, and count once two
/// looks in a row have found the same.
public struct PresetWatch: Sendable {
    /// What a look found.
    public enum Finding: Sendable {
        case preset(Preset)
        /// The text is no valid preset: what was known goes on.
        case broken(PresetError)
        /// The file has been away for a few looks; told once.
        case gone(String)
    }

    /// Seconds from one look to the next.
    public static let interval = 0.25
    private static let looksUntilGone = 8

    private let reference: String
    private let library: PresetLibrary
    private var files: [String] = []
    private var known: [String?] = []
    private var seen: [String?] = []
    private var looksWithout = 0

    /// - Parameter reference: a shipped name or a path; what it holds now is known.
    public init(_ reference: String, library: PresetLibrary = .standard) {
        self.reference = reference
        self.library = library
        if let source = try? library.source(reference) { learn(PresetCheck(source, library: library).files) }
    }

    private mutating func learn(_ files: [String]) {
        self.files = files
        known = files.map { PresetFile.read($0) }
        seen = known
        looksWithout = 0
    }

    /// Looks at the files; nil when nothing is new.
    public mutating func look() -> Finding? {
        let now = files.map { PresetFile.read($0) }
        defer { seen = now }
        guard now == seen, now != known else {
            if now == known { looksWithout = 0 }
            return nil
        }
        if let place = now.firstIndex(of: nil) {
            looksWithout += 1
            guard looksWithout == Self.looksUntilGone else { return nil }
            return .gone(files[place])
        }
        known = now
        looksWithout = 0
        do throws(PresetError) {
            let check = PresetCheck(try library.source(reference), library: library)
            guard let preset = check.preset else { return .broken(PresetError(diagnostics: check.diagnostics)) }
            if check.files != files { learn(check.files) }
            return .preset(preset)
        } catch {
            return .broken(error)
        }
    }
}
