// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Tracking

/// Runs `osmium` to extract the railways from a file that is not plain XML, and reads its XML from a pipe.
final class OSMConversion {
    private let path: String
    private let process: ChildProcess
    /// The read end of the pipe.
    private let reading: FileHandle
    /// A file, because a pipe would fill up while the output is read.
    private let complaints: NamelessFile

    private static let endings = [".pbf", ".gz", ".bz2", ".o5m", ".opl"]
    private static let wanted = [
        "r/route=" + OSMExtract.routeKinds.sorted().joined(separator: ","),
        "r/route_master=" + OSMExtract.routeKinds.sorted().joined(separator: ","),
        "n/railway=station,halt,tram_stop", "n/public_transport=station",
    ]

    /// Whether a file is not plain XML.
    /// - Parameter head: its first bytes.
    static func isNeeded(_ path: String, head: [UInt8]) -> Bool {
        isBinary(head: head) || endings.contains { path.lowercased().hasSuffix($0) }
    }

    /// Whether a file begins like PBF, which has this mark in its first blob.
    static func isBinary(head: [UInt8]) -> Bool {
        head.prefix(32).indices.contains { head[$0...].starts(with: "OSMHeader".utf8) }
    }

    /// Starts osmium.
    /// - Parameter head: the file's first bytes.
    /// - Throws: `unreadable` if the file does not exist or cannot be read, or osmium does not start; `missing` if osmium is not
    ///   installed.
    init(_ path: String, head: [UInt8]) throws(RailwayError) {
        self.path = path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw RailwayError(
                kind: .unreadable, source: path, message: "the file does not exist or cannot be read",
                remedy: "check its name and permissions")
        }
        guard let program = ChildProcess.find("osmium") else {
            throw RailwayError(
                kind: .missing, source: path, message: "this format needs osmium, which is not installed",
                remedy: "apt install osmium-tool, or give the extract as plain XML (.osm)")
        }
        do throws(InputFault) { complaints = try NamelessFile(for: path) } catch { throw RailwayError(error, source: path) }
        // Osmium knows a format by the file's ending alone, which a repeated download may lack.
        let format = Self.isBinary(head: head) ? ["-F", "pbf"] : []
        let output = Pipe()
        reading = output.fileHandleForReading
        // A name that begins with a dash would be taken for an option.
        let file = path.hasPrefix("/") ? path : "./" + path
        do throws(ChildProcess.Failure) {
            process = try ChildProcess(
                program, ["tags-filter", "--no-progress"] + format + ["-f", "osm", "-o", "-", file] + Self.wanted,
                output: output.fileHandleForWriting.fileDescriptor, errors: complaints.descriptor)
        } catch {
            throw RailwayError(
                kind: .unreadable, source: path, message: "osmium cannot be started: \(error)", remedy: "check that \(program) can be run")
        }
        // The end of the output is detected only if no other process can write to the pipe.
        try? output.fileHandleForWriting.close()
    }

    // After an error here its output is no longer needed.
    deinit { process.end() }

    /// The output. At its end, a failure of osmium is thrown instead of an error for the truncated XML.
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

    private func complaint(_ ending: ChildProcess.Ending) -> String {
        let line = String(decoding: complaints.bytes(), as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        if !line.isEmpty { return line }
        return if case .status(let status) = ending { "it ended with status \(status)" } else { "it was ended" }
    }
}
