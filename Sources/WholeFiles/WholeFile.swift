import CRealtime
import Glibc

/// A file that gets its name when it is whole: written beside it as NAME.partial.EXT, synced, renamed. Every file that the
/// program writes is one, sessions apart. One owner, one thread.
///
/// At any instant, and after any crash, the name holds the old file or the whole new one. While it grows the partial is locked
/// and carries the sticky bit (`T` in ls), which is taken off when it is whole: so that a next run can tell what a killed one
/// left, which nobody misses, from a whole file that was kept because its name was taken.
package final class WholeFile {
    package let path: String
    /// Where the bytes gather.
    package let partial: String
    /// Open for reading and writing until `finish` or `abandon`; -1 then.
    package private(set) var descriptor: Int32
    private let folder: String
    /// The rights of the file once it is whole.
    private var rights: mode_t = 0

    /// Claims the partial.
    /// - Parameters:
    ///   - rights: of the new file, before the user's mask.
    ///   - replacesKept: whether a whole file that an earlier run kept as the partial may be written over.
    /// - Throws: EEXIST at `.claiming` for such a file that may not, EBUSY where another run is at work on it, or what the
    ///   system said.
    package init(_ path: String, rights: mode_t = 0o666, replacesKept: Bool = true) throws(SystemFault) {
        self.path = path
        (folder, partial) = Self.partial(of: path)
        descriptor = try Self.claim(partial, rights: rights, replacesKept: replacesKept)
        self.rights = Self.rights(descriptor) & ~S_ISVTX
        markGrowing(true)
    }

    deinit { abandon() }

    /// Gives the file the rights and, where that is allowed, the owner of another one.
    package func copyRights(of other: stat) {
        _ = fchown(descriptor, other.st_uid, other.st_gid)
        rights = other.st_mode & 0o7777
        markGrowing(true)
    }

    package func write(_ bytes: some Sequence<UInt8>) throws(SystemFault) {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFault(code: count < 0 ? errno : EIO, step: .writing) }
            done += count
        }
    }

    /// Brings the bytes to the disk and gives the file its name. Where that fails nothing is left of it.
    /// - Parameter replaces: false never takes the name from another file, not even in a race, and leaves this one beside it then.
    /// - Returns: where it stands.
    package func finish(replaces: Bool = true) throws(SystemFault) -> String {
        guard descriptor >= 0 else { return path }
        // A file system that cannot sync (EINVAL) has nothing to bring to the disk.
        if fsync(descriptor) != 0, errno != EINVAL { try fail(errno, .syncing) }
        let code = takeName(replacing: replaces)
        if code != 0, replaces || code != EEXIST { try fail(code, .renaming) }
        // Not before: killed in between, it would pass for one that was kept.
        markGrowing(false)
        close(descriptor)
        descriptor = -1
        // So that the name is there after a loss of power too.
        try Self.sync(folder: folder)
        return code == 0 ? path : partial
    }

    /// Leaves nothing behind; harmless after `finish`.
    package func abandon() {
        guard descriptor >= 0 else { return }
        // Unlinked while it is locked: else it might be another's by then.
        unlink(partial)
        close(descriptor)
        descriptor = -1
    }

    /// Brings a folder's names to the disk; nothing where folders cannot be opened or synced.
    package static func sync(folder: String) throws(SystemFault) {
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        defer { close(handle) }
        if fsync(handle) != 0, errno != EINVAL { throw SystemFault(code: errno, step: .syncing) }
    }

    private func fail(_ code: Int32, _ step: SystemFault.Step) throws(SystemFault) {
        abandon()
        throw SystemFault(code: code, step: step)
    }

    /// File systems without such rights do without the mark. While it grows its owner may always write, so that a next run can.
    private func markGrowing(_ isGrowing: Bool) { _ = fchmod(descriptor, isGrowing ? rights | S_ISVTX | 0o600 : rights) }

    /// Renames the partial; 0 or an errno.
    private func takeName(replacing: Bool) -> Int32 {
        if replacing { return rename(partial, path) == 0 ? 0 : errno }
        if crealtime_rename_new(partial, path) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // This file system has no exclusive rename; a hard link is as strict.
        guard link(partial, path) == 0 else { return errno }
        unlink(partial)
        return 0
    }
}

extension WholeFile {
    /// The folder of `path`, and NAME.partial.EXT in it.
    private static func partial(of path: String) -> (folder: String, partial: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let folder = prefix.isEmpty ? "." : prefix
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (folder, path + ".partial") }
        return (folder, prefix + name[..<dot] + ".partial" + name[dot...])
    }

    /// Creates the partial or takes over what a dead run left, and locks it against another writer of the same name.
    private static func claim(_ path: String, rights: mode_t, replacesKept: Bool) throws(SystemFault) -> Int32 {
        var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, rights)
        let isNew = descriptor >= 0
        if !isNew, errno == EEXIST { descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { throw SystemFault(code: errno, step: .claiming) }
        do throws(SystemFault) {
            try take(descriptor, path, isNew: isNew, replacesKept: replacesKept)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func take(_ descriptor: Int32, _ path: String, isNew: Bool, replacesKept: Bool) throws(SystemFault) {
        var own = stat()
        var named = stat()
        // Between open and lock the former owner may have renamed the file away: then it is no longer ours to write.
        // A file system without locks does without.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, fstat(descriptor, &own) == 0,
            lstat(path, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { throw SystemFault(code: EBUSY, step: .claiming) }
        guard own.st_mode & S_IFMT == S_IFREG else { throw SystemFault(code: EEXIST, step: .claiming) }
        guard isNew || replacesKept || own.st_mode & S_ISVTX != 0 else { throw SystemFault(code: EEXIST, step: .claiming) }
        guard isNew || ftruncate(descriptor, 0) == 0 else { throw SystemFault(code: errno, step: .claiming) }
    }

    private static func rights(_ descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    }
}
