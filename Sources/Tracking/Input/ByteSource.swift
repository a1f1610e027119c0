// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// The bytes of one input, read in pieces: a file, standard input or bytes in memory.
///
/// One owner reads it, from one thread at a time. `read` returns peeked bytes again.
public final class ByteSource {
    /// The file's name as the user gave it, or `stdin`.
    public let name: String
    /// The number of bytes returned by `read`.
    public private(set) var bytesRead = 0
    /// Called after each piece read from a file, with the share of it that has been read, 0 to 1.
    package var onRead: ((_ share: Double) -> Void)?
    /// What it reads; -1 for bytes in memory and a closure.
    package let descriptor: Int32
    private let ownsDescriptor: Bool
    private var head: [UInt8] = []
    private var headPlace = 0
    private var ended: Bool
    private var pull: ((UnsafeMutableRawBufferPointer) throws(InputFault) -> Int)?
    private var waitForData: ((_ seconds: Double) -> Bool)?

    /// Opens a file, or standard input for `-`. A named pipe blocks until it has a writer.
    /// - Parameter title: its name in messages, if not the path.
    /// - Throws: `unreadable` if the file does not exist, is a directory or cannot be read.
    public init(path: String, title: String? = nil) throws(InputFault) {
        if path == "-" {
            name = "stdin"
            descriptor = STDIN_FILENO
            ownsDescriptor = false
            ended = false
            return
        }
        name = title ?? path
        let opened = Self.opened(path)
        let cause = errno
        descriptor = opened
        ownsDescriptor = opened >= 0
        ended = opened < 0
        if opened < 0 { throw Self.unreadable(path, cause: cause) }
        if FileKind(descriptor: opened) == .folder { throw Self.unreadable(path, cause: EISDIR) }
    }

