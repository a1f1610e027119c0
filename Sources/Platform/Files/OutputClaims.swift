// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// The inputs and outputs of a command. One rule applies to every output: it must not be an input or another output, under any
/// name or link, and it must not replace a file unless that is permitted.
///
/// `check` enforces the rule before any work is done. The writer (`AtomicFile`) enforces it again when the file is renamed to
/// its final name, which also protects files that appeared in between.
package struct OutputClaims: Sendable {
    /// True if existing files may be replaced (`-y`); inputs never are.
    package var overwrites: Bool {
        didSet { replacesKept = overwrites }
    }
    /// True if a partial file kept by an earlier run may be replaced as well; false for editing a file in place.
    private(set) var replacesKept: Bool
    private var inputs: [Input] = []
    private var outputs: [Output] = []
    private let finished = Finished()

    private struct Input {
        let path: String
        let place: FilePlace
    }

    private struct Output {
        let path: String
        /// The option as the user writes it, such as `--stats`.
        let option: String
        /// The paths of all files that are touched in writing it.
        var paths: [String]
        /// True if the name may already exist: for a database that is appended to, or a folder.
        var mayExist: Bool

        var places: [FilePlace] { descriptor.map { [FilePlace(descriptor: $0)] } ?? paths.compactMap { FilePlace($0) } }

        private var descriptor: Int32? { if case .descriptor(let number) = OutputTarget(path) { number } else { nil } }
    }

    /// The completed outputs, even if they have been moved since; shared by the copies of this value.
    private final class Finished: Sendable {
        let files = Mutex<Set<FileIdentity>>([])
    }

    package init(overwrites: Bool = false, replacesKept: Bool? = nil) {
        self.overwrites = overwrites
        self.replacesKept = replacesKept ?? overwrites
    }

    // MARK: Inputs and outputs

    /// Adds an input: a file, or a folder with all its files; `-` is standard input. Paths that do not exist are ignored.
    package mutating func read(_ path: String) {
        if path == "-" { return inputs.append(Input(path: "stdin", place: FilePlace(descriptor: STDIN_FILENO))) }
        // The latest changes of a database may be in files beside it.
        for path in [path] + Self.journals(of: path) where FileIdentity(path) != nil {
            guard let place = FilePlace(path) else { continue }
            inputs.append(Input(path: path, place: place))
        }
        guard FileKind(path: path) == .folder else { return }
        for file in Self.files(below: path) {
            if let place = FilePlace(file) { inputs.append(Input(path: file, place: place)) }
        }
    }

    /// Adds an output file; `-` is standard output. Nil has no effect.
    package mutating func write(_ path: String?, as option: String) {
        guard let path else { return }
        var paths = [path]
        if OutputTarget(path) == .file { paths.append(AtomicFile.partial(of: path).partial) }
        outputs.append(Output(path: path, option: option, paths: paths, mayExist: false))
    }

    /// Adds a database that is appended to, and created if it does not exist.
    package mutating func add(to path: String?, as option: String) {
        guard let path else { return }
        outputs.append(Output(path: path, option: option, paths: [path] + Self.journals(of: path), mayExist: true))
    }

    /// Adds a folder that is created if it does not exist; the files in it are added separately.
    package mutating func fill(folder: String?, as option: String) {
        guard let folder else { return }
        outputs.append(Output(path: folder, option: option, paths: [folder], mayExist: true))
    }

    /// All input paths, as the user wrote them.
    package var inputPaths: [String] { inputs.map(\.path) }
    /// All files that are created or replaced, as the user wrote them.
    package var written: [String] { outputs.filter { !$0.mayExist }.map(\.path) }
    /// All databases and folders that are added to.
    package var added: [String] { outputs.filter(\.mayExist).map(\.path) }

    // MARK: The rule

    /// Checks all inputs and outputs; call it before any work is done.
    /// - Throws: the first violation of the rule.
    package func check() throws(OutputRefusal) {
        if let nameless = outputs.first(where: { $0.path.isEmpty }) { throw .isNameless(nameless.option) }
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
        for output in outputs where !output.mayExist && OutputTarget(output.path) == .file {
            if let refusal = AtomicFile.obstacle(to: output.path, overwrites: overwrites) { throw refusal }
        }
    }

    /// True if the file that now has the name of an output may be replaced, or if there is none.
    func mayReplace(_ path: String) -> Bool {
        guard overwrites else { return false }
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        let kind = FileKind(status)
        // A dangling link is replaced like any other name.
        return (kind == .file || kind == .link) && FileIdentity(path).map { !protects($0, from: path) } ?? true
    }

    /// Records a completed output.
    func finish(_ identity: FileIdentity) { finished.files.withLock { _ = $0.insert(identity) } }

    /// True if a file is currently an input, or another output than the one at `path`.
    func protects(_ identity: FileIdentity, from path: String) -> Bool {
        inputs.contains { $0.place.identity == identity } || finished.files.withLock { $0.contains(identity) }
            || outputs.contains { output in
                output.path != path && output.places.contains { $0.identity == identity }
            }
    }

    // MARK: Paths

    private static func journals(of path: String) -> [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

    /// Includes files in subfolders; links to folders are not followed.
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
            if FileKind(status) == .folder { files += Self.files(below: path) } else { files.append(path) }
        }
        return files
    }

    private static func shown(_ path: String) -> String { path == "-" ? "stdout" : path }
}
