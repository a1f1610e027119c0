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
    private let claims: OutputClaims
    /// The rights of the file once it is whole.
    private var rights: mode_t = 0

    /// Why a file cannot be begun.
    package enum Failure: Error, Equatable {
        case refused(OutputRefusal)
        case system(SystemFault)
    }

    /// Claims the partial.
    /// - Parameters:
    ///   - claims: what it must spare, and whether it may replace what has the name or was kept as the partial.
    ///   - rights: of the new file, before the user's mask.
    /// - Throws: what is in its way; EBUSY where another run is at work on it, or what the system said.
    package init(_ path: String, _ claims: OutputClaims, rights: mode_t = 0o666) throws(Failure) {
        self.path = path
        self.claims = claims
        (folder, partial) = Self.partial(of: path)
        if let refusal = Self.obstacle(to: path, overwrites: claims.overwrites) { throw .refused(refusal) }
        do throws(SystemFault) {
            descriptor = try Self.claim(partial, rights: rights, claims, path)
        } catch {
            guard error.code == EEXIST else { throw .system(error) }
            throw .refused(.isKept(path, partial: partial, overwrites: claims.overwrites))
        }
        self.rights = Self.rights(descriptor) & ~S_ISVTX
        markGrowing(true)
        // Another run may have finished meanwhile; none can from now on.
        if let refusal = Self.obstacle(to: path, overwrites: claims.overwrites), refusal.kind == .exists {
            abandon()
            throw .refused(refusal)
        }
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

    /// Brings the bytes to the disk and gives the file its name. Where that fails nothing is left of it, but for a name that
    /// something has taken meanwhile and that may not be replaced: then the whole file stays as the partial, and the fault (EEXIST
    /// at `.renaming`) says where.
    package func finish() throws(SystemFault) {
        let place = try complete(replacing: true)
        if place != path { throw SystemFault(code: EEXIST, step: .renaming, kept: place) }
    }

    /// The same for what was cut short: it never takes the name from another file, and stays as the partial then.
    /// - Returns: where it stands.
    package func keep() throws(SystemFault) -> String { try complete(replacing: false) }

    private func complete(replacing: Bool) throws(SystemFault) -> String {
        guard descriptor >= 0 else { return path }
        // A file system that cannot sync (EINVAL) has nothing to bring to the disk.
        if fsync(descriptor) != 0, errno != EINVAL { try fail(errno, .syncing) }
        let code = takeName(replacing: replacing)
        if code != 0, code != EEXIST { try fail(code, .renaming) }
        // Not before: killed in between, it would pass for one that was kept.
        markGrowing(false)
        var status = stat()
        if fstat(descriptor, &status) == 0 { claims.finish(FileIdentity(status)) }
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

    /// Renames the partial; 0 or an errno, EEXIST where what has the name is spared.
    private func takeName(replacing: Bool) -> Int32 {
        // First as if nothing might be replaced: only what is there then is looked at.
        let code = takeFreeName()
        guard code == EEXIST, replacing, claims.mayReplace(path) else { return code }
        return rename(partial, path) == 0 ? 0 : errno
    }

    private func takeFreeName() -> Int32 {
        if crealtime_rename_new(partial, path) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // This file system has no exclusive rename; a hard link is as strict.
        guard link(partial, path) == 0 else { return errno }
        unlink(partial)
        return 0
    }
}

extension WholeFile {
    /// What keeps a file of that name from being begun, as it stands now.
    static func obstacle(to path: String, overwrites: Bool) -> OutputRefusal? {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return .isFolder(path) }
        guard !overwrites else { return nil }
        // A link to nothing has the name too.
        if lstat(path, &status) == 0 { return .exists(path) }
        let partial = partial(of: path).partial
        return lstat(partial, &status) == 0 && !isLeftover(status) ? .isKept(path, partial: partial, overwrites: false) : nil
    }

    /// Whether a partial is what a killed run left, or what a run is at work on.
    private static func isLeftover(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_mode & S_ISVTX != 0
    }

    /// The folder of `path`, and NAME.partial.EXT in it.
    static func partial(of path: String) -> (folder: String, partial: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let folder = prefix.isEmpty ? "." : prefix
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (folder, path + ".partial") }
        return (folder, prefix + name[..<dot] + ".partial" + name[dot...])
    }

    /// Creates the partial or takes over what a dead run left, and locks it against another writer of the same name.
    private static func claim(_ path: String, rights: mode_t, _ claims: OutputClaims, _ final: String) throws(SystemFault) -> Int32 {
        var descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, rights)
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
        // Between open and lock the former owner may have renamed the file away: then it is no longer ours to write.
        // A file system without locks does without.
        guard lock(descriptor, attempts: isNew ? 200 : 1), fstat(descriptor, &own) == 0,
            lstat(path, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else { throw SystemFault(code: EBUSY, step: .claiming) }
        // What has another name besides is that one's too: it is not ours to cut.
        let isOurs = own.st_mode & S_IFMT == S_IFREG && own.st_nlink == 1 && !claims.spares(FileIdentity(own), from: final)
        guard isNew || isOurs && (claims.replacesKept || isLeftover(own)) else { throw SystemFault(code: EEXIST, step: .claiming) }
        guard isNew || ftruncate(descriptor, 0) == 0 else { throw SystemFault(code: errno, step: .claiming) }
    }

    /// Another run may hold the lock of a file that is new here, for as long as it takes to see that it is not a leftover.
    /// - Parameter attempts: a millisecond apart.
    private static func lock(_ descriptor: Int32, attempts: Int) -> Bool {
        for attempt in 1...attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
            if attempt < attempts { usleep(1_000) }
        }
        return false
    }

    private static func rights(_ descriptor: Int32) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o7777 : 0o600
    }
}
