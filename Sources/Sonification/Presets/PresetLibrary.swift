// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization
import Tracking

/// Finds presets by shipped name or by path.
///
/// A shipped name is looked up in the folder named by `AMAOTO_PRESETS`, in the program's `ShippedFolders`, and finally among the
/// copies inside the program.
public struct PresetLibrary: Sendable {
    /// The folders searched for shipped names, in order.
    let folders: [String]
    /// The maximum length of a preset file in bytes.
    public static var longestFile: Int { 1 << 20 }
    /// The content of pipes, which can be read only once.
    private let piped = PipedPresets()

    public init(folders: [String]) { self.folders = folders }

    /// The library of the running program.
    public static let standard = PresetLibrary(
        environment: ProcessInfo.processInfo.environment, program: ProcessInfo.processInfo.arguments.first ?? "")

    /// Creates the library of a program.
    /// - Parameter program: the path with which the running program was called.
    init(environment: [String: String], program: String) {
        var folders: [String] = []
        if let named = environment["AMAOTO_PRESETS"], !named.isEmpty { folders.append(named) }
        self.folders = folders + ShippedFolders.named("presets", program: program)
    }

    /// All shipped names, sorted.
    public var names: [String] {
        var names = ShippedFiles.names(in: "presets").map { String($0.dropLast(5)) }
        for folder in folders {
            for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasSuffix(".yaml") {
                names.append(String(file.dropLast(5)))
            }
        }
        return Set(names).sorted()
    }

    /// The text of a preset, given a shipped name or a path (with a `/` or the extension .yaml or .yml). A pipe is read once,
    /// to its end, and its text is kept in this library.
    /// - Throws: `PresetError` if there is no such preset or it cannot be read.
    public func source(_ reference: String) throws(PresetError) -> PresetSource { try find(reference, from: nil).get() }

    /// Loads a preset.
    /// - Throws: `PresetError` if it cannot be read or has errors.
    public func load(_ reference: String) throws(PresetError) -> Preset {
        let check = PresetCheck(try source(reference), library: self)
        guard let preset = check.preset else { throw PresetError(diagnostics: check.diagnostics) }
        return preset
    }

    /// The files on disk from which a preset is read: its own and those that it extends; empty if there is no such preset.
    public func files(of reference: String) -> [String] {
        guard let source = try? source(reference) else { return [] }
        // Without this word, which YAML could only hide behind an escape, a preset extends no other and need not be parsed.
        if !source.text.contains("extends"), !source.text.contains("\\") { return [source.path].compactMap(\.self) }
        return PresetCheck(source, library: self).files
    }

    /// True for a path, false for a name.
    static func isPath(_ reference: String) -> Bool {
        reference.contains("/") || isFileName(reference)
    }

    /// The preset where none is named.
    public static let usual = "commuter"

