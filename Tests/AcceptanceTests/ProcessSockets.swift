// SPDX-License-Identifier: MIT
import Foundation

/// The sockets of a running process, as the kernel lists them.
struct ProcessSockets {
    private let process: Int32
    private let inodes: Set<String>

    init(of process: Int32) throws {
        self.process = process
        let folder = "/proc/\(process)/fd"
        let links = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        inodes = Set(links.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
    }

    /// The words of its rows in a table of /proc/net.
    private func rows(_ table: String, inode column: Int) throws -> [[Substring]] {
        try String(contentsOfFile: "/proc/\(process)/net/\(table)", encoding: .utf8).split(separator: "\n").dropFirst()
            .map { $0.split(separator: " ") }.filter { $0.count > column && inodes.contains(String($0[column])) }
    }

    /// The local addresses, in any state: `tcp 0100007F:2328`.
    func addresses() throws -> [String] {
        try ["tcp", "tcp6", "udp", "udp6", "raw"].flatMap { table in try rows(table, inode: 9).map { "\(table) \($0[1])" } }
    }

    /// Where it listens: TCP addresses, and all sockets with a path or a name.
    func listening() throws -> [String] {
        let tcp = try ["tcp", "tcp6"].flatMap { table in
            try rows(table, inode: 9).filter { $0[3] == "0A" }.map { "\(table) \($0[1])" }
        }
        // Num RefCount Protocol Flags Type St Inode Path
        return tcp + (try rows("unix", inode: 6).filter { $0[3] == "00010000" || $0.count > 7 }.map { "unix \($0)" })
    }
}
