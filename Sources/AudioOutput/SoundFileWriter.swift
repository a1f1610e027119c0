import CRealtime
import Glibc
import RainSynthesis

/// Writes a sound file through libsndfile: beside its final name as NAME.partial.EXT, synced, renamed when whole.
///
/// One thread. Equal frames and settings give equal bytes (Ogg apart, whose stream number is drawn by its library).
public final class SoundFileWriter: SoundSink {
    public let place: String
    /// Where the frames gather until `finish`.
    public let partialPath: String
    public let container: SoundContainer
    public let format: SampleFormat
    private let overwrites: Bool
    private var cues: [SoundCue]
    private let layout: SpeakerLayout
    private let folder: String
    private var descriptor: Int32
    private var encoder: SoundFileEncoder?
    private var frames: Int64 = 0

    public var framesWritten: Int64 { frames }

    /// Creates the partial file. Fails at once where `finish` is bound to fail: the name is taken, no folder, no right.
    public init(path: String, settings: SoundFileSettings) throws(AudioFileError) {
        (container, format) = try settings.resolved(place: path, fallback: nil)
        place = path
        overwrites = settings.overwrites
        cues = settings.cues
        layout = settings.layout
        (folder, partialPath) = Self.partial(of: path)
        try Self.checkTarget(path, overwrites: settings.overwrites)
        descriptor = try Self.claim(partialPath, overwrites: settings.overwrites)
        do throws(AudioFileError) {
            encoder = try SoundFileEncoder(
                descriptor: descriptor, place: path, container: container, format: format, settings: settings)
        } catch {
            abandon()
            throw error
        }
    }

    deinit { abandon() }

    public func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        do throws(AudioFileError) {
            try encoder?.write(frames)
            self.frames += Int64(frames.count / layout.engineChannels)
        } catch {
            abandon()
            throw error
        }
    }

    public func mark(_ cue: SoundCue) { cues.append(cue) }

    /// Completes the file and gives it its name. When that has been taken meanwhile, the whole file stays as the partial
    /// and the error (`exists`) says so.
    @discardableResult
    public func finish() throws(AudioFileError) -> String {
        try complete()
        defer { release() }
        let code = takeName(replacing: overwrites)
        if code == EEXIST {
            throw AudioFileError(
                kind: .exists, place: place, cause: "something has taken the name meanwhile",
                remedy: "the whole sound is in \(partialPath)", code: code)
        }
        if code != 0 {
            unlink(partialPath)
            throw .system(code, place: place, doing: "cannot rename \(partialPath)")
        }
        try syncFolder()
        return place
    }

    /// Completes the file with what it has: under its name if nothing had that, else left as the partial.
    @discardableResult
    public func interrupt() throws(AudioFileError) -> String {
        try complete()
        defer { release() }
        let kept = takeName(replacing: false) == 0 ? place : partialPath
        try syncFolder()
        return kept
    }

    /// Removes the partial file. Harmless after `finish` and `interrupt`.
    public func abandon() {
        guard descriptor >= 0 else { return }
        encoder = nil
        unlink(partialPath)
        release()
    }

    /// Closes the encoder and brings the bytes to the disk; removes the partial when that fails.
    private func complete() throws(AudioFileError) {
        guard descriptor >= 0 else {
            throw AudioFileError(kind: .failed, place: place, cause: "already closed", remedy: "open a new writer")
        }
        do throws(AudioFileError) {
            try encoder?.close()
            encoder = nil
            if container.holdsLayout {
                try WaveHead.retirePeaks(descriptor, place: place)
                if layout.speakers.isEmpty { try WaveHead.clearSpeakers(descriptor, place: place) }
            }
            if container.holdsCues { try CueChunks.append(cues.filter { $0.frame < frames }, to: descriptor, place: place) }
            // A file system that cannot sync (EINVAL) has nothing to bring to the disk.
            if fsync(descriptor) != 0, errno != EINVAL { throw .system(errno, place: place, doing: "cannot sync") }
        } catch {
            abandon()
            throw error
        }
    }

    private func release() {
        close(descriptor)
        descriptor = -1
    }

    /// Renames the partial; 0 or an errno. Without `replacing` no name is ever taken from another, not even in a race.
    private func takeName(replacing: Bool) -> Int32 {
        if replacing { return rename(partialPath, place) == 0 ? 0 : errno }
        if crealtime_rename_new(partialPath, place) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // This file system has no exclusive rename; a hard link is as strict.
        guard link(partialPath, place) == 0 else { return errno }
        unlink(partialPath)
        return 0
    }

    private func syncFolder() throws(AudioFileError) {
        let handle = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { return }
        defer { close(handle) }
        if fsync(handle) != 0, errno != EINVAL { throw .system(errno, place: folder, doing: "cannot sync") }
    }
}

extension SoundFileWriter {
    /// The folder of `path`, and NAME.partial.EXT in it.
    private static func partial(of path: String) -> (folder: String, partial: String) {
        let slash = path.lastIndex(of: "/")
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        let prefix = slash.map { String(path[...$0]) } ?? ""
        let folder = prefix.isEmpty ? "." : prefix
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (folder, path + ".partial") }
        return (folder, prefix + name[..<dot] + ".partial" + name[dot...])
    }

    private static func checkTarget(_ path: String, overwrites: Bool) throws(AudioFileError) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        if info.st_mode & S_IFMT == S_IFDIR { throw .system(EISDIR, place: path, doing: "cannot write") }
        if !overwrites { throw .system(EEXIST, place: path, doing: "not overwritten") }
    }

    /// Creates or, where that is allowed, takes over the partial, and locks it against another writer of the same name.
    private static func claim(_ path: String, overwrites: Bool) throws(AudioFileError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (overwrites ? 0 : O_EXCL), 0o666)
        guard descriptor >= 0 else {
            let code = errno
            guard code == EEXIST else { throw .system(code, place: path, doing: "cannot create") }
            throw AudioFileError(
                kind: .exists, place: path, cause: "left by another run, or one is at work on it",
                remedy: "wait for it, or move the file away, or allow overwriting (-y)", code: code)
        }
        var own = stat()
        var named = stat()
        // Between open and lock the former owner may have renamed the file away: then it is no longer ours to write.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &own) == 0, stat(path, &named) == 0,
            own.st_ino == named.st_ino, own.st_dev == named.st_dev
        else {
            close(descriptor)
            throw AudioFileError(
                kind: .inUse, place: path, cause: "another run is writing this file",
                remedy: "wait for it or choose another name", code: EBUSY)
        }
        guard ftruncate(descriptor, 0) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(code, place: path, doing: "cannot empty")
        }
        return descriptor
    }
}
