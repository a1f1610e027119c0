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
        switch outside() {
        case .unchanged, .gone: break
        case .changed:
            throw PresetEditError(.changedOutside, at: path, "another program has changed the file meanwhile", "read it again first")
        }
        let text = Self.whole(source)
        try Self.write(text, to: path, overwrites: true)
        known = text
    }

    /// Makes a new file.
    /// - Throws: `.file`, also when the name is taken and may not be.
    public init(creating path: String, _ source: PresetSource, overwrites: Bool) throws(PresetEditError) {
        self.path = path
        known = Self.whole(source)
        try Self.write(known, to: path, overwrites: overwrites)
    }

    private static func write(_ text: String, to path: String, overwrites: Bool) throws(PresetEditError) {
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, !overwrites {
            throw PresetEditError(.file, at: path, "the file is there already", "choose another name, or remove it")
        }
        if exists, status.st_mode & S_IFMT != S_IFREG { throw PresetEditError(.file, at: path, "it is not a file", "choose another name") }
        let target = exists ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        do throws(SystemFault) {
            let file = try WholeFile(target)
            if exists { file.copyRights(of: status) }
            try file.write(text.utf8)
            let place = try file.finish(replaces: exists || overwrites)
            guard place == target else {
                unlink(place)
                throw SystemFault(code: EEXIST, step: .renaming)
            }
        } catch {
            throw PresetEditError(.file, at: path, "it cannot be written (\(error.words))", error.remedy)
        }
    }

    /// The whole text; nil when it cannot be read, is longer than any preset, or is no UTF-8.
    static func read(_ path: String) -> String? {
        guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: PresetLibrary.longestFile + 1), data.count <= PresetLibrary.longestFile else { return nil }
        return String(validating: data, as: UTF8.self)
    }
}
