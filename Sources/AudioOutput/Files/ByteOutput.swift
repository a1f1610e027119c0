// SPDX-License-Identifier: MIT
import CSndFile
import Glibc
import Platform

/// The byte end of a stream or of an encoded file: writes all bytes or keeps the first error. libsndfile alone would not report a
/// write that fails as it closes. One thread.
final class ByteOutput {
    let place: String
    private let descriptor: Int32
    private let closes: Bool
    /// True for a file, in which an encoder goes back to complete its header; what has been sent to a stream stays.
    private let isFile: Bool
    private let start: off_t
    private var length: Int64 = 0
    /// libsndfile's file position.
    private var position: Int64 = 0
    private var code: Int32 = 0

    init(descriptor: Int32, closes: Bool = false, isFile: Bool = false, place: String) {
        self.descriptor = descriptor
        self.closes = closes
        self.isFile = isFile
        self.place = place
        start = lseek(descriptor, 0, SEEK_CUR)
    }

    deinit { if closes { close(descriptor) } }

    /// The first error, if any.
    var failure: AudioFileError? { code == 0 ? nil : .system(code, place: place, doing: "cannot write") }

    /// Throws the first error, if any.
    func check() throws(AudioFileError) { if let failure { throw failure } }

    /// Suppresses all further output.
    func silence() { if code == 0 { code = ECANCELED } }

    /// Writes all bytes, waiting for a slow reader.
    func append(_ bytes: UnsafeRawBufferPointer) {
        guard code == 0, let base = bytes.baseAddress else { return }
        withoutPipeSignal {
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, base + done, bytes.count - done)
                if count > 0 {
                    done += count
                } else if count < 0, errno == EAGAIN {
                    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&entry, 1, 1000)
                } else if count == 0 || errno != EINTR {
                    code = count == 0 ? EIO : errno
                    return
                }
            }
            length += Int64(bytes.count)
            position = length
        }
    }

    /// Rewrites the header of a redirected file; `bytes` must have the size of the first one.
    func rewriteHead(_ bytes: [UInt8]) {
        guard code == 0, start >= 0, FileKind(descriptor: descriptor) == .file, fcntl(descriptor, F_GETFL) & O_APPEND == 0 else { return }
        _ = bytes.withUnsafeBytes { write($0, at: 0) }
    }

    /// Writes at an offset from the first byte, also after an error: what came before may be kept, and its header must be complete.
    /// - Returns: the number of bytes written.
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, start + off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if code == 0 { code = count < 0 ? errno : EIO }
                break
            }
            done += count
        }
        return done
    }

    // MARK: libsndfile

    /// libsndfile's access to an output, which is its `user`.
    static var functions: SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { user in ByteOutput.of(user)?.length ?? 0 },
            seek: { offset, whence, user in
                guard let output = ByteOutput.of(user) else { return -1 }
                switch whence {
                case SEEK_SET: output.position = offset
                case SEEK_CUR: output.position += offset
                default: output.position = output.length + offset
                }
                return output.position
            },
            read: { _, _, _ in 0 },
            write: { bytes, count, user in
                Int64(ByteOutput.of(user)?.take(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ?? 0)
            },
            tell: { user in ByteOutput.of(user)?.position ?? 0 })
    }

    /// Takes bytes at libsndfile's position. Those that rewrite the header of a stream are dropped.
    /// - Returns: the number of bytes taken.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if isFile {
            let count = write(bytes, at: position)
            position += Int64(count)
            length = max(length, position)
            return count
        }
        if position < length { position += Int64(bytes.count) } else { append(bytes) }
        return code == 0 ? bytes.count : 0
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> ByteOutput? {
        user.map { Unmanaged<ByteOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` with SIGPIPE blocked on this thread and consumes the one it raised, so that a reader that has exited is an
    /// error here and the program's signal handlers stay unchanged.
    private func withoutPipeSignal(_ body: () -> Void) {
        var pipeSignal = sigset_t()
        var before = sigset_t()
        var pending = sigset_t()
        sigemptyset(&pipeSignal)
        sigaddset(&pipeSignal, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
        body()
        if code == EPIPE, !wasPending {
            var now = timespec()
            sigtimedwait(&pipeSignal, nil, &now)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
