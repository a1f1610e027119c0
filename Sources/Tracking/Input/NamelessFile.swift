// SPDX-License-Identifier: MIT
import Foundation
import Platform

/// An unnamed temporary file: it disappears however the program ends. Closed with its last owner; any thread.
public final class NamelessFile: Sendable {
    /// For reading and writing; child processes do not inherit it.
    public let descriptor: Int32
    /// The name of its contents in messages.
    private let source: String

    /// - Parameter source: the name of its contents in messages.
    /// - Throws: `unreadable` if the file cannot be created.
    public init(for source: String) throws(InputFault) {
        self.source = source
        let folder = NSTemporaryDirectory()
        var template = Array((folder + "/amaoto-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw InputFault(
                kind: .unreadable, source: source, line: 0, message: "no temporary file can be made: \(errnoText(errno))",
                remedy: "check the space in \(folder), or set TMPDIR")
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// A path that opens the file at its start.
    public var path: String { "/proc/self/fd/\(descriptor)" }

    /// - Parameter what: nil means the system's error message.
    static func failure(of source: String, _ what: String? = nil) -> InputFault {
        InputFault(
            kind: .unreadable, source: source, line: 0,
            message: "it cannot be stored in a temporary file: \(what ?? errnoText(errno))",
            remedy: "check the space in \(NSTemporaryDirectory()), or name another folder in TMPDIR")
    }

    /// Writes bytes at an offset.
    /// - Throws: `unreadable` on a full disk.
    func write(_ bytes: [UInt8], at place: Int) throws(InputFault) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(place + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(of: source) }
            done += count
        }
    }

    /// Reads bytes at an offset that have been written before.
    func read(_ count: Int, at place: Int) throws(InputFault) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, done in
            while done < count {
                let got = pread(descriptor, space.baseAddress.map { $0 + done }, count - done, off_t(place + done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                done += got
            }
        }
        guard bytes.count == count else { throw Self.failure(of: source) }
        return bytes
    }

    /// Stores the rest of an input, and seeks to its start.
    /// - Parameter most: the maximum in bytes; an endless input must not fill the disk.
    /// - Throws: `unreadable` for a longer input and on a full disk, and the errors of reading it.
    public func store(_ input: ByteSource, atMost most: Int) throws(InputFault) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = try input.read(into: &piece)
            if count == 0 { break }
            guard total + count <= most else { throw Self.failure(of: source, "it is longer than \(most >> 20) MB, or has no end") }
            try write(Array(piece[..<count]), at: total)
            total += count
        }
        // A program that inherits the descriptor reads from that position.
        lseek(descriptor, 0, SEEK_SET)
    }

    /// The entire contents.
    public func bytes() -> [UInt8] { (try? ByteSource(path: path).whole(atMost: .max)) ?? [] }
}
