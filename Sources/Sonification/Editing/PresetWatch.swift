// SPDX-License-Identifier: MIT
import Foundation

/// Watches a preset's files for changes: its own and those that it extends. Control side; may block; one owner.
///
/// Editors write a temporary file and rename it, or write a file in pieces. The watch therefore compares the bytes, and accepts
/// a change once two consecutive checks have read the same content.
public struct PresetWatch: Sendable {
    /// The result of a check.
    public enum Finding: Sendable {
        case preset(Preset)
        /// The text is not a valid preset; the previous one remains in use.
        case broken(any Error)
        /// The file has been missing for several checks; reported once.
        case gone(String)
    }

    /// The interval between two checks, in seconds.
    public static let interval = 0.25
    private static let checksUntilGone = 8

    private let reference: String
    private let changes: [PresetEdit]
    private let library: PresetLibrary
    private var files: [String] = []
    private var known: [String?] = []
    private var seen: [String?] = []
    private var checksWithoutFile = 0

    /// - Parameters:
    ///   - reference: a shipped name or a path; its current content counts as known.
    ///   - changes: edits applied to the preset whenever its files change.
    public init(_ reference: String, changes: [PresetEdit] = [], library: PresetLibrary = .standard) {
        self.reference = reference
        self.changes = changes
        self.library = library
        setKnown(library.files(of: reference))
    }

    private mutating func setKnown(_ files: [String]) {
        self.files = files
        known = files.map { PresetFile.read($0) }
        seen = known
        checksWithoutFile = 0
    }

    /// Checks the files; nil if nothing is new.
    public mutating func check() -> Finding? {
        let now = files.map { PresetFile.read($0) }
        defer { seen = now }
        guard now == seen, now != known else {
            if now == known { checksWithoutFile = 0 }
            return nil
        }
        if let place = now.firstIndex(of: nil) {
            checksWithoutFile += 1
            guard checksWithoutFile == Self.checksUntilGone else { return nil }
            guard FileManager.default.fileExists(atPath: files[place]) else { return .gone(files[place]) }
            // It is there, but not as a preset's text.
            if case .failure(let error) = library.read(files[place]) { return .broken(error) }
            return nil
        }
        known = now
        checksWithoutFile = 0
        // Also of an invalid preset, whose fault may be in a file that it has begun to extend. None are known of unreadable text.
        let files = library.files(of: reference)
        if !files.isEmpty, files != self.files { setKnown(files) }
        do {
            return .preset(try library.load(reference, changes: changes))
        } catch {
            return .broken(error)
        }
    }
}
