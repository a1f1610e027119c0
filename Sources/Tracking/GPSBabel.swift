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
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-\(UUID().uuidString)")
        let input = place.appendingPathExtension("in"), output = place.appendingPathExtension("gpx"), words = place.appendingPathExtension("err")
        defer { for file in [input, output, words] { try? FileManager.default.removeItem(at: file) } }
        try keep(source, in: input, fault)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-t", "-i", format, "-f", input.path, "-o", "gpx,garminextensions=1", "-F", output.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        do {
            try Data().write(to: words)
            process.standardError = try FileHandle(forWritingTo: words)
            try process.run()
        } catch {
            throw fault(.unreadable, "gpsbabel could not be started: \(error.localizedDescription)", "try: gpsbabel -V")
        }
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + patience)
        watchdog.setEventHandler { if process.isRunning { process.terminate() } }
        watchdog.resume()
        process.waitUntilExit()
        watchdog.cancel()
        let gpx = (try? Data(contentsOf: output)) ?? Data()
        guard process.terminationStatus == 0, !gpx.isEmpty else {
            let said = (try? String(contentsOf: words, encoding: .utf8))?.split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(200))" } ?? ""
            throw fault(.unreadable, "gpsbabel does not read this as \(format)\(said)", "check the file, or name its format with -t babel:NAME (gpsbabel -h lists them)")
        }
        return ByteSource(name: source.name, bytes: Array(gpx))
    }

    private static func keep(
        _ source: ByteSource, in file: URL, _ fault: (InputFault.Kind, String, String) -> InputFault
    ) throws(InputFault) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        let made = FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard made, let handle = FileHandle(forWritingAtPath: file.path) else {
            throw fault(.unreadable, "no temporary file can be made", "check the space in \(file.deletingLastPathComponent().path)")
        }
        defer { try? handle.close() }
        var total = 0
        while true {
            let count = try source.read(into: piece)
            if count == 0 { return }
            total += count
            guard total <= largest else { throw fault(.unreadable, "more than \(largest >> 20) MB", "split the file") }
            do { try handle.write(contentsOf: Data(UnsafeRawBufferPointer(rebasing: piece[0..<count]))) } catch {
                throw fault(.unreadable, "it cannot be kept for gpsbabel: \(error.localizedDescription)", "check the disk's space")
            }
        }
    }
}
