import Glibc

/// The bytes of one input, read in pieces: a file, standard input or bytes in memory.
///
/// One owner reads it, from one thread at a time. Peeked bytes are given again by `read`.
public final class ByteSource {
    /// The file's name as the user gave it, or `stdin`.
    public let name: String
    /// How many bytes have been given out by `read`.
    public private(set) var bytesRead = 0
    private let descriptor: Int32
    private let closes: Bool
    private var head: [UInt8] = []
    private var headPlace = 0
    private var ended: Bool
    private var pull: ((UnsafeMutableRawBufferPointer) throws(InputFault) -> Int)?
    private var isThere: ((_ seconds: Double) -> Bool)?

    /// Opens a file, or standard input for `-`. A named pipe is waited for until somebody writes to it.
    /// - Parameter title: what messages call it, when not by its path.
    /// - Throws: `unreadable` when there is no such file, it is a directory or may not be read.
    public init(path: String, title: String? = nil) throws(InputFault) {
        if path == "-" {
            name = "stdin"
            descriptor = STDIN_FILENO
            closes = false
            ended = false
            return
        }
        name = title ?? path
        let opened = Self.opened(path)
        let cause = errno
        descriptor = opened
        closes = opened >= 0
        ended = opened < 0
        if opened < 0 { throw Self.unreadable(path, cause: cause) }
        var status = stat()
        if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw Self.unreadable(path, cause: EISDIR)
        }
    }

    /// Bytes already in memory, as if they stood in a file of that name.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        descriptor = -1
        closes = false
        head = bytes
        ended = true
    }

    /// Bytes that someone else brings: the member of an archive, a line that is alive.
    /// - Parameters:
    ///   - pull: fills at most the space it is given and says how much; 0 only at the end.
    ///   - isThere: whether something, or the end, is there within so many seconds; nil for what does not fall silent.
    public init(
        name: String, isThere: ((_ seconds: Double) -> Bool)? = nil, pull: @escaping (UnsafeMutableRawBufferPointer) throws(InputFault) -> Int
    ) {
        self.name = name
        self.pull = pull
        self.isThere = isThere
        descriptor = -1
        closes = false
        ended = false
    }

    deinit { if closes { close(descriptor) } }

    /// Bytes of the file that it reads; nil for a pipe, bytes in memory and what someone else brings.
    private var fileSize: Int? {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Whether it is a file, all of which is there.
    var isFile: Bool { fileSize != nil }

    /// Whether it is a live line, which may fall silent.
    var isLine: Bool { isThere != nil }

    /// The first unread bytes, at most `most`, without consuming them: as many pieces as it takes until `enough` says so.
    /// A live source is waited for no longer than that.
    func peek(atMost most: Int, until enough: (ArraySlice<UInt8>) -> Bool) throws(InputFault) -> ArraySlice<UInt8> {
        while head.count - headPlace < most, !ended, !enough(head[headPlace...]) {
            // Raw because Array's own access cannot throw a typed error; freed in this scope.
            let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: most - (head.count - headPlace), alignment: 1)
            defer { piece.deallocate() }
            let got = try fill(piece)
            head.append(contentsOf: piece[..<got])
        }
        return head[headPlace..<min(head.count, headPlace + most)]
    }

    /// Waits until there is something to read, or the end. False where a live line has been silent for so many seconds; files and
    /// pipes never are, so that the same bytes are always read in the same way.
    func isThere(within seconds: Double) -> Bool {
        guard headPlace == head.count, !ended, let isThere else { return true }
        return isThere(seconds)
    }

    /// Fills `space` with at most its length; 0 only at the end.
    public func read(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        let got = try take(into: space)
        bytesRead += got
        return got
    }

    /// All that is left of it.
    /// - Parameter most: bytes; a source without end is refused there.
    /// - Throws: `malformed` for a longer one, `unreadable`.
    public func whole(atMost most: Int) throws(InputFault) -> [UInt8] {
        let tooLong = InputFault(
            kind: .malformed, source: name, line: 0, message: "it is longer than \(most >> 20) MB", remedy: "check that it is the right file")
        if let size = fileSize, size > most { throw tooLong }
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { piece.deallocate() }
        while true {
            let got = try read(into: piece)
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
                // Another program that holds the same end has made it so.
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
            case EACCES, EPERM: ("may not be read", "give yourself the right to read it (chmod u+r)")
            case EISDIR: ("is a directory", "name a file in it")
            default: ("cannot be read: \(String(cString: strerror(cause)))", "check the file and its disk")
            }
        return InputFault(kind: .unreadable, source: name, line: 0, message: message, remedy: remedy)
    }
}
