import Glibc
import Synchronization

/// What a command reads and what it writes. The one rule of every output: none is an input or another output, by whatever
/// name or link, and none replaces a file unless that is allowed.
///
/// `check` says so before any work is done. Whoever writes (`WholeFile`) holds to it again as the file gets its name, so that
/// what appears in between is spared too.
package struct OutputClaims: Sendable {
    /// Whether files that are there may be replaced (`-y`); an input never is.
    package var overwrites: Bool {
        didSet { replacesKept = overwrites }
    }
    /// Whether what an earlier run has kept beside the file may be replaced too: not by who edits a file in place.
    package private(set) var replacesKept: Bool
    private var inputs: [Input] = []
    private var outputs: [Output] = []
    private let finished = Finished()

    private struct Input {
        let path: String
        let place: FilePlace
    }

    private struct Output {
        let path: String
        /// What the user calls it, such as `--stats`.
        let option: String
        /// Every file that writing it touches, by path.
        var paths: [String]
        /// Whether something may have the name: what is added to, or made inside a folder.
        var mayBeThere: Bool

        var places: [FilePlace] { descriptor.map { [FilePlace(descriptor: $0)] } ?? paths.compactMap { FilePlace($0) } }

        private var descriptor: Int32? { if case .descriptor(let number) = OutputTarget(path) { number } else { nil } }
    }

    /// The outputs that are whole, wherever they have been moved since; shared by the copies of this value.
    private final class Finished: Sendable {
        let files = Mutex<Set<FileIdentity>>([])
    }

    package init(overwrites: Bool = false, replacesKept: Bool? = nil) {
        self.overwrites = overwrites
        self.replacesKept = replacesKept ?? overwrites
    }

    // MARK: What is read and written

    /// A file that is read, or a folder whose files are; `-` is standard input. What is no file counts for nothing.
    package mutating func read(_ path: String) {
        if path == "-" { return inputs.append(Input(path: "stdin", place: FilePlace(descriptor: STDIN_FILENO))) }
        // A database may have what was written last beside it.
        for path in [path] + Self.journals(of: path) where FileIdentity(path) != nil {
            guard let place = FilePlace(path) else { continue }
            inputs.append(Input(path: path, place: place))
        }
        guard Self.isFolder(path) else { return }
        for file in Self.files(below: path) {
            if let place = FilePlace(file) { inputs.append(Input(path: file, place: place)) }
        }
    }

    /// A file that is written; `-` is standard output. Nil for none.
    package mutating func write(_ path: String?, as option: String) {
        guard let path else { return }
        var paths = [path]
        if OutputTarget(path) == .file { paths.append(WholeFile.partial(of: path).partial) }
        outputs.append(Output(path: path, option: option, paths: paths, mayBeThere: false))
    }

    /// A database that is added to, and made where there is none.
    package mutating func add(to path: String?, as option: String) {
        guard let path else { return }
        outputs.append(Output(path: path, option: option, paths: [path] + Self.journals(of: path), mayBeThere: true))
    }

    /// A folder that is made where there is none; the files in it are written besides.
    package mutating func fill(folder: String?, as option: String) {
        guard let folder else { return }
        outputs.append(Output(path: folder, option: option, paths: [folder], mayBeThere: true))
    }

    /// Every path that is read, as it was named.
    package var inputPaths: [String] { inputs.map(\.path) }
    /// Every file that is written anew, as it was named.
    package var written: [String] { outputs.filter { !$0.mayBeThere }.map(\.path) }
    /// Every file and folder that is added to.
    package var added: [String] { outputs.filter(\.mayBeThere).map(\.path) }

    // MARK: The rule

    /// Looks at all of them; call it before any work is done.
    package func check() throws(OutputRefusal) {
        let places = outputs.map(\.places)
        for (index, output) in outputs.enumerated() {
            for place in places[index] {
                if let input = inputs.first(where: { $0.place.isSame(as: place) }) {
                    throw .isInput(Self.shown(output.path), output.option, input: input.path)
                }
                if let other = outputs.indices.first(where: { $0 < index && places[$0].contains { $0.isSame(as: place) } }) {
                    throw .isOutput(Self.shown(output.path), output.option, other: outputs[other].option)
                }
            }
        }
        for output in outputs where !output.mayBeThere && OutputTarget(output.path) == .file {
            if let refusal = WholeFile.obstacle(to: output.path, overwrites: overwrites) { throw refusal }
        }
    }

    /// Whether what has the name of an output now, if anything, may be replaced by it.
    func mayReplace(_ path: String) -> Bool {
        guard overwrites else { return false }
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        let kind = status.st_mode & S_IFMT
        // A link to nothing is replaced like any name.
        return (kind == S_IFREG || kind == S_IFLNK) && FileIdentity(path).map { !spares($0, from: path) } ?? true
    }

    /// From now on the file is an output that is whole.
    func finish(_ identity: FileIdentity) { finished.files.withLock { _ = $0.insert(identity) } }

    /// Whether a file is an input or another output than the one of that path, as they stand now.
    func spares(_ identity: FileIdentity, from path: String) -> Bool {
        inputs.contains { $0.place.identity == identity } || finished.files.withLock { $0.contains(identity) }
            || outputs.contains { output in
                output.path != path && output.places.contains { $0.identity == identity }
            }
    }

    // MARK: Paths

    private static func journals(of path: String) -> [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Those in the folders below too; links to folders are not followed.
    private static func files(below folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var files: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name != ".", name != ".." else { continue }
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { files += Self.files(below: path) } else { files.append(path) }
        }
        return files
    }

    private static func shown(_ path: String) -> String { path == "-" ? "stdout" : path }
}
