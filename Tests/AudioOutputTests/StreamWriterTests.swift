// SPDX-License-Identifier: MIT
import CSndFile
import Foundation
import RainSynthesis
import TestTraits
import Testing

@testable import AudioOutput

@Suite(.waiting) struct StreamWriterTests {
    /// All bytes written to a pipe by `body`.
    private func piped(_ settings: SoundFileSettings, _ body: (StreamWriter) throws -> Void) throws -> Data {
        let pipe = try closedPipe()
        let box = PipeReader(pipe.reading)
        let writer = try StreamWriter(
            descriptor: pipe.writing.fileDescriptor, place: "stdout", settings: settings)
        try body(writer)
        try pipe.writing.close()
        return box.result()
    }

    private func settings(_ container: SoundContainer, _ format: SampleFormat? = nil) -> SoundFileSettings {
        var settings = SoundFileSettings()
        settings.container = container
        settings.format = format
        settings.comment = "seed 7"
        return settings
    }

    @Test(.needs("sox"), arguments: SampleFormat.allCases, [true, false])
    func soxReadsWavFromAPipe(_ format: SampleFormat, _ known: Bool) throws {
        let samples = coarse(noise(frames: 5001, level: 0.8))
        var settings = settings(.wav, format)
        settings.expectedFrames = known ? 5001 : nil
        let data = try piped(settings) {
            try $0.write(samples)
            try $0.finish()
        }
        let encoding = format == .float32 ? "float" : "signed"
        let sox = try run(
            ["sox", "-D", "-t", "wav", "-", "-t", "raw", "-e", encoding, "-b", "\(format.bytesPerSample * 8)", "-"],
            input: data)
        #expect(sox.status == 0, Comment(rawValue: sox.errors))
        let isEqual = sox.output == converted(samples, format)
        #expect(isEqual)
        let statistics = try run(["sox", "-t", "wav", "-", "-n", "stat"], input: data)
        #expect(statistics.status == 0)
        #expect(statistics.errors.contains("Samples read:             10002"))
        #expect(data.range(of: Data("seed 7".utf8)) != nil)
    }

    @Test(arguments: SampleFormat.allCases, [1, 2])
    func libsndfileReadsTheHeader(_ format: SampleFormat, _ channels: Int) throws {
        let scratch = try Folder()
        var settings = settings(.wav, format)
        settings.layout = try #require(SpeakerLayout(channels: channels))
        settings.expectedFrames = 333
        let data = try piped(settings) {
            try $0.write(noise(frames: 333))
            try $0.finish()
        }
        #expect(data.count % 2 == 0)
        try data.write(to: scratch.file("a.wav"))
        var info = SF_INFO()
        let file = try #require(sf_open(scratch.path("a.wav"), Int32(SFM_READ), &info))
        defer { sf_close(file) }
        #expect(info.frames == 333)
        #expect(info.channels == Int32(channels))
        #expect(info.samplerate == 48_000)
        #expect(sf_get_string(file, Int32(SF_STR_COMMENT)).map { String(cString: $0) } == "seed 7")
    }

    @Test(.needs("flac", "sox")) func flacAndOggGoDownAPipe() throws {
        let samples = noise(frames: 30_000, level: 0.5)
        let flac = try piped(settings(.flac, .signed16)) {
            try $0.write(samples)
            try $0.finish()
        }
        let result = try run(
            ["flac", "-d", "-c", "-s", "--force-raw-format", "--endian=little", "--sign=signed", "-"], input: flac)
        #expect(result.status == 0, Comment(rawValue: result.errors))
        #expect(result.output == converted(samples, .signed16))
        let ogg = try piped(settings(.ogg)) {
            try $0.write(samples)
            try $0.finish()
        }
        let sox = try run(["sox", "-t", "ogg", "-", "-t", "raw", "-e", "float", "-b", "32", "-"], input: ogg)
        #expect(sox.status == 0, Comment(rawValue: sox.errors))
        #expect(sox.output.count == samples.count * 4)
    }

    @Test func opusGoesDownAPipeToo() throws {
        let opus = try piped(settings(.opus)) {
            try $0.write(noise(frames: 30_000, level: 0.5))
            try $0.finish()
        }
        let scratch = try Folder()
        try opus.write(to: scratch.file("a.opus"))
        var info = SF_INFO()
        let file = try #require(sf_open(scratch.path("a.opus"), Int32(SFM_READ), &info))
        defer { sf_close(file) }
        #expect(info.frames == 30_000 && info.channels == 2)
    }

    @Test(.needs("sox")) func mp3GoesDownAPipeToo() throws {
        let samples = noise(frames: 30_000, level: 0.5)
        let mp3 = try piped(settings(.mp3)) {
            try $0.write(samples)
            try $0.finish()
        }
        let sox = try run(["sox", "-t", "mp3", "-", "-t", "raw", "-e", "float", "-b", "32", "-"], input: mp3)
        // The encoder's delay and the last frame's end are silent.
        #expect(sox.status == 0 && (samples.count..<samples.count + 10_000).contains(sox.output.count / 4), "\(sox.errors)")
    }

    @Test func rawIsNothingButSamples() throws {
        let samples = noise(frames: 999)
        let data = try piped(settings(.raw, .signed24)) {
            try $0.write(samples)
            try $0.finish()
        }
        #expect(data == converted(samples, .signed24))
    }

