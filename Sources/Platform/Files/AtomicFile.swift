// SPDX-License-Identifier: MIT
import CPlatform
import Glibc

/// An atomically written file: written beside its final path as NAME.partial.EXT, synced, and renamed when it is complete.
/// Every file that the program writes, except sessions, is written this way. One owner, one thread.
///
/// At any instant, and after any crash, the name refers to the old file or to the complete new one. While the partial file is
/// being written, it is locked and has the sticky bit (`T` in ls), which is cleared on completion. A later run can thus
/// distinguish the disposable leftover of a killed run from a complete file that was kept because it could not get its name.
package final class AtomicFile {
    package let path: String
    /// The path of the partial file.
    package let partial: String
    /// Open for reading and writing until `finish` or `abandon`, then -1.
    package private(set) var descriptor: Int32
    private let folder: String
    private let claims: OutputClaims
    /// The permissions of the completed file.
    private var permissions: mode_t = 0

    /// The reason why a file could not be started.
    package enum Failure: Error, Equatable {
        case refused(OutputRefusal)
        case system(SystemFault)
    }

    /// Creates and locks the partial file.
    /// - Parameter claims: the files to protect, and whether an existing file or a kept partial file may be replaced.
    /// - Throws: the refusal; EBUSY if another run is writing the file; or another system error.
    package init(_ path: String, _ claims: OutputClaims) throws(Failure) {
        self.path = path
        self.claims = claims
        (folder, partial) = Self.partial(of: path)
        if let refusal = Self.obstacle(to: path, overwrites: claims.overwrites) { throw .refused(refusal) }
        do throws(SystemFault) {
            descriptor = try Self.claim(partial, claims, path)
        } catch {
            guard error.code == EEXIST else { throw .system(error) }
            throw .refused(.isKept(path, partial: partial, overwrites: claims.overwrites))
        }
        permissions = Self.permissions(descriptor) & ~S_ISVTX
        markPartial(true)
        // Another run may have finished in the meantime; from here on none can.
        if let refusal = Self.obstacle(to: path, overwrites: claims.overwrites), refusal.kind == .exists {
            abandon()
            throw .refused(refusal)
        }
    }

    deinit { abandon() }

    /// Copies another file's permissions and, if permitted, its owner.
    package func copyPermissions(of other: stat) {
        _ = fchown(descriptor, other.st_uid, other.st_gid)
        permissions = other.st_mode & 0o7777
        markPartial(true)
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

    /// Syncs the file and gives it its final name. If it cannot get that name, it is kept as the partial file: the name has been
    /// taken in the meantime by a file that must not be replaced, or the system refuses it. If it cannot be synced, it is removed.
    /// - Parameter keeps: false removes it in either case, for an owner who still has what it holds and may write it again.
    /// - Throws: the system's error; for a kept file at `.renaming`, with its path. If only the sync of the folder fails, the
    ///   file already has its name.
    package func finish(keeps: Bool = true) throws(SystemFault) {
        let code = try complete(replacing: true, keeps: keeps)
        if code != 0 { throw SystemFault(code: code, step: .renaming, kept: partial) }
    }

    /// Completes a file that was cut short. It never replaces another file, and stays under the partial name if it cannot get its
    /// own.
    /// - Returns: the path of the file.
    /// - Throws: the system's error; the partial file is then removed, unless only the sync of the folder failed.
    package func keep() throws(SystemFault) -> String { try complete(replacing: false) == 0 ? path : partial }

    /// - Returns: 0, or the errno for which the file did not get its name.
    private func complete(replacing: Bool, keeps: Bool = true) throws(SystemFault) -> Int32 {
        guard descriptor >= 0 else { return 0 }
        // A file system that cannot sync (EINVAL) has nothing to write back.
        if fsync(descriptor) != 0, errno != EINVAL { try fail(errno, .syncing) }
        let code = takeName(replacing: replacing)
        var status = stat()
        // The caller does not want it kept, or another program has moved or removed it.
        if code != 0, !keeps || lstat(partial, &status) != 0 { try fail(code, .renaming) }
        // Not earlier: if the program were killed in between, a leftover would be mistaken for a kept file.
        markPartial(false)
        if fstat(descriptor, &status) == 0 { claims.finish(FileIdentity(status)) }
        close(descriptor)
        descriptor = -1
        // Makes the name survive a power failure as well.
        try Self.sync(folder: folder)
        return code
    }

    /// Removes the partial file; has no effect after `finish`.
    package func abandon() {
        guard descriptor >= 0 else { return }
        // Unlinked while locked: afterwards the name might belong to another run.
        unlink(partial)
        close(descriptor)
        descriptor = -1
    }

    /// Syncs a folder's entries; has no effect if folders cannot be opened or synced.
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

    /// Sets or clears the sticky bit; file systems without such permissions have no mark. While the file is being written, its
    /// owner always has write permission, so that a later run can take it over.
    private func markPartial(_ isPartial: Bool) { _ = fchmod(descriptor, isPartial ? permissions | S_ISVTX | 0o600 : permissions) }

    /// Renames the partial file; returns 0 or an errno, EEXIST if the existing file must not be replaced.
    private func takeName(replacing: Bool) -> Int32 {
        // First without replacing: only a file that exists at this moment has to be examined.
        let code = takeFreeName()
        guard code == EEXIST, replacing, claims.mayReplace(path) else { return code }
        return rename(partial, path) == 0 ? 0 : errno
    }

    private func takeFreeName() -> Int32 {
        if crealtime_rename_new(partial, path) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // This file system has no exclusive rename; a hard link is equally strict.
        if link(partial, path) == 0 {
            unlink(partial)
            return 0
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else { return errno }
        // Nor hard links, as in a folder shared with a virtual machine. A file that takes the name in this instant would be lost;
        // without it, every finished file would be.
        var status = stat()
        if lstat(path, &status) == 0 { return EEXIST }
        return rename(partial, path) == 0 ? 0 : errno
    }
}

extension AtomicFile {
    /// The obstacle, at this moment, to starting a file with this name.
    static func obstacle(to path: String, overwrites: Bool) -> OutputRefusal? {
        if FileKind(path: path) == .folder { return .isFolder(path) }
        guard !overwrites else { return nil }
        var status = stat()
        // A dangling link occupies the name too.
        if lstat(path, &status) == 0 { return .exists(path) }
        let partial = partial(of: path).partial
        guard lstat(partial, &status) == 0, !isLeftover(status) else { return nil }
        return .isKept(path, partial: partial, overwrites: !isOwn(status))
    }

    /// False for another user's file: what is written into it would be theirs, and remain marked.
    private static func isOwn(_ status: stat) -> Bool { status.st_uid == geteuid() }

    /// True if a partial file is the leftover of a killed run, or is being written by another run, of this user.
    private static func isLeftover(_ status: stat) -> Bool {
        FileKind(status) == .file && status.st_mode & S_ISVTX != 0 && isOwn(status)
    }

    /// The folder of `path`, and the path of NAME.partial.EXT in it.
    static func partial(of path: String) -> (folder: String, partial: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let folder = prefix.isEmpty ? "." : prefix
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (folder, path + ".partial") }
        return (folder, prefix + name[..<dot] + ".partial" + name[dot...])
    }

    /// Creates the partial file, or takes over the leftover of a killed run, and locks it against other writers of the same
    /// name.
    private static func claim(_ path: String, _ claims: OutputClaims, _ final: String) throws(SystemFault) -> Int32 {
        var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        let isNew = descriptor >= 0
        if !isNew, errno == EEXIST { descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { throw SystemFault(code: errno, step: .claiming) }
        do throws(SystemFault) {
            try take(descriptor, path, isNew: isNew, claims, final)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func take(
        _ descriptor: Int32, _ path: String, isNew: Bool, _ claims: OutputClaims, _ final: String
    ) throws(SystemFault) {
        var own = stat()
        var named = stat()
        // Between open and lock, the previous owner may have renamed the file; it must not be written then. File systems
        // without locks do without them.
        guard lock(descriptor, attempts: isNew ? 200 : 1), fstat(descriptor, &own) == 0,
            lstat(path, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { throw SystemFault(code: EBUSY, step: .claiming) }
        // A file with another hard link also belongs to that name and must not be truncated.
        let isOurs = FileKind(own) == .file && own.st_nlink == 1 && isOwn(own) && !claims.protects(FileIdentity(own), from: final)
        guard isNew || isOurs && (claims.replacesKept || isLeftover(own)) else { throw SystemFault(code: EEXIST, step: .claiming) }
        guard isNew || ftruncate(descriptor, 0) == 0 else { throw SystemFault(code: errno, step: .claiming) }
    }

    /// Another run may briefly lock a file created here, until it has found that the file is not a leftover.
    /// - Parameter attempts: the number of attempts, one millisecond apart.
    private static func lock(_ descriptor: Int32, attempts: Int) -> Bool {
        for attempt in 1...attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
            if attempt < attempts { usleep(1_000) }
        }
        return false
    }

    private static func permissions(_ descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    }
}
