// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import SoundAnalysis
import TestTraits
import Testing

@testable import AudioOutput

@Suite(.waiting) struct SoundFileWriterTests {
    private func written(_ path: String, _ samples: [Float], _ settings: SoundFileSettings) throws -> Data {
        let writer = try SoundFileWriter(path: path, settings: settings)
        try writer.write(samples)
        #expect(try writer.finish() == path)
        #expect(writer.framesWritten == Int64(samples.count / 2))
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(
        .needs("sox"), arguments: runnable(["wav", "rf64", "w64", "flac", "raw"], needing: "flac") { $0 == "flac" }, SampleFormat.allCases)
    func everySampleReadsBack(_ ending: String, _ format: SampleFormat) throws {
        let scratch = try Folder()
        let container = try #require(SoundContainer(named: ending))
        let path = scratch.path("ride.\(ending)")
        let samples = coarse(noise(frames: 10_001, level: 0.9))
        guard container.formats.contains(format) else {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: .ride(format)) }
            #expect(error?.kind == .unsupported)
            #expect(scratch.names.isEmpty)
            return
        }
        let bytes = try written(path, samples, .ride(format))
        #expect(scratch.names == ["ride.\(ending)"])
        let expected = converted(samples, format)
        switch container {
        case .raw: #expect(bytes == expected)
        case .rf64:
            // sox does not support RF64; the samples are the tail of its data chunk.
            #expect(bytes.starts(with: Array("RF64".utf8)))
            #expect(bytes.range(of: expected) != nil)
            #expect(bytes.range(of: Data("ds64".utf8)) != nil)
        case .w64 where format == .float32:
            // sox reads float W64 through its own integers.
            #expect(bytes.range(of: expected) != nil)
        case .flac:
            let result = try run([
                "flac", "-d", "-c", "-s", "--force-raw-format", "--endian=little", "--sign=signed", path,
            ])
            #expect(result.status == 0, Comment(rawValue: result.errors))
            #expect(result.output == expected)
            #expect(try run(["flac", "-t", "-s", path]).status == 0)
        default:
            let isEqual = try decoded(path, format) == expected
            #expect(isEqual)
        }
        if container == .wav { #expect(bytes.starts(with: Array("RIFF".utf8))) }
        if container.holdsText { #expect(bytes.range(of: Data("seed 7".utf8)) != nil) }
        #expect(bytes.range(of: Data("PEAK".utf8)) == nil)
    }

    /// Python's `wave` and older programs refuse the extensible form, which was written for every layout.
    @Test(.needs("python3"), arguments: [SpeakerLayout.mono, .stereo, .binaural], SampleFormat.allCases)
    func twoChannelsAreInThePlainForm(_ layout: SpeakerLayout, _ format: SampleFormat) throws {
        let scratch = try Folder()
        var settings = SoundFileSettings.ride(format)
        settings.layout = layout
        settings.cues = [SoundCue(frame: 100, label: "arrive Ueno")]
        let path = scratch.path("ride.wav")
        let bytes = try written(path, noise(frames: 4800), settings)
        let chunk = try #require(bytes.range(of: Data("fmt ".utf8)))
        let fields = Data(bytes[chunk.upperBound...].prefix(20))
        #expect(fields.numbers(UInt32.self)[0] == (format == .float32 ? 18 : 16))
        #expect(fields.numbers(UInt16.self)[2...3] == [format == .float32 ? 3 : 1, UInt16(layout.channels)])
        for text in ["seed 7", "arrive Ueno"] { #expect(bytes.range(of: Data(text.utf8)) != nil) }
        guard format != .float32 else { return }
        let script = "import sys, wave; w = wave.open(sys.argv[1]); print(w.getnchannels(), w.getsampwidth(), w.getnframes())"
        let told = try run(["python3", "-c", script, path])
        #expect(String(decoding: told.output, as: UTF8.self) == "\(layout.channels) \(format.bytesPerSample) 4800\n", "\(told.errors)")
    }

    @Test(.tags(.sounds), arguments: ["wav", "rf64", "w64", "flac", "raw"], [SampleFormat.signed16, .signed24, .float32])
    func equalRendersGiveEqualBytes(_ ending: String, _ format: SampleFormat) throws {
        let scratch = try Folder()
        let container = try #require(SoundContainer(named: ending))
        guard container.formats.contains(format) else { return }
        let samples = noise(frames: 5000)
        let first = try written(scratch.path("a.\(ending)"), samples, .ride(format))
        let writer = try SoundFileWriter(path: scratch.path("b.\(ending)"), settings: .ride(format))
        // A time stamp in a header would differ across a second; the block size must not matter either.
        Thread.sleep(forTimeInterval: 1.05)
        try writer.write(samples, block: 64)
        try writer.finish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("b.\(ending)"))) == first)
    }

    /// Two sines: smooth enough for a lossy coder.
    private let sines = (0..<48_000).flatMap { [Float(0.5 * sin(Double($0) * 0.05)), Float(0.25 * sin(Double($0) * 0.11))] }

    @Test(.needs("sox")) func oggHoldsTheSound() throws {
        let scratch = try Folder()
        let path = scratch.path("ride.ogg")
        var settings = SoundFileSettings.ride()
        settings.quality = 0.9
        let bytes = try written(path, sines, settings)
        #expect(bytes.starts(with: Array("OggS".utf8)))
        let back = try decoded(path, .float32).numbers(Float.self)
        #expect(back.count == sines.count)
        var error = 0.0
        var power = 0.0
        for (a, b) in zip(sines, back) {
            error += Double((a - b) * (a - b))
            power += Double(a * a)
        }
        #expect(error < power * 1e-3)
        let high = try written(scratch.path("high.oga"), noise(frames: 48_000), settings)
        settings.quality = 0.1
        let low = try written(scratch.path("low.oga"), noise(frames: 48_000), settings)
        #expect(low.count * 2 < high.count)
    }

    /// Its texts are Latin-1; UTF-8 was shown as `Ã‰tÃ©`.
    @Test func anMP3HasItsTitle() throws {
        let scratch = try Folder()
        var settings = SoundFileSettings.ride()
        settings.title = "Été 雨"
        let bytes = try written(scratch.path("ride.mp3"), noise(frames: 4800), settings)
        #expect(bytes.range(of: Data([0xC9, 0x74, 0xE9, 0x20, 0x3F])) != nil)
    }

    @Test(arguments: ["opus", "mp3"]) func opusAndMP3HoldTheSound(ending: String) throws {
        let scratch = try Folder()
        _ = try written(scratch.path("ride.\(ending)"), sines, .ride())
        var file = try SoundFile(path: scratch.path("ride.\(ending)"))
        let back = try file.readAll()
        #expect(back.frames == 48_000 && back.sampleRate == 48_000)
        var error = 0.0
        var power = 0.0
        for (channel, read) in back.channels.enumerated() {
            for (frame, sample) in read.enumerated() {
                let sent = sines[2 * frame + channel]
                error += Double((sample - sent) * (sample - sent))
                power += Double(sent * sent)
            }
        }
        #expect(error < power * 5e-3, "\(error / power)")
        // About 190 kbit/s, for rain.
        let bytes = try written(scratch.path("noise.\(ending)"), noise(frames: 480_000, level: 0.1), .ride())
        #expect((180_000...260_000).contains(bytes.count), "\(bytes.count)")
    }

    @Test func whatAKindCannotHoldIsRefused() throws {
        let scratch = try Folder()
        func refusal(
            _ ending: String, _ rate: Int, _ layout: SpeakerLayout, _ format: SampleFormat? = nil, isLoop: Bool = false
        ) -> String {
            var settings = SoundFileSettings.ride(format)
            (settings.sampleRate, settings.layout, settings.isLoop) = (rate, layout, isLoop)
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: scratch.path("a.\(ending)"), settings: settings) }
            #expect(error?.kind == .unsupported)
            return "\(error?.cause ?? ""); \(error?.remedy ?? "")"
        }
        #expect(refusal("opus", 44_100, .stereo) == "opus cannot hold 44100 Hz; give -r 48000, or choose a .flac file")
        #expect(refusal("mp3", 96_000, .stereo).contains("give -r 44100 or 48000"))
        // A recording has no --container.
        #expect(refusal("xyz", 48_000, .stereo).hasSuffix(".mp3 or .raw"))
        #expect(refusal("mp3", 48_000, .surround51).contains("an .opus file"))
        #expect(refusal("mp3", 48_000, .stereo, isLoop: true).contains("silence at both ends; choose a .wav"))
        for ending in ["ogg", "opus", "mp3"] {
            #expect(refusal(ending, 48_000, .stereo, .signed16) == "\(ending) cannot hold S16_LE; omit -f, or choose a .wav file")
        }
        #expect(scratch.names.isEmpty)
    }

    @Test(.needs("sox")) func monoAndRatesAreInTheHeader() throws {
        let scratch = try Folder()
        var settings = SoundFileSettings.ride(.signed16)
        settings.layout = .mono
        settings.sampleRate = 96_000
        _ = try written(scratch.path("m.flac"), noise(frames: 300), settings)
        let text = try run(["sox", "--i", scratch.path("m.flac")])
        let description = String(decoding: text.output, as: UTF8.self)
        #expect(description.contains("Channels       : 1"))
        #expect(description.contains("Sample Rate    : 96000"))
        #expect(description.contains("seed 7"))
    }
}
