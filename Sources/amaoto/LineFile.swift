import Foundation

/// Lines of data for another program: to standard output, or to a file that gets its name when it is whole.
final class LineFile {
    private let path: String
    private let handle: FileHandle
    private var buffer = Data()
    private let isStandardOutput: Bool
    private var isBroken = false

    /// - Parameter path: a file, or `-` for standard output, which is flushed line by line.
    init(_ path: String) throws {
        self.path = path
        isStandardOutput = path == "-"
        if isStandardOutput {
            handle = .standardOutput
            return
        }
        let partial = Self.partial(path)
        guard FileManager.default.createFile(atPath: partial, contents: nil),
            let opened = FileHandle(forWritingAtPath: partial)
        else {
            throw Failure(
                "\(path): it cannot be written (\(String(cString: strerror(errno)))); choose another place",
                exitCode: ExitStatus.runtime)
        }
        handle = opened
    }

    func write(_ line: String) { write(Data((line + "\n").utf8)) }

    func write(_ data: Data) {
        buffer.append(data)
        if isStandardOutput || buffer.count > 1 << 16 { flush() }
    }

    /// True once the reader of standard output has gone.
    var readerIsGone: Bool { isBroken }

    private func flush() {
        guard !isBroken else { return }
        do { try handle.write(contentsOf: buffer) } catch { isBroken = true }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left and gives the file its name.
    func close() throws {
        flush()
        guard !isStandardOutput else { return }
        try? handle.synchronize()
        try? handle.close()
        guard !isBroken, rename(Self.partial(path), path) == 0 else {
            unlink(Self.partial(path))
            throw Failure(
                "\(path): it cannot be written (\(String(cString: strerror(errno)))); is the disk full?",
                exitCode: ExitStatus.runtime)
        }
    }

    private static func partial(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = url.deletingPathExtension().lastPathComponent + ".partial"
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingLastPathComponent().appendingPathComponent(name + ending).path
    }
}