    /// Creates a source of bytes in memory, as if they were in a file of that name.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        descriptor = -1
        ownsDescriptor = false
        head = bytes
        ended = true
    }

    /// Creates a source of bytes that a closure supplies, such as an archive member or a live serial line.
    /// - Parameters:
    ///   - pull: fills at most the given space and returns the number of bytes; 0 only at the end.
    ///   - waitForData: whether data, or the end, arrives within the given seconds; nil for a source that never falls silent.
    public init(
        name: String, waitForData: ((_ seconds: Double) -> Bool)? = nil,
        pull: @escaping (UnsafeMutableRawBufferPointer) throws(InputFault) -> Int
    ) {
        self.name = name
        self.pull = pull
        self.waitForData = waitForData
        descriptor = -1
        ownsDescriptor = false
        ended = false
    }

    deinit { if ownsDescriptor { close(descriptor) } }

    /// The size of its file in bytes; nil for a pipe, bytes in memory and a closure.
    package var fileSize: Int? {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, FileKind(status) == .file else { return nil }
        return Int(status.st_size)
    }

    /// Whether it is a file, complete on disk.
    var isFile: Bool { fileSize != nil }

    /// Whether it is a live line, such as a serial port, which may fall silent.
    var isLine: Bool { waitForData != nil }

    /// Returns the first unread bytes, at most `most`, without consuming them; reads pieces until `enough` returns true. A live
    /// source is not waited for any longer.
    func peek(atMost most: Int, until enough: (ArraySlice<UInt8>) -> Bool) throws(InputFault) -> ArraySlice<UInt8> {
        while head.count - headPlace < most, !ended, !enough(head[headPlace...]) {
            var piece = [UInt8](repeating: 0, count: most - (head.count - headPlace))
            let got = try piece.withUnsafeMutableBufferPointer { space throws(InputFault) in try fill(UnsafeMutableRawBufferPointer(space))
            }
            head.append(contentsOf: piece[..<got])
        }
        return head[headPlace..<min(head.count, headPlace + most)]
    }

    /// Waits until data or the end arrives. False if a live line has been silent for this many seconds; always true for files and
    /// pipes, so that the same bytes are always read in the same way.
    func waitForData(within seconds: Double) -> Bool {
        guard headPlace == head.count, !ended, let waitForData else { return true }
        return waitForData(seconds)
    }

    /// Fills `space` with at most its length; returns 0 only at the end.
    /// - Throws: `unreadable`, or the errors of the closure that supplies the bytes.
    public func read(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        let got = try take(into: space)
        bytesRead += got
        if let onRead, let size = fileSize, size > 0 { onRead(min(1, Double(bytesRead) / Double(size))) }
        return got
    }

    /// Fills an array from its start, with at most its length; returns 0 only at the end.
    /// - Throws: the errors of `read(into:)`.
    func read(into piece: inout [UInt8]) throws(InputFault) -> Int {
        try piece.withUnsafeMutableBufferPointer { space throws(InputFault) in try read(into: UnsafeMutableRawBufferPointer(space)) }
    }

    /// Reads all remaining bytes.
    /// - Parameter most: the maximum in bytes, at which an endless source is refused.
    /// - Throws: `malformed` for a longer one, `unreadable`.
    public func whole(atMost most: Int) throws(InputFault) -> [UInt8] {
        let tooLong = InputFault(
            kind: .malformed, source: name, line: 0, message: "it is longer than \(most >> 20) MB",
            remedy: "check that it is the right file")
        if let size = fileSize, size > most { throw tooLong }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = try read(into: &piece)
            if got == 0 { return bytes }
            guard bytes.count + got <= most else { throw tooLong }
            bytes.append(contentsOf: piece[..<got])
        }
    }

    private func take(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        let waiting = min(head.count - headPlace, space.count)
        if waiting > 0 {
            head.withUnsafeBytes { space.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[headPlace..<headPlace + waiting])) }
            headPlace += waiting
            if headPlace == head.count {
                head = []
                headPlace = 0
            }
            return waiting
        }
        return ended ? 0 : try fill(space)
    }

    private func fill(_ space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        guard space.count > 0 else { return 0 }
        if let pull {
            let got = try pull(space)
            if got == 0 { ended = true }
            return got
        }
        while true {
            let got = Glibc.read(descriptor, space.baseAddress, space.count)
            if got > 0 { return got }
            if got == 0 {
                ended = true
                return 0
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program that shares this descriptor has made it non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, -1)
            default: throw Self.unreadable(name, cause: errno)
            }
        }
    }

    private static func unreadable(_ name: String, cause: Int32) -> InputFault {
        let (message, remedy) =
            switch cause {
            case ENOENT: ("no such file", "check the name and the folder")
            case EACCES, EPERM: ("permission denied", "make it readable (chmod u+r)")
            case EISDIR: ("is a directory", "give a file in it")
            default: ("cannot be read: \(errnoText(cause))", "check the file and its disk")
            }
        return InputFault(kind: .unreadable, source: name, line: 0, message: message, remedy: remedy)
    }
}

extension ByteSource {
    /// Whether the file at a path can be read only once: a pipe, a socket, a terminal; `-` is standard input.
    public static func isReadOnce(_ path: String) -> Bool {
        guard let kind = path == "-" ? FileKind(descriptor: STDIN_FILENO) : FileKind(path: path) else { return false }
        return kind != .file && kind != .folder
    }

    /// Whether a path means standard input, by any of its names.
    public static func isStandardInput(_ path: String) -> Bool { path == "-" || ownDescriptor(path) == STDIN_FILENO }

    /// A new descriptor of the file at a path, or -1 and `errno`.
    private static func opened(_ path: String) -> Int32 {
        // A socket cannot be opened by its name below /dev/fd, nor can another user's pipe; a file is opened at its start.
        if let descriptor = ownDescriptor(path), isReadOnce(path) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        return open(path, O_RDONLY | O_CLOEXEC)
    }

    /// The open descriptor that a path names: /dev/stdin, /dev/fd/63, /proc/self/fd/63.
    private static func ownDescriptor(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return STDIN_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }
}
