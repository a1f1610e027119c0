import Foundation

/// A file that gets its name when it is whole: written beside it as NAME.partial.EXT, synced, renamed. One owner.
///
/// Nothing of it is left when it is dropped unfinished. Errors are errno's, for the caller to put into words.
package final class WholeFile {
    package let path: String
    /// Where the bytes gather.
    package let partial: String
    private var descriptor: Int32

    /// - Parameter rights: of the new file, before the user's mask.
    /// - Throws: the errno that kept it from being made.
    package init(_ path: String, rights: mode_t = 0o666) throws(SystemFault) {
        self.path = path
        partial = Self.partial(of: path)
        descriptor = open(partial, O_WRONLY | O_CLOEXEC | O_CREAT | O_TRUNC, rights)
        if descriptor < 0 { throw SystemFault(code: errno) }
    }

    deinit { abandon() }

    /// Gives the file the rights and, where that is allowed, the owner of another one.
    package func copyRights(of other: stat) {
        _ = fchown(descriptor, other.st_uid, other.st_gid)
        fchmod(descriptor, other.st_mode & 0o7777)
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(SystemFault) {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFault(code: count < 0 ? errno : EIO) }
            done += count
        }
    }

    /// Brings the bytes to the disk and gives the file its name.
    /// - Parameter replaces: false never takes the name from another file, and leaves this one beside it then.
    /// - Returns: where it stands.
    package func finish(replaces: Bool = true) throws(SystemFault) -> String {
        guard descriptor >= 0 else { return path }
        // A file system that cannot sync (EINVAL) has nothing to bring to the disk.
        guard fsync(descriptor) == 0 || errno == EINVAL else { return try fail(errno) }
        close(descriptor)
        descriptor = -1
        if !replaces {
            // A link takes no name from another, not even in a race.
            guard link(partial, path) == 0 else { return partial }
            unlink(partial)
        } else if rename(partial, path) != 0 {
            return try fail(errno)
        }
        syncFolder()
        return path
    }

    /// Leaves nothing behind; harmless after `finish`.
    package func abandon() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(partial)
    }

    private func fail(_ code: Int32) throws(SystemFault) -> String {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        unlink(partial)
        throw SystemFault(code: code)
    }

    /// So that the name is there after a loss of power too.
    private func syncFolder() {
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private static func partial(of path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = url.deletingPathExtension().lastPathComponent + ".partial"
        let ending = url.pathExtension.isEmpty ? "" : ".\(url.pathExtension)"
        return url.deletingLastPathComponent().appendingPathComponent(name + ending).path
    }
}

/// What the system said instead of doing what it was asked.
package struct SystemFault: Error, Equatable {
    /// errno.
    package let code: Int32
    package init(code: Int32) { self.code = code }
    package var words: String { String(cString: strerror(code)) }
}
