import Foundation
import WholeFiles

/// A preset's file on the disk: what it held when it was read, and writing it whole. Control side; may block.
public struct PresetFile: Sendable {
    /// What happened to the file since it was read or written here.
    public enum Outside: Equatable, Sendable {
        case unchanged
        /// What it holds now.
        case changed(String)
        case gone
    }

    /// As the user names it.
    public let path: String
    /// The text that it held when it was last read or written here, with its byte order mark.
    public private(set) var known: String

    /// The file of a preset that was read from it.
    public init(_ source: PresetSource, path: String) {
        self.path = path
        known = Self.whole(source)
    }

    private static func whole(_ source: PresetSource) -> String { (source.hasByteOrderMark ? "\u{feff}" : "") + source.text }

    /// Looks whether another program has written the file.
    public func outside() -> Outside {
        guard let text = Self.read(path) else { return .gone }
        return text == known ? .unchanged : .changed(text)
    }

    /// What the file holds is known from now on, whoever wrote it.
    public mutating func know(_ text: String) { known = text }

    /// Writes the whole text beside the file, syncs it and gives it the name: what has the name is never half written. The file
    /// keeps its rights, and a link goes on pointing to it.
    /// - Throws: `.changedOutside` when the file does not hold what it held when it was read here; `.file`.
    public mutating func write(_ source: PresetSource) throws(PresetEditError) {
        let claims: OutputClaims
        switch outside() {
        case .unchanged: claims = OutputClaims(overwrites: true, replacesKept: false)
        case .gone: claims = OutputClaims()
        case .changed:
            throw PresetEditError(.changedOutside, at: path, "another program has changed the file", "read it again first")
        }
        let text = Self.whole(source)
        try Self.write(text, to: path, claims)
        known = text
    }

    /// Makes a new file.
    /// - Parameter inputs: files that are never replaced.
    /// - Throws: `.taken` when something has the name that may not be replaced, `.file`.
    public init(creating path: String, _ source: PresetSource, overwrites: Bool, inputs: [String] = []) throws(PresetEditError) {
        var claims = OutputClaims(overwrites: overwrites)
        for input in inputs { claims.read(input) }
        claims.write(path, as: "the preset")
        do throws(OutputRefusal) { try claims.check() } catch {
            throw PresetEditError(error.kind == .exists ? .taken : .file, at: path, error.message, error.kind == .exists ? "choose another name, or remove it" : error.remedy)
        }
        try self.init(creating: path, source, claims)
    }

    /// The same for a command that has checked what it reads and writes.
    package init(creating path: String, _ source: PresetSource, _ claims: OutputClaims) throws(PresetEditError) {
        self.path = path
        known = Self.whole(source)
        try Self.write(known, to: path, claims)
    }

    private static func write(_ text: String, to path: String, _ claims: OutputClaims) throws(PresetEditError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT != S_IFREG { throw PresetEditError(.file, at: path, "it is not a file", "choose another name") }
        // A link goes on pointing to the file.
        let target = exists ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        do {
            let file = try WholeFile(target, claims)
            if exists { file.copyRights(of: status) }
            try file.write(text.utf8)
            try file.finish()
        } catch WholeFile.Failure.refused(let refusal) {
            throw PresetEditError(refusal.kind == .exists ? .taken : .file, at: path, refusal.message, refusal.remedy)
        } catch WholeFile.Failure.system(let fault) {
            throw failure(path, fault)
        } catch let fault as SystemFault {
            throw failure(path, fault)
        } catch {
            throw PresetEditError(.file, at: path, "it cannot be written (\(error))", "choose another place")
        }
    }

    private static func failure(_ path: String, _ fault: SystemFault) -> PresetEditError {
        PresetEditError(.file, at: path, "it cannot be written (\(fault.words))", fault.remedy)
    }

    /// The whole text; nil when it cannot be read, is longer than any preset, or is no UTF-8.
    static func read(_ path: String) -> String? {
        guard case .success(let data) = bytes(path) else { return nil }
        return String(validating: data, as: UTF8.self)
    }

    /// Why there are no bytes of a preset's file.
    enum Refusal: Error {
        case absent, denied, folder, tooLong
        /// A pipe or a device, which might be waited for without end.
        case noFile
    }

    /// What a file holds; never waits for a pipe.
    static func bytes(_ path: String) -> Result<Data, Refusal> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .failure(.absent)
            case ENXIO: return .failure(.noFile)
            default: return .failure(.denied)
            }
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(.denied) }
        if status.st_mode & S_IFMT == S_IFDIR { return .failure(.folder) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.noFile) }
        let data: Data
        do {
            // Nil at the end of the file, which is where an empty one begins.
            data = try handle.read(upToCount: PresetLibrary.longestFile + 1) ?? Data()
        } catch {
            return .failure(.denied)
        }
        return data.count > PresetLibrary.longestFile ? .failure(.tooLong) : .success(data)
    }
}
