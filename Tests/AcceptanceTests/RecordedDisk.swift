// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// All operations of a program on a folder, as logged by the preloaded recorder (Tests/Preloads).
struct RecordedDisk {
    struct Operation {
        enum Kind: Character {
            case create = "C", bind = "B", write = "W", cut = "T", sync = "S", syncFolder = "D"
            case rename = "R", link = "L", unlink = "U", makeFolder = "M", removeFolder = "X"
        }
        var kind: Kind
        /// The file's inode.
        var file: UInt64
        /// The offset of a write; the new length of a truncation.
        var offset: Int
        var path: String
        /// The second name of a rename or link.
        var other: String
        var data: Data
        /// CLOCK_MONOTONIC.
        var nanoseconds: UInt64
    }

    let folder: String
    /// The original content of the folder, by name.
    let before: [String: Data]
    let operations: [Operation]
    let log: URL

    /// The environment that makes a program record.
    static func environment(_ folder: Folder, log: URL, with more: [String: String] = [:]) throws -> [String: String] {
        let library = try PreloadedLibrary.shared("disk-recorder")
        return ["LD_PRELOAD": library.path, "DISK_RECORDER_FOLDER": folder.url.path, "DISK_RECORDER_LOG": log.path].merging(more) { $1 }
    }

    /// Runs the program in a folder to its end and reads its operations there.
    static func record(
        _ arguments: [String], in folder: Folder, input: Data? = nil, environment more: [String: String] = [:]
    ) throws -> (disk: RecordedDisk, run: ProgramRun) {
        let before = contents(of: folder)
        let aside = try Folder()
        let log = aside.file("log")
        let run = try Program.amaoto(arguments, input: input, environment: environment(folder, log: log, with: more))
        let disk = try RecordedDisk(folder: folder, before: before, log: log)
        // The recorder missed nothing: the complete log reproduces the folder.
        let states = disk.states(at: disk.operations.count)
        try #require(states.issued.contents() == contents(of: folder), "the recorder has missed something")
        return (disk, run)
    }

    static func contents(of folder: Folder) -> [String: Data] {
        var files: [String: Data] = [:]
        let walk = FileManager.default.enumerator(atPath: folder.url.path)
        while let name = walk?.nextObject() as? String {
            // The index of a log in shared memory: written through a mapping, rebuilt by every first reader.
            if name.hasSuffix("-shm") { continue }
            let path = folder.path(name)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                files[name] = FileManager.default.contents(atPath: path)
            }
        }
        return files
    }

    init(folder: Folder, before: [String: Data], log: URL) throws {
        self.folder = folder.url.resolvingSymlinksInPath().path
        self.before = before
        self.log = log
        let bytes = try Data(contentsOf: log)
        var operations: [Operation] = []
        var place = 0
        func number<N: FixedWidthInteger>(_ type: N.Type, _ offset: Int) -> N {
            bytes.withUnsafeBytes { N(littleEndian: $0.loadUnaligned(fromByteOffset: place + offset, as: N.self)) }
        }
        // A killed program may leave an incomplete record.
        while place + 40 <= bytes.count {
            let lengths = (0..<3).map { Int(number(UInt32.self, 4 + 4 * $0)) }
            guard place + 40 + lengths.reduce(0, +) <= bytes.count else { break }
            var parts: [Data] = []
            var start = place + 40
            for length in lengths {
                parts.append(bytes.subdata(in: start..<start + length))
                start += length
            }
            let kind = try #require(Operation.Kind(rawValue: Character(UnicodeScalar(bytes[place]))))
            operations.append(
                Operation(
                    kind: kind, file: number(UInt64.self, 16), offset: Int(number(Int64.self, 24)),
                    path: Self.name(parts[0], in: self.folder), other: Self.name(parts[1], in: self.folder), data: parts[2],
                    nanoseconds: number(UInt64.self, 32)))
            place = start
        }
        self.operations = operations
    }

    /// A path relative to the folder; the folder itself is empty.
    private static func name(_ path: Data, in folder: String) -> String {
        let path = String(decoding: path, as: UTF8.self)
        return path == folder || path.isEmpty ? "" : String(path.dropFirst(folder.count + 1))
    }
}
