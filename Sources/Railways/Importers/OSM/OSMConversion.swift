import Foundation
import Tracking

/// Has `osmium` pick the railways of an extract in another format than plain XML and write them as XML into a pipe.
final class OSMConversion {
    private let path: String
    private let process = Process()
    private let output = Pipe()
    private let complaints: URL

    private static let endings = [".pbf", ".gz", ".bz2", ".o5m", ".opl"]
    private static let wanted = [
        "r/route=" + OSMExtract.routeKinds.sorted().joined(separator: ","),
        "r/route_master=" + OSMExtract.routeKinds.sorted().joined(separator: ","),
        "n/railway=station,halt,tram_stop", "n/public_transport=station",
    ]

    /// Whether a file is not plain XML.
    static func isNeeded(_ path: String) -> Bool { endings.contains { path.lowercased().hasSuffix($0) } }

    /// Starts it.
    /// - Throws: `unreadable` when the file is not there, `missing` when osmium is not.
    init(_ path: String) throws(RailwayError) {
        self.path = path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw RailwayError(kind: .unreadable, source: path, message: "no such file, or it may not be read", remedy: "check the name and your rights")
        }
        guard let program = Self.program() else {
            throw RailwayError(
                kind: .missing, source: path, message: "this format is read through the program osmium, which is not installed",
                remedy: "apt install osmium-tool, or give the extract as plain XML (.osm)")
        }
        complaints = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-osmium-\(UUID().uuidString)")
        process.executableURL = URL(fileURLWithPath: program)
        // A name that begins with a dash would be an option.
        let file = path.hasPrefix("/") ? path : "./" + path
        process.arguments = ["tags-filter", "--no-progress", "-f", "osm", "-o", "-", file] + Self.wanted
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        // A file, not a pipe: nobody would empty it while the output is read.
        _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: complaints.path) ?? FileHandle.nullDevice
        do { try process.run() } catch {
            throw RailwayError(
                kind: .unreadable, source: path, message: "osmium cannot be started: \(error.localizedDescription)",
                remedy: "check that \(program) can be run")
        }
    }

    deinit {
        // After an error here its output is not wanted any more.
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: complaints)
    }

    static func program() -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/osmium" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Its output. At its end, a failure of osmium is thrown in place of the broken XML that it leaves.
    var source: ByteSource {
        let reading = output.fileHandleForReading
        return ByteSource(name: path) { [self] space throws(InputFault) in
            let got = Glibc.read(reading.fileDescriptor, space.baseAddress, space.count)
            if got > 0 { return got }
            process.waitUntilExit()
            if process.terminationStatus != 0 {
                throw InputFault(
                    kind: .malformed, source: path, line: 0, message: "osmium cannot read it: \(complaint)",
                    remedy: "download the extract again")
            }
            return 0
        }
    }

    /// Waits for its end.
    func finish() throws(RailwayError) {
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return }
        throw RailwayError(kind: .malformed, source: path, message: "osmium failed: \(complaint)", remedy: "download the extract again")
    }

    private var complaint: String {
        let text = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").last.map(String.init) ?? ""
        return line.isEmpty ? "it ended with status \(process.terminationStatus)" : line
    }
}