    /// True for a name with the ending of a preset's file.
    public static func isFileName(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") }

    /// The name of a preset's file; the ending is added to a bare name.
    public static func fileName(_ name: String) -> String { isFileName(name) ? name : name + ".yaml" }

    func find(_ reference: String, from source: PresetSource?) -> Result<PresetSource, PresetError> {
        if reference.utf8.contains(0) { return .failure(unknown(reference)) }
        if PresetLibrary.isPath(reference) {
            guard let source else { return readNamed(reference) }
            if reference.hasPrefix("/") { return read(reference) }
            guard let folder = source.folder else { return .failure(unknown(reference)) }
            return read(URL(fileURLWithPath: folder).appendingPathComponent(reference).standardizedFileURL.path)
        }
        for folder in folders {
            let path = URL(fileURLWithPath: folder).appendingPathComponent(reference + ".yaml").path
            if FileManager.default.fileExists(atPath: path) { return read(path, isShipped: true) }
        }
        let file = "presets/\(reference).yaml"
        if let shipped = ShippedFiles.all[file] {
            return .success(
                PresetSource(name: reference, file: file, identity: file, text: String(decoding: shipped, as: UTF8.self), isShipped: true))
        }
        guard let source else {
            return FileManager.default.fileExists(atPath: reference) ? readNamed(reference) : .failure(unknown(reference, beside: "."))
        }
        return .failure(unknown(reference, beside: source.folder))
    }

    /// - Parameter folder: Where the name may lack the ending of a file: `amaoto preset new NAME` writes NAME.yaml.
    private func unknown(_ reference: String, beside folder: String? = nil) -> PresetError {
        let file = PresetLibrary.fileName(reference)
        let isThere = folder.map { FileManager.default.fileExists(atPath: "\($0)/\(file)") } ?? false
        return failure(
            reference, "there is no preset \(PresetSource.quoted(reference))",
            isThere
                ? "did you mean \(file)?"
                : NearestName.remedy(reference, in: names, else: "name one of \(names.joined(separator: ", ")), or a file"))
    }

    private func failure(_ file: String, _ message: String, _ remedy: String, line: Int = 0, column: Int = 0) -> PresetError {
        let place = SourcePlace(file: PresetSource.printable(file), line: line, column: column)
        return PresetError(diagnostics: [.init(severity: .error, place: place, message: message, remedy: remedy)])
    }

    /// Reads the file that the user named, which may be a pipe.
    private func readNamed(_ path: String) -> Result<PresetSource, PresetError> {
        guard ByteSource.isReadOnce(path) else { return read(path) }
        do throws(InputFault) {
            return source(try piped.text(of: path), path).map { $0.piped }
        } catch {
            return .failure(failure(path, error.message, error.remedy))
        }
    }

    /// Reads a file; never waits for a pipe.
    func read(_ path: String, isShipped: Bool = false) -> Result<PresetSource, PresetError> {
        switch PresetFile.bytes(path) {
        case .success(let data): source(data, path, isShipped: isShipped)
        case .failure(let cause):
            switch cause {
            case .absent:
                .failure(
                    failure(path, "there is no such file", "check the path, or name a shipped preset: \(names.joined(separator: ", "))"))
            case .denied: .failure(failure(path, "the file cannot be read", "check its permissions"))
            case .folder: .failure(failure(path, "the file cannot be read", "name a file, not a folder"))
            case .notAFile: .failure(failure(path, "a pipe or a device, not a file", "save it as a file and give its name"))
            case .tooLong: .failure(failure(path, "the file is longer than 1 MB", "give a preset file"))
            }
        }
    }

    private func source(_ data: Data, _ path: String, isShipped: Bool = false) -> Result<PresetSource, PresetError> {
        guard let text = String(validating: data, as: UTF8.self) else {
            let good = PresetLibrary.validPrefix(data)
            let line = good.split(separator: 10, omittingEmptySubsequences: false)
            let column = String(decoding: line.last ?? [], as: UTF8.self).unicodeScalars.count + 1
            return .failure(failure(path, "this is not UTF-8 text", "save the file as UTF-8", line: line.count, column: column))
        }
        return .success(PresetSource(text: text, at: path, isShipped: isShipped))
    }

    /// The bytes before the first one that is not valid UTF-8.
    private static func validPrefix(_ data: Data) -> [UInt8] {
        let bytes = Array(data)
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        var count = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += String(scalar).utf8.count }
        return Array(bytes.prefix(count))
    }
}

extension PresetSource {
    /// The same text as a source without a file to watch or write.
    fileprivate var piped: PresetSource {
        PresetSource(name: "preset", file: file, folder: FileManager.default.currentDirectoryPath, identity: identity, text: text)
    }
}

/// The texts of pipes by path. Any thread.
private final class PipedPresets: Sendable {
    private let texts = Mutex<[String: Data]>([:])

    /// Blocks until the end of the pipe if it has not been read before.
    func text(of path: String) throws(InputFault) -> Data {
        if let known = texts.withLock({ $0[path] }) { return known }
        let text = Data(try ByteSource(path: path).whole(atMost: PresetLibrary.longestFile))
        texts.withLock { $0[path] = text }
        return text
    }
}
