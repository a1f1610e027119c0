// SPDX-License-Identifier: MIT
import Foundation

/// Watches a preset's files for changes: its own and those that it extends. Control side; may block; one owner.
///
/// Editors write a temporary file and rename it, or write a file in pieces. The watch therefore compares the bytes, and accepts
/// a change once two consecutive looks have read the same content.
public struct PresetWatch: Sendable {
    /// The result of a look.
    public enum Finding: Sendable {
        case preset(Preset)
        /// The text is not a valid preset; the previous one remains in use.
        case broken(any Error)
        /// The file has been missing for several looks; reported once.
        case gone(String)
    }

    /// The interval between two looks, in seconds.
    public static let interval = 0.25
    private static let looksUntilGone = 8

    private let reference: String
    private let changes: [PresetEdit]
    private let library: PresetLibrary
    private var files: [String] = []
    private var known: [String?] = []
    private var seen: [String?] = []
    private var looksWithout = 0

    /// - Parameters:
    ///   - reference: a shipped name or a path; its current content counts as known.
    ///   - changes: to what the files become.
    public init(_ reference: String, changes: [PresetEdit] = [], library: PresetLibrary = .standard) {
        self.reference = reference
        self.changes = changes
        self.library = library
        learn(library.files(of: reference))
    }

    private mutating func learn(_ files: [String]) {
        self.files = files
        known = files.map { PresetFile.read($0) }
        seen = known
        looksWithout = 0
    }

    /// Checks the files; nil if nothing is new.
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
            guard FileManager.default.fileExists(atPath: files[place]) else { return .gone(files[place]) }
            // It is there, but not as a preset's text.
            if case .failure(let error) = library.read(files[place]) { return .broken(error) }
            return nil
        }
        known = now
        looksWithout = 0
        // Also of an invalid preset, whose fault may be in a file that it has begun to extend. None are known of unreadable text.
        let files = library.files(of: reference)
        if !files.isEmpty, files != self.files { learn(files) }
        do {
            return .preset(try library.load(reference, changes: changes))
        } catch {
            return .broken(error)
        }
    }
}
