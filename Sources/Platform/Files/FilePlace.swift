// SPDX-License-Identifier: MIT
import Glibc

/// The location that a path refers to, independent of links and spelling. Two paths with the same location are the same file,
/// or would be once created.
struct FilePlace: Sendable {
    private enum Kind: Sendable {
        /// An existing file, folder or pipe.
        case existing(FileIdentity)
        /// A new file: the nearest existing folder, and the names below it.
        case new(in: FileIdentity, names: [String])
        /// An inherited descriptor that is not a file.
        case descriptor(Int32)
        /// A device, to which any number of writers may write.
        case device
    }

    private let kind: Kind

    /// Nil if not even a folder exists.
    init?(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            kind = FileKind(status) == .characterDevice ? .device : .existing(FileIdentity(status))
            return
        }
        guard let new = Self.new(Self.followed(path)) else { return nil }
        kind = new
    }

    init(descriptor: Int32) {
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && FileKind(status) == .file
        kind = isFile ? .existing(FileIdentity(status)) : .descriptor(descriptor)
    }

    /// The identity of an existing file; nil for a device and for a new file.
    var identity: FileIdentity? { if case .existing(let identity) = kind { identity } else { nil } }

    /// New names that differ only in case are treated as one: a file system may not distinguish them, and users do not
    /// mean two files.
    func isSame(as other: FilePlace) -> Bool {
        switch (kind, other.kind) {
        case (.existing(let one), .existing(let other)): one == other
        case (.new(let folder, let names), .new(let otherFolder, let otherNames)):
            folder == otherFolder && names.map(Self.folded) == otherNames.map(Self.folded)
        case (.descriptor(let one), .descriptor(let other)): one == other
        default: false
        }
    }

    /// Swift's string comparison also makes composed and decomposed letters equal.
    private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// The target of a dangling link.
    private static func followed(_ path: String) -> String {
        var path = path
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        // The system's own limit on the number of links followed.
        for _ in 0..<40 {
            let length = readlink(path, &target, target.count)
            guard length > 0 else { break }
            let next = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path =
                next.hasPrefix("/")
                ? next : String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)]) + next
        }
        return path
    }

    private static func new(_ path: String) -> Kind? {
        var parts = path.split(separator: "/").filter { $0 != "." }[...]
        let root = path.hasPrefix("/") ? "/" : "./"
        var names: [String] = []
        while let name = parts.popLast() {
            names.insert(String(name), at: 0)
            if let folder = FileIdentity(root + parts.joined(separator: "/")) { return .new(in: folder, names: names) }
        }
        return nil
    }
}
