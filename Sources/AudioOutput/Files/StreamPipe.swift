// SPDX-License-Identifier: MIT
import CSndFile
import Glibc
import Platform

/// The byte end of a stream: writes all bytes or keeps the first error. One thread.
final class StreamPipe {
    let place: String
    private let descriptor: Int32
    private let closes: Bool
    private let start: off_t
    private var length: Int64 = 0
    /// libsndfile's file position. Before `length` it rewrites a header that has already been sent; that is dropped.
    private var position: Int64 = 0
    private var code: Int32 = 0

    init(descriptor: Int32, closes: Bool, place: String) {
        self.descriptor = descriptor
        self.closes = closes
        self.place = place
        start = lseek(descriptor, 0, SEEK_CUR)
    }

    deinit { if closes { close(descriptor) } }

    /// Throws the first error, if any.
    func check() throws(AudioFileError) {
        if code != 0 { throw .system(code, place: place, doing: "cannot write") }
    }

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
        let count = pwrite(descriptor, bytes, bytes.count, start)
        if count != bytes.count { code = count < 0 ? errno : EIO }
    }

    /// Returns a libsndfile writer into this pipe. The pipe must outlive it.
    func encoder(container: SoundContainer, format: SampleFormat, settings: SoundFileSettings)
        throws(AudioFileError) -> SoundFileEncoder
    {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { user in StreamPipe.of(user)?.length ?? 0 },
            seek: { offset, whence, user in
                guard let pipe = StreamPipe.of(user) else { return -1 }
                switch whence {
                case SEEK_SET: pipe.position = offset
                case SEEK_CUR: pipe.position += offset
                default: pipe.position = pipe.length + offset
                }
                return pipe.position
            },
            read: { _, _, _ in 0 },
            write: { bytes, count, user in
                guard let pipe = StreamPipe.of(user) else { return 0 }
                if pipe.position < pipe.length {
                    pipe.position += count
                    return count
                }
                pipe.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return pipe.code == 0 ? count : 0
            },
            tell: { user in StreamPipe.of(user)?.position ?? 0 })
        return try SoundFileEncoder(
            functions: &functions, user: Unmanaged.passUnretained(self).toOpaque(), place: place,
            container: container, format: format, settings: settings)
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> StreamPipe? {
        user.map { Unmanaged<StreamPipe>.fromOpaque($0).takeUnretainedValue() }
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
