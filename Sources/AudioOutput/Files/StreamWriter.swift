// SPDX-License-Identifier: MIT
import CSndFile
import Glibc

/// Writes sound to a pipe, a device or standard output: WAV and raw directly, the others through libsndfile.
///
/// One thread; blocks while the reader is slow. A reader that has exited causes the error `readerGone`, never SIGPIPE.
public final class StreamWriter: SoundSink {
    public let place: String
    let container: SoundContainer
    let format: SampleFormat
    private let pipe: ByteOutput
    private var converter: SampleConverter
    private var encoder: SoundFileEncoder?
    private var header: WaveHeader?
    private let scratch: UnsafeMutableRawPointer
    public private(set) var framesWritten: Int64 = 0
    private var isOpen = true

    /// Frames converted at a time.
    private static var block: Int { 4096 }

    /// Writes to an open descriptor, which the caller keeps. Without a container in the settings it writes WAV.
    /// - Throws: `AudioFileError` when the settings are unsupported or the header cannot be written.
    public convenience init(descriptor: Int32, place: String, settings: SoundFileSettings) throws(AudioFileError) {
        try self.init(ByteOutput(descriptor: descriptor, place: place), settings)
    }

    /// Opens a named pipe or a device. Waits until a pipe has a reader.
    /// - Throws: `AudioFileError` when it cannot be opened or the settings are unsupported.
    convenience init(path: String, settings: SoundFileSettings) throws(AudioFileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, place: path, doing: "cannot open") }
        try self.init(ByteOutput(descriptor: descriptor, closes: true, place: path), settings)
    }

    private init(_ pipe: ByteOutput, _ settings: SoundFileSettings) throws(AudioFileError) {
        self.pipe = pipe
        place = pipe.place
        (container, format) = try settings.resolved(place: pipe.place, fallback: .wav)
        guard container.canStream else {
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "\(container.rawValue) cannot be written to a stream",
                remedy: "choose \(SoundContainer.streamed)")
        }
        converter = SampleConverter(format: format, layout: settings.layout, ditherSeed: settings.ditherSeed)
        scratch = .allocate(byteCount: Self.block * converter.bytesPerFrame, alignment: 16)
        switch container {
        case .wav:
            var header = WaveHeader(
                format: format, layout: settings.layout, sampleRate: settings.sampleRate, frames: settings.expectedFrames,
                title: settings.title, software: settings.software, comment: settings.comment)
            header.isLoop = settings.isLoop
            self.header = header
            header.bytes.withUnsafeBytes { pipe.append($0) }
            try pipe.check()
        case .flac, .ogg, .opus, .mp3:
            encoder = try SoundFileEncoder(to: pipe, container: container, format: format, settings: settings)
            try pipe.check()
        case .raw, .rf64, .w64: break
        }
    }

    deinit {
        // The encoder writes to the pipe as it closes, so it must be destroyed first.
        encoder = nil
        scratch.deallocate()
    }

    public func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        if encoder != nil {
            try encoder?.write(frames)
        } else if var input = frames.baseAddress {
            let channels = converter.inputChannels
            var remaining = frames.count / channels
            while remaining > 0 {
                let count = min(remaining, Self.block)
                converter.convert(input, frames: count, to: scratch)
                pipe.append(UnsafeRawBufferPointer(start: scratch, count: count * converter.bytesPerFrame))
                input += count * channels
                remaining -= count
            }
        }
        try pipe.check()
        framesWritten += Int64(frames.count / converter.inputChannels)
    }

    @discardableResult
    public func finish() throws(AudioFileError) -> String {
        guard isOpen else { return place }
        isOpen = false
        try encoder?.close()
        encoder = nil
        if var header {
            let promised = header
            header.frames = framesWritten
            if header.padding == 1 { withUnsafeBytes(of: UInt8(0)) { pipe.append($0) } }
            // Only in a redirected file can the length still be corrected; a pipe's reader goes by the end of the stream.
            if promised.frames != framesWritten, promised.bytes.count == header.bytes.count { pipe.rewriteHead(header.bytes) }
        }
        try pipe.check()
        return place
    }

    /// Ends the stream properly; what has been sent stays sent.
    /// - Throws: `AudioFileError` when the reader has exited or a write failed.
    @discardableResult
    public func interrupt() throws(AudioFileError) -> String {
        header?.isCut = true
        return try finish()
    }

    /// Stops writing; a stream cannot be taken back.
    public func abandon() {
        pipe.silence()
        encoder = nil
        isOpen = false
    }
}
