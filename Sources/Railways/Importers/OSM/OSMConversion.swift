import ChildProcesses
import Foundation
import Tracking

/// Has `osmium` pick the railways of an extract in another format than plain XML and write them as XML into a pipe.
final class OSMConversion {
    private let path: String
    private let process: ChildProcess
    /// The end of the pipe into which it writes.
    private let reading: FileHandle
    /// A file, not a pipe: nobody would empty it while the output is read.
    private let complaints: NamelessFile

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
        guard let program = ChildProcess.find("osmium") else {
            throw RailwayError(
                kind: .missing, source: path, message: "this format is read through the program osmium, which is not installed",
                remedy: "apt install osmium-tool, or give the extract as plain XML (.osm)")
        }
        do throws(InputFault) { complaints = try NamelessFile(for: path) } catch { throw RailwayError(error, source: path) }
        let output = Pipe()
        reading = output.fileHandleForReading
        // A name that begins with a dash would be an option.
        let file = path.hasPrefix("/") ? path : "./" + path
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(
                program, ["tags-filter", "--no-progress", "-f", "osm", "-o", "-", file] + Self.wanted,
                output: output.fileHandleForWriting.fileDescriptor, errors: complaints.descriptor)
        } catch {
            throw RailwayError(
                kind: .unreadable, source: path, message: "osmium cannot be started: \(error)", remedy: "check that \(program) can be run")
        }
        // Its end is seen only when it alone can write.
        try? output.fileHandleForWriting.close()
    }

    // After an error here its output is not wanted any more.
    deinit { process.end() }

    /// Its output. At its end, a failure of osmium is thrown in place of the broken XML that it leaves.
    var source: ByteSource {
        ByteSource(name: path) { [self] space throws(InputFault) in
            var got = Glibc.read(reading.fileDescriptor, space.baseAddress, space.count)
            while got < 0, errno == EINTR { got = Glibc.read(reading.fileDescriptor, space.baseAddress, space.count) }
            if got > 0 { return got }
            let ending = process.wait()
            if ending != .status(0) {
                throw InputFault(
                    kind: .malformed, source: path, line: 0, message: "osmium cannot read it: \(complaint(ending))",
                    remedy: "download the extract again")
            }
            return 0
        }
    }

    /// Waits for its end.
    func finish() throws(RailwayError) {
        let ending = process.wait()
        guard ending != .status(0) else { return }
        throw RailwayError(kind: .malformed, source: path, message: "osmium failed: \(complaint(ending))", remedy: "download the extract again")
    }

    private func complaint(_ ending: ChildProcess.Ending) -> String {
        let line = String(decoding: complaints.bytes(), as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        if !line.isEmpty { return line }
        return if case .status(let status) = ending { "it ended with status \(status)" } else { "it was ended" }
    }
}