    @Test(arguments: [SoundContainer.wav, .raw, .flac, .ogg, .opus, .mp3])
    func aGoneReaderIsAnError(_ container: SoundContainer) throws {
        let pipe = try closedPipe()
        let descriptor = pipe.writing.fileDescriptor
        let writer = try StreamWriter(descriptor: descriptor, place: "stdout", settings: settings(container))
        try pipe.reading.close()
        // The default action of SIGPIPE would end this process here.
        let error = #expect(throws: AudioFileError.self) {
            for _ in 0..<50 { try writer.write(noise(frames: 10_000)) }
            try writer.finish()
        }
        #expect(error?.kind == .readerGone)
        #expect(error?.place == "stdout")
    }

    @Test func aFullDeviceIsAnError() throws {
        let writer = try SoundSinkOpening.open("/dev/full", settings: settings(.raw))
        let error = #expect(throws: AudioFileError.self) { try writer.write(noise(frames: 10_000)) }
        #expect(error?.kind == .diskFull)
        #expect(error?.cause.contains("No space left on device") == true)
    }

    @Test(.needs("sox")) func aRedirectedFileLearnsItsLength() throws {
        let scratch = try Folder()
        let path = scratch.path("out.wav")
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o644)
        defer { close(descriptor) }
        let writer = try StreamWriter(descriptor: descriptor, place: "stdout", settings: settings(.wav, .signed16))
        try writer.write(noise(frames: 500))
        try writer.interrupt()
        let text = String(decoding: try run(["sox", "--i", "-s", path]).output, as: UTF8.self)
        #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == "500")
    }

    @Test func targetsFindTheirSinks() throws {
        let scratch = try Folder()
        #expect(try SoundSinkOpening.open("/dev/null", settings: SoundFileSettings()) is NullOutput)
        #expect(try SoundSinkOpening.open(scratch.path("a.wav"), settings: SoundFileSettings()) is SoundFileWriter)
        #expect(try SoundSinkOpening.open("-", settings: settings(.raw)) is StreamWriter)
        let error = #expect(throws: AudioFileError.self) { try SoundSinkOpening.open("-", settings: settings(.w64)) }
        #expect(error?.kind == .unsupported)
    }

    @Test func longStreamsAreRF64() throws {
        // 2^31 frames of 16-bit stereo are 8 GiB: libsndfile must accept them by our header alone.
        let frames: Int64 = 1 << 31
        let header = WaveHeader(
            format: .signed16, layout: .stereo, sampleRate: 48_000, frames: frames, comment: "seed 7"
        ).bytes
        #expect(header.starts(with: Array("RF64".utf8)))
        let file = HeaderOnlyFile(header, length: Int64(header.count) + frames * 4)
        let info = try #require(file.read())
        #expect(info.frames == frames)
        #expect(info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_RF64))
        let below = WaveHeader(format: .signed16, layout: .stereo, sampleRate: 48_000, frames: 1 << 29).bytes
        #expect(below.starts(with: Array("RIFF".utf8)))
        let edge: Int64 = (0xffff_fffe - 36) / 4
        #expect(WaveHeader(format: .signed16, layout: .stereo, sampleRate: 48_000, frames: edge).bytes.starts(with: Array("RIFF".utf8)))
        #expect(WaveHeader(format: .signed16, layout: .stereo, sampleRate: 48_000, frames: edge + 1).bytes.starts(with: Array("RF64".utf8)))
    }
}

/// Reads a pipe to its end on a separate thread.
private final class PipeReader: @unchecked Sendable {
    // Sendable is sound: `data` is written before the semaphore is signalled and read after it.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)
    init(_ handle: FileHandle) {
        Thread.detachNewThread {
            self.data = (try? handle.readToEnd()) ?? Data()
            self.done.signal()
        }
    }
    func result() -> Data {
        done.wait()
        return data
    }
}

/// A file with a real header and sparse zero samples, for libsndfile to open.
private final class HeaderOnlyFile {
    private let header: [UInt8]
    private let length: Int64
    private var position: Int64 = 0

    init(_ header: [UInt8], length: Int64) {
        self.header = header
        self.length = length
    }

    func read() -> SF_INFO? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { HeaderOnlyFile.of($0).length },
            seek: { offset, whence, user in
                let file = HeaderOnlyFile.of(user)
                let base: Int64 = whence == SEEK_CUR ? file.position : whence == SEEK_END ? file.length : 0
                file.position = offset + base
                return file.position
            },
            read: { bytes, count, user in
                let file = HeaderOnlyFile.of(user)
                let target = bytes?.assumingMemoryBound(to: UInt8.self)
                for index in 0..<Int(count) {
                    let place = Int(file.position) + index
                    target?[index] = place < file.header.count ? file.header[place] : 0
                }
                file.position += count
                return count
            },
            write: { _, _, _ in 0 }, tell: { HeaderOnlyFile.of($0).position })
        var info = SF_INFO()
        guard let opened = sf_open_virtual(&functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
        else { return nil }
        sf_close(opened)
        return info
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> HeaderOnlyFile {
        Unmanaged<HeaderOnlyFile>.fromOpaque(user!).takeUnretainedValue()
    }
}
