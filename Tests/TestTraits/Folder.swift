// SPDX-License-Identifier: MIT
import Foundation

/// A separate folder for one test, removed with it.
public final class Folder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appendingPathComponent(name) }
    /// With the name as it is written, which may have dots and slashes.
    public func path(_ name: String) -> String { url.path + "/" + name }
    public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }

    /// Returns the file that now holds the text.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> URL {
        let file = file(name)
        try Data(text.utf8).write(to: file)
        return file
    }

    public func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    /// Returns a folder in this one; those above it are made too.
    @discardableResult
    public func makeFolder(_ name: String) throws -> URL {
        let folder = file(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Returns a named pipe.
    public func makePipe(_ name: String) throws -> URL {
        let file = file(name)
        guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return file
    }

    /// A program in place of a real one: a script, with its first line.
    @discardableResult
    public func writeProgram(_ script: String, to name: String) throws -> URL {
        let file = try write(script, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file
    }
}
