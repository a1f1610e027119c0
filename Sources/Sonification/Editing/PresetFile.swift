// SPDX-License-Identifier: MIT
import Foundation
import Platform

/// A preset's file on disk: its last known content, and atomic writes of new content. Control side; may block.
public struct PresetFile: Sendable {
    /// What happened to the file since this program last read or wrote it.
    public enum Outside: Equatable, Sendable {
        case unchanged
        /// The file's current content.
        case changed(String)
        case gone
    }

    /// The path as the user wrote it.
    public let path: String
    /// The content when the file was last read or written here, including its byte order mark.
    public private(set) var known: String

    /// Creates the file of a preset that was read from it.
    public init(_ source: PresetSource, path: String) {
        self.path = path
        known = source.wholeText
    }

    /// Checks whether another program has written the file.
    public func outside() -> Outside {
        guard let text = Self.read(path) else { return .gone }
        return text == known ? .unchanged : .changed(text)
    }

    /// Records the file's content as known, whichever program wrote it.
    public mutating func markKnown(_ text: String) { known = text }

    /// Writes the text atomically: to a temporary file beside it, synced and then renamed. The file keeps its permissions, and
    /// a symbolic link keeps pointing to it.
    /// - Throws: `.changedOutside` if the file's content differs from what was last read here; `.file`.
    public mutating func write(_ source: PresetSource) throws(PresetEditError) {
        let claims: OutputClaims
        var target = path
        switch outside() {
        case .unchanged:
            claims = OutputClaims(overwrites: true, replacesKept: false)
            // Writing to the target keeps a symbolic link intact.
            target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        case .gone: claims = OutputClaims()
        case .changed:
            throw PresetEditError(.changedOutside, at: path, "another program has changed the file", "reload it first")
        }
        try Self.write(source.wholeText, to: path, target, claims)
        known = source.wholeText
    }

    /// Creates a new file.
    /// - Parameter inputs: files that are never replaced.
    /// - Throws: `.taken` if the name belongs to a file that must not be replaced; `.file`.
    public init(creating path: String, _ source: PresetSource, overwrites: Bool, inputs: [String]) throws(PresetEditError) {
        var claims = OutputClaims(overwrites: overwrites)
        for input in inputs { claims.read(input) }
        claims.write(path, as: "the preset")
        do throws(OutputRefusal) { try claims.check() } catch {
            throw PresetEditError(
                error.kind == .exists ? .taken : .file, at: path, error.message,
                error.kind == .exists ? "choose another name, or remove it" : error.remedy)
        }
        try self.init(creating: path, source, claims)
    }

    /// Creates a new file for a command that has already checked its inputs and outputs. A symbolic link of that name is replaced,
    /// as by every other output.
    package init(creating path: String, _ source: PresetSource, _ claims: OutputClaims) throws(PresetEditError) {
        self.path = path
        known = source.wholeText
        try Self.write(known, to: path, path, claims)
    }

    /// Writes the file `target`, which `path` names in errors.
    private static func write(_ text: String, to path: String, _ target: String, _ claims: OutputClaims) throws(PresetEditError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, FileKind(status) != .file { throw PresetEditError(.file, at: path, "it is not a file", "choose another name") }
        let file: AtomicFile
        do throws(AtomicFile.Failure) { file = try AtomicFile(target, claims) } catch {
            switch error {
            case .refused(let refusal):
                throw PresetEditError(refusal.kind == .exists ? .taken : .file, at: path, refusal.message, refusal.remedy)
            case .system(let fault): throw failure(path, fault)
            }
        }
        if exists { file.copyPermissions(of: status) }
        do throws(SystemFault) {
            try file.write(text.utf8)
            // A partial file that was kept would block the next save; the text itself is still in memory.
            try file.finish(keeps: false)
        } catch {
            throw failure(path, error)
        }
    }

    private static func failure(_ path: String, _ fault: SystemFault) -> PresetEditError {
        PresetEditError(.file, at: path, "it cannot be written (\(fault.cause))", fault.remedy)
    }

    /// The complete text; nil if the file cannot be read, is longer than the limit for presets, or is not UTF-8.
    static func read(_ path: String) -> String? {
        guard case .success(let data) = bytes(path) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// The reason why a preset's file could not be read.
    enum Refusal: Error {
        case absent, denied, folder, tooLong
        /// A pipe or a device, on which a read could block indefinitely.
        case notAFile
    }

    /// The content of a file. Never blocks on a pipe.
    static func bytes(_ path: String) -> Result<Data, Refusal> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .failure(.absent)
            case ENXIO: return .failure(.notAFile)
            default: return .failure(.denied)
            }
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        switch FileKind(descriptor: descriptor) {
        case .file?: break
        case .folder?: return .failure(.folder)
        case nil: return .failure(.denied)
        default: return .failure(.notAFile)
        }
        let data: Data
        do {
            // `read` returns nil at the end of the file, which for an empty file is its start.
            data = try handle.read(upToCount: PresetLibrary.longestFile + 1) ?? Data()
        } catch {
            return .failure(.denied)
        }
        return data.count > PresetLibrary.longestFile ? .failure(.tooLong) : .success(data)
    }
}
