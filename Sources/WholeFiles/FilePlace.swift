import Glibc

/// Where a path leads, through every link and spelling. Paths of the same place are the same file, or would be.
struct FilePlace: Sendable {
    private enum Kind: Sendable {
        /// A file, a folder or a pipe that is there.
        case there(FileIdentity)
        /// What is to be made: the nearest folder that is there, and the names below it.
        case new(in: FileIdentity, names: [String])
        /// One that the program was started with and that is no file.
        case descriptor(Int32)
        /// What any number of writers may write to.
        case device
    }

    private let kind: Kind

    /// Nil where not even a folder is there.
    init?(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            kind = status.st_mode & S_IFMT == S_IFCHR ? .device : .there(FileIdentity(status))
            return
        }
        guard let new = Self.new(Self.followed(path)) else { return nil }
        kind = new
    }

    init(descriptor: Int32) {
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        kind = isFile ? .there(FileIdentity(status)) : .descriptor(descriptor)
    }

    /// What is there; nil for a device and for what is to be made.
    var identity: FileIdentity? { if case .there(let identity) = kind { identity } else { nil } }

    /// New names that differ in the case of their letters alone are one: a file system may take them for one, and nobody
    /// wants them to be two.
    func isSame(as other: FilePlace) -> Bool {
        switch (kind, other.kind) {
        case (.there(let one), .there(let other)): one == other
        case (.new(let folder, let names), .new(let otherFolder, let otherNames)):
            folder == otherFolder && names.map(Self.folded) == otherNames.map(Self.folded)
        case (.descriptor(let one), .descriptor(let other)): one == other
        default: false
        }
    }

    /// As Swift compares strings, composed and decomposed letters are equal besides.
    private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    /// Where a link to nothing leads.
    private static func followed(_ path: String) -> String {
        var path = path
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        // As many links as the system itself follows.
        for _ in 0..<40 {
            let length = readlink(path, &target, target.count)
            guard length > 0 else { break }
            let next = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = next.hasPrefix("/") ? next : String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)]) + next
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
