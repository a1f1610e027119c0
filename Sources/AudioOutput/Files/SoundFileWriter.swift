// SPDX-License-Identifier: MIT
import Glibc
import Platform
import RainSynthesis

/// Writes a sound file through libsndfile. The file is written as NAME.partial.EXT next to its final name, then synced and
/// renamed when complete.
///
/// One thread. Equal frames and settings give equal bytes (except Ogg and Opus, whose stream number their library draws at random).
public final class SoundFileWriter: SoundSink {
    public let place: String
    public let container: SoundContainer
    let format: SampleFormat
    private var settings: SoundFileSettings
    private let file: AtomicFile
    private var encoder: SoundFileEncoder?
    public private(set) var framesWritten: Int64 = 0

    /// Creates the partial file.
    /// - Throws: `AudioFileError`, at once where `finish` is bound to fail: the name is taken, the folder is missing or not
    ///   writable, or the disk is too small for the expected sound.
    public init(path: String, settings: SoundFileSettings) throws(AudioFileError) {
        (container, format) = try settings.resolved(place: path, fallback: nil)
        place = path
        self.settings = settings
        file = try Self.claim(path, settings.claims)
        if !container.isEncoded, let frames = settings.expectedFrames {
            try DiskSpace.check(Double(frames) * Double(settings.layout.channels * format.bytesPerSample), for: path, on: file.partial)
        }
        encoder = try SoundFileEncoder(descriptor: file.descriptor, place: path, container: container, format: format, settings: settings)
    }

    // The encoder writes as it closes, so it must be destroyed before the file.
    deinit { abandon() }

    /// The file that is written until `finish`.
    private var partialPath: String { file.partial }

    public func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        do throws(AudioFileError) {
            try encoder?.write(frames)
            framesWritten += Int64(frames.count / settings.layout.engineChannels)
        } catch {
            throw settled(after: error)
        }
    }

    /// Removes what has been written, or completes it where the settings keep it, and adds to the error where it is.
    private func settled(after error: AudioFileError) -> AudioFileError {
        guard settings.keepsWhatCame, let written = encoder?.framesWritten, written > 0, let kept = try? interrupt() else {
            abandon()
            return error
        }
        var error = error
        error.remedy = "the partial output is in \(kept); \(error.remedy)"
        return error
    }

    public func mark(_ cue: SoundCue) { settings.cues.append(cue) }

    /// Completes the file and gives it its final name.
    /// - Throws: `AudioFileError`; if the file cannot get its name, the complete file stays as the partial, which the error names.
    @discardableResult
    public func finish() throws(AudioFileError) -> String {
        try close()
        do throws(SystemFault) { try file.finish() } catch { throw failure(error) }
        return place
    }

    /// Completes the file with the frames so far: under its final name if that is free, else as the partial.
    /// - Throws: `AudioFileError` when the file cannot be completed.
    @discardableResult
    public func interrupt() throws(AudioFileError) -> String {
        // A part of a loop does not loop.
        settings.isLoop = false
        try close()
        do throws(SystemFault) { return try file.keep() } catch { throw failure(error) }
    }

    /// Removes the partial file. No effect after `finish` and `interrupt`.
    public func abandon() {
        encoder = nil
        file.abandon()
    }

    /// Closes the encoder and completes the header; removes the partial on failure, unless the settings keep it.
    private func close() throws(AudioFileError) {
        guard file.descriptor >= 0 else {
            throw AudioFileError(kind: .failed, place: place, cause: "already closed", remedy: "open a new writer")
        }
        do throws(AudioFileError) { try encoder?.close() } catch { throw settled(after: error) }
        encoder = nil
        do throws(AudioFileError) {
            if container.isWave {
                try WaveHead.retirePeaks(file.descriptor, place: place)
                let header = WaveHeader(format: format, layout: settings.layout, sampleRate: settings.sampleRate)
                try WaveHead.setFormat(header, file.descriptor, place: place)
                let loop = settings.isLoop ? SamplerLoop(frames: framesWritten, sampleRate: settings.sampleRate) : nil
                try WaveTail.append(settings.cues.filter { $0.frame < framesWritten }, loop, to: file.descriptor, place: place)
            }
        } catch {
            abandon()
            throw error
        }
    }

    private func failure(_ fault: SystemFault) -> AudioFileError {
        var error = AudioFileError.system(
            fault.code, place: place, doing: fault.step == .renaming ? "cannot rename \(partialPath)" : "cannot sync")
        if fault.code == EEXIST { error.cause = fault.cause }
        if fault.kept != nil { error.remedy = fault.remedy }
        return error
    }
}

extension SoundFileWriter {
    private static func claim(_ path: String, _ claims: OutputClaims) throws(AudioFileError) -> AtomicFile {
        do throws(AtomicFile.Failure) { return try AtomicFile(path, claims) } catch {
            switch error {
            case .refused(let refusal):
                throw AudioFileError(
                    kind: refusal.kind == .isFolder ? .isFolder : .exists, place: path, cause: refusal.message, remedy: refusal.remedy)
            case .system(let fault) where fault.code == EBUSY:
                throw AudioFileError(kind: .inUse, place: path, cause: fault.cause, remedy: fault.remedy)
            case .system(let fault): throw .system(fault.code, place: path, doing: "cannot create")
            }
        }
    }
}

/// Corrects what libsndfile writes into the header of a WAV or RF64 file.
enum WaveHead {
    /// Turns a PEAK chunk into an empty JUNK chunk of the same size: it contains the time of day, so two equal renders would
    /// differ. libsndfile's command against it does not work for RF64.
    static func retirePeaks(_ descriptor: Int32, place: String) throws(AudioFileError) {
        guard let chunk = try find("PEAK", descriptor, place) else { return }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: chunk.size >> (8 * $0)) }
        try WaveTail.write(Array("JUNK".utf8) + size + [UInt8](repeating: 0, count: chunk.size), at: off_t(chunk.offset), descriptor, place)
    }

    /// Replaces the `fmt ` chunk, which libsndfile always makes extensible, by that of a stream; an empty JUNK chunk fills the rest.
    static func setFormat(_ header: WaveHeader, _ descriptor: Int32, place: String) throws(AudioFileError) {
        guard let chunk = try find("fmt ", descriptor, place) else { return }
        var format = header.formatChunk
        let rest = chunk.size + 8 - format.bytes.count
        guard rest == 0 || rest >= 8 else { return }
        if rest > 0 { format.chunk("JUNK", WaveBytes(bytes: [UInt8](repeating: 0, count: rest - 8))) }
        try WaveTail.write(format.bytes, at: off_t(chunk.offset), descriptor, place)
    }

    /// Finds a chunk before the samples: its position and the size of its content.
    private static func find(_ name: String, _ descriptor: Int32, _ place: String) throws(AudioFileError) -> (offset: Int, size: Int)? {
        var head = [UInt8](repeating: 0, count: 65_536)
        let count = pread(descriptor, &head, head.count, 0)
        guard count >= 0 else { throw .system(errno, place: place, doing: "cannot read back") }
        var offset = 12
        while offset + 8 <= count {
            let size = (0..<4).reduce(0) { $0 | Int(head[offset + 4 + $1]) << (8 * $1) }
            let found = head[offset..<offset + 4]
            if found.elementsEqual(name.utf8) { return offset + 8 + size <= count ? (offset, size) : nil }
            if found.elementsEqual("data".utf8) { return nil }
            offset += 8 + size + size & 1
        }
        return nil
    }
}
