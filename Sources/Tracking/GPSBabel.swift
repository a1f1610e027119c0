import Foundation

/// Formats that are not read here, by way of gpsbabel where it is installed: it turns them into GPX.
public enum GPSBabel {
    /// Bytes of the largest file that is handed on: a FIT file of a week is below ten million.
    private static let largest = 256 << 20
    /// Seconds after which a conversion that says nothing is given up.
    private static let patience: Double = 120

    /// A format's name as it may stand on gpsbabel's command line; nil for one with anything but letters, digits and what its
    /// own options are written with.
    public static func name(_ text: String) -> String? {
        let isRight = !text.isEmpty && text.utf8.count <= 64 && text.utf8.first != 0x2D
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x5F, 0x2C, 0x3D, 0x2D].contains($0) }
        return isRight ? text : nil
    }

    /// Where gpsbabel is; nil when it is not installed.
    static func program(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
        (path ?? "/usr/bin").split(separator: ":").map { "\($0)/gpsbabel" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Reads the input to its end, lets gpsbabel turn it into GPX, and gives that.
    /// - Throws: `unknownFormat` when gpsbabel is not installed, naming its package; `unreadable` for what it refuses, with its words.
    static func convert(_ source: ByteSource, from format: String) throws(InputFault) -> ByteSource {
        func fault(_ kind: InputFault.Kind, _ message: String, _ remedy: String) -> InputFault {
            InputFault(kind: kind, source: source.name, line: 0, message: message, remedy: remedy)
        }
        guard let program = program() else {
            throw fault(
                .unknownFormat, "this format (\(format)) is read with gpsbabel, which is not installed",
                "install it (apt-get install gpsbabel), or export the track as GPX")
        }
        let (input, output, words) = (try temporaryFile(fault), try temporaryFile(fault), try temporaryFile(fault))
        try keep(source, in: input, fault)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        // It opens them anew, each from its start; a file without a name can be read to and fro, as a pipe cannot.
        process.arguments = ["-t", "-i", format, "-f", "/dev/stdin", "-o", "gpx,garminextensions=1", "-F", "/dev/stdout"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = words
        do { try process.run() } catch {
            throw fault(.unreadable, "gpsbabel could not be started: \(error.localizedDescription)", "try: gpsbabel -V")
        }
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + patience)
        watchdog.setEventHandler { if process.isRunning { process.terminate() } }
        watchdog.resume()
        process.waitUntilExit()
        watchdog.cancel()
        let gpx = Self.whole(output)
        guard process.terminationStatus == 0, !gpx.isEmpty else {
            let said = String(decoding: Self.whole(words), as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(200))" } ?? ""
            throw fault(.unreadable, "gpsbabel does not read this as \(format)\(said)", "check the file, or name its format with -t babel:NAME (gpsbabel -h lists them)")
        }
        return ByteSource(name: source.name, bytes: Array(gpx))
    }

    /// A file without a name, so that nothing is left of it however this ends.
    private static func temporaryFile(_ fault: (InputFault.Kind, String, String) -> InputFault) throws(InputFault) -> FileHandle {
        let folder = FileManager.default.temporaryDirectory
        var template = Array(folder.appendingPathComponent("amaoto-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw fault(.unreadable, "no temporary file can be made", "check the space in \(folder.path)") }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// All that stands in it.
    private static func whole(_ file: FileHandle) -> Data {
        do {
            try file.seek(toOffset: 0)
            return try file.readToEnd() ?? Data()
        } catch { return Data() }
    }

    private static func keep(
        _ source: ByteSource, in file: FileHandle, _ fault: (InputFault.Kind, String, String) -> InputFault
    ) throws(InputFault) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        var total = 0
        while true {
            let count = try source.read(into: piece)
            if count == 0 { return }
            total += count
            guard total <= largest else { throw fault(.unreadable, "more than \(largest >> 20) MB", "split the file") }
            do { try file.write(contentsOf: Data(UnsafeRawBufferPointer(rebasing: piece[0..<count]))) } catch {
                throw fault(.unreadable, "it cannot be kept for gpsbabel: \(error.localizedDescription)", "check the disk's space")
            }
        }
    }
}
