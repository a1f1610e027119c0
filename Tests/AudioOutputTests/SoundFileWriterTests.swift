// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import SoundAnalysis
import TestTraits
import Testing

@testable import AudioOutput

@Suite(.waiting) struct SoundFileWriterTests {
    private func settings(_ format: SampleFormat? = nil) -> SoundFileSettings {
        var settings = SoundFileSettings()
        settings.format = format
        settings.title = "A ride"
        settings.software = "Amaoto"
        settings.comment = "seed 7"
        return settings
    }

    private func written(_ path: String, _ samples: [Float], _ settings: SoundFileSettings) throws -> Data {
        let writer = try SoundFileWriter(path: path, settings: settings)
        try writer.write(samples)
        #expect(try writer.finish() == path)
        #expect(writer.framesWritten == Int64(samples.count / 2))
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// Another program's decoding, as raw samples of the file's own format.
    private func decoded(_ path: String, _ format: SampleFormat) throws -> Data {
        let encoding = format == .float32 ? "float" : "signed"
        let bits = "\(format.bytesPerSample * 8)"
        let result = try run(["sox", "-D", path, "-t", "raw", "-e", encoding, "-b", bits, "-L", "-"])
        #expect(result.status == 0, Comment(rawValue: result.errors))
        return result.output
    }

    @Test(
        .needs("sox"), arguments: runnable(["wav", "rf64", "w64", "flac", "raw"], needing: "flac") { $0 == "flac" }, SampleFormat.allCases)
    func everySampleReadsBack(_ ending: String, _ format: SampleFormat) throws {
        let scratch = try Scratch()
        let container = try #require(SoundContainer(named: ending))
        let path = scratch.file("ride.\(ending)")
        let samples = coarse(noise(frames: 10_001, level: 0.9))
        guard container.formats.contains(format) else {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: settings(format)) }
            #expect(error?.kind == .unsupported)
            #expect(scratch.names.isEmpty)
            return
        }
        let bytes = try written(path, samples, settings(format))
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

    @Test(.tags(.sounds), arguments: ["wav", "rf64", "w64", "flac", "raw"], [SampleFormat.signed16, .signed24, .float32])
    func equalRendersGiveEqualBytes(_ ending: String, _ format: SampleFormat) throws {
        let scratch = try Scratch()
        let container = try #require(SoundContainer(named: ending))
        guard container.formats.contains(format) else { return }
        let samples = noise(frames: 5000)
        let first = try written(scratch.file("a.\(ending)"), samples, settings(format))
        let writer = try SoundFileWriter(path: scratch.file("b.\(ending)"), settings: settings(format))
        // A time stamp in a header would differ across a second; the block size must not matter either.
        Thread.sleep(forTimeInterval: 1.05)
        try writer.write(samples, block: 64)
        try writer.finish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.file("b.\(ending)"))) == first)
    }

    @Test(.needs("sox")) func oggHoldsTheSound() throws {
        let scratch = try Scratch()
        let path = scratch.file("ride.ogg")
        // Smooth enough for a lossy coder: two sines.
        var samples: [Float] = []
        for index in 0..<48_000 {
            samples.append(Float(0.5 * sin(Double(index) * 0.05)))
            samples.append(Float(0.25 * sin(Double(index) * 0.11)))
        }
        var settings = settings()
        settings.quality = 0.9
        let bytes = try written(path, samples, settings)
        #expect(bytes.starts(with: Array("OggS".utf8)))
        let back = try decoded(path, .float32).numbers(Float.self)
        #expect(back.count == samples.count)
        var error = 0.0
        var power = 0.0
        for (a, b) in zip(samples, back) {
            error += Double((a - b) * (a - b))
            power += Double(a * a)
        }
        #expect(error < power * 1e-3)
        let high = try written(scratch.file("high.oga"), noise(frames: 48_000), settings)
        settings.quality = 0.1
        let low = try written(scratch.file("low.oga"), noise(frames: 48_000), settings)
        #expect(low.count * 2 < high.count)
    }

    @Test(arguments: ["opus", "mp3"]) func opusAndMP3HoldTheSound(ending: String) throws {
        let scratch = try Scratch()
        var samples: [Float] = []
        for index in 0..<48_000 {
            samples.append(Float(0.5 * sin(Double(index) * 0.05)))
            samples.append(Float(0.25 * sin(Double(index) * 0.11)))
        }
        _ = try written(scratch.file("ride.\(ending)"), samples, settings())
        var file = try SoundFile(path: scratch.file("ride.\(ending)"))
        let back = try file.readAll()
        #expect(back.frames == 48_000 && back.sampleRate == 48_000)
        var error = 0.0
        var power = 0.0
        for (channel, read) in back.channels.enumerated() {
            for (frame, sample) in read.enumerated() {
                let sent = samples[2 * frame + channel]
                error += Double((sample - sent) * (sample - sent))
                power += Double(sent * sent)
            }
        }
        #expect(error < power * 5e-3, "\(error / power)")
        // About 190 kbit/s, for rain.
        let bytes = try written(scratch.file("noise.\(ending)"), noise(frames: 480_000, level: 0.1), settings())
        #expect((180_000...260_000).contains(bytes.count), "\(bytes.count)")
    }

    @Test func whatAKindCannotHoldIsRefused() throws {
        let scratch = try Scratch()
        func refusal(_ ending: String, _ rate: Int, _ layout: SpeakerLayout, _ format: SampleFormat? = nil) -> String {
            var settings = settings(format)
            (settings.sampleRate, settings.layout) = (rate, layout)
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: scratch.file("a.\(ending)"), settings: settings) }
            #expect(error?.kind == .unsupported)
            return "\(error?.cause ?? ""); \(error?.remedy ?? "")"
        }
        #expect(refusal("opus", 44_100, .stereo) == "opus cannot hold 44100 Hz; give -r 48000, or choose a .flac file")
        #expect(refusal("mp3", 96_000, .stereo).contains("give -r 44100 or 48000"))
        #expect(refusal("mp3", 48_000, .surround51).contains("an .opus file"))
        for ending in ["ogg", "opus", "mp3"] {
            #expect(refusal(ending, 48_000, .stereo, .signed16) == "\(ending) cannot hold S16_LE; omit -f, or choose a .wav file")
        }
        #expect(scratch.names.isEmpty)
    }

    @Test(.needs("sox")) func monoAndRatesAreInTheHeader() throws {
        let scratch = try Scratch()
        var settings = settings(.signed16)
        settings.layout = .mono
        settings.sampleRate = 96_000
        _ = try written(scratch.file("m.flac"), noise(frames: 300), settings)
        let text = try run(["sox", "--i", scratch.file("m.flac")])
        let description = String(decoding: text.output, as: UTF8.self)
        #expect(description.contains("Channels       : 1"))
        #expect(description.contains("Sample Rate    : 96000"))
        #expect(description.contains("seed 7"))
    }

    @Test func refusesToOverwrite() throws {
        let scratch = try Scratch()
        let path = scratch.file("ride.wav")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: settings()) }
        #expect(error?.kind == .exists)
        #expect(error?.place == path)
        #expect(error?.remedy.contains("-y") == true)
        #expect(scratch.names == ["ride.wav"])
        var allowed = settings()
        allowed.overwrites = true
        let writer = try SoundFileWriter(path: path, settings: allowed)
        try writer.write(noise(frames: 10))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try writer.finish()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: Array("RIFF".utf8)))
        #expect(scratch.names == ["ride.wav"])
    }

    @Test(.needs("sox")) func nameTakenMeanwhileKeepsBoth() throws {
        let scratch = try Scratch()
        let path = scratch.file("ride.wav")
        let writer = try SoundFileWriter(path: path, settings: settings())
        try writer.write(noise(frames: 100))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: AudioFileError.self) { try writer.finish() }
        #expect(error?.kind == .exists)
        #expect(error?.remedy.contains("ride.partial.wav") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try decoded(scratch.file("ride.partial.wav"), .signed24).count == 600)
    }

    @Test(.needs("sox")) func interruptFinishesTheFile() throws {
        let scratch = try Scratch()
        let free = try SoundFileWriter(path: scratch.file("a.wav"), settings: settings(.signed16))
        try free.write(noise(frames: 777))
        #expect(try free.interrupt() == scratch.file("a.wav"))
        #expect(try decoded(scratch.file("a.wav"), .signed16).count == 777 * 4)

        // Even where overwriting is allowed, a partial render never replaces an existing file.
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.file("b.flac")))
        var allowed = settings(.signed16)
        allowed.overwrites = true
        let taken = try SoundFileWriter(path: scratch.file("b.flac"), settings: allowed)
        try taken.write(noise(frames: 777))
        #expect(try taken.interrupt() == scratch.file("b.partial.flac"))
        #expect(try String(contentsOfFile: scratch.file("b.flac"), encoding: .utf8) == "mine")
        #expect(try decoded(scratch.file("b.partial.flac"), .signed16).count == 777 * 4)
        #expect(scratch.names == ["a.wav", "b.flac", "b.partial.flac"])
    }

    @Test func abandonLeavesNothing() throws {
        let scratch = try Scratch()
        let writer = try SoundFileWriter(path: scratch.file("a.wav"), settings: settings())
        try writer.write(noise(frames: 777))
        writer.abandon()
        #expect(scratch.names.isEmpty)
        do {
            let dropped = try SoundFileWriter(path: scratch.file("b.w64"), settings: settings())
            try dropped.write(noise(frames: 5))
        }
        #expect(scratch.names.isEmpty)
    }

    @Test func placesThatCannotBe() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.file("d.wav"), withIntermediateDirectories: false)
        func kind(_ path: String) -> AudioFileError.Kind? {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: settings()) }
            #expect(error?.remedy.isEmpty == false)
            return error?.kind
        }
        #expect(kind(scratch.file("none/a.wav")) == .missingFolder)
        #expect(kind(scratch.file("d.wav")) == .isFolder)
        // Not even root may create a file here.
        #expect(kind("/sys/a.wav") == .noPermission)
        #expect(kind(scratch.file("a.aac")) == .unsupported)
        #expect(kind(scratch.file("wav")) == .unsupported)
        #expect(scratch.names == ["d.wav"])
    }

    /// The stems share one disk: each alone would fit.
    @Test func aDiskTooSmallForAllStemsIsSaidBeforehand() throws {
        let scratch = try Scratch()
        var disk = statvfs()
        try #require(statvfs(scratch.file("."), &disk) == 0)
        var long = settings()
        long.expectedFrames = Int64(disk.f_bavail) * Int64(disk.f_frsize) / Int64(2 * 4 * long.layout.channels)
        let folder = scratch.file("stems")
        let error = #expect(throws: AudioFileError.self) { try StemFolder(folder, settings: long) }
        #expect(error?.kind == .diskFull && error?.place == folder)
        #expect(scratch.names.isEmpty)
    }

    /// A render of many hours would otherwise fail at its end. Of an encoded file nobody knows the size.
    @Test func aDiskTooSmallIsSaidBeforehand() throws {
        let scratch = try Scratch()
        var long = settings()
        long.expectedFrames = 1 << 60
        for name in ["a.wav", "a.rf64", "a.w64", "a.raw"] {
            let error = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: scratch.file(name), settings: long) }
            #expect(error?.kind == .diskFull && error?.cause.contains("6917529027.6 GB") == true, "\(String(describing: error))")
            #expect(error?.remedy.contains(".flac") == true)
        }
        #expect(scratch.names.isEmpty)
        let writer = try SoundFileWriter(path: scratch.file("a.flac"), settings: long)
        try writer.write(noise(frames: 100))
        try writer.finish()
        #expect(scratch.names == ["a.flac"])
    }

    @Test func folderThatGoesAway() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.file("in"), withIntermediateDirectories: false)
        let writer = try SoundFileWriter(path: scratch.file("in/a.wav"), settings: settings())
        try writer.write(noise(frames: 100))
        try FileManager.default.removeItem(atPath: scratch.file("in"))
        let error = #expect(throws: AudioFileError.self) { try writer.finish() }
        #expect(error?.kind == .missingFolder)
        #expect(scratch.names.isEmpty)
    }

    @Test(.needs("sox")) func twoWritersOfOneName() throws {
        let scratch = try Scratch()
        let path = scratch.file("a.wav")
        let first = try SoundFileWriter(path: path, settings: settings())
        let plain = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: settings()) }
        #expect(plain?.kind == .inUse)
        var allowed = settings()
        allowed.overwrites = true
        let second = #expect(throws: AudioFileError.self) { try SoundFileWriter(path: path, settings: allowed) }
        #expect(second?.kind == .inUse)
        try first.write(noise(frames: 100))
        try first.finish()
        #expect(try decoded(path, .signed24).count == 600)
        #expect(scratch.names == ["a.wav"])
        // A partial file left by a killed run belongs to nobody: it is taken over where overwriting is allowed.
        try Data("old".utf8).write(to: URL(fileURLWithPath: scratch.file("b.partial.wav")))
        let kept = #expect(throws: AudioFileError.self) {
            try SoundFileWriter(path: scratch.file("b.wav"), settings: settings())
        }
        #expect(kept?.kind == .exists)
        let third = try SoundFileWriter(path: scratch.file("b.wav"), settings: allowed)
        try third.write(noise(frames: 10))
        try third.finish()
        #expect(scratch.names == ["a.wav", "b.wav"])
    }

    @Test func oneOfManyRacersWins() async throws {
        let scratch = try Scratch()
        for round in 0..<20 {
            let path = scratch.file("race\(round).wav")
            let wins = await withTaskGroup(of: Int.self) { group in
                for racer in 0..<4 {
                    group.addTask {
                        do {
                            let writer = try SoundFileWriter(path: path, settings: SoundFileSettings())
                            try writer.write(noise(frames: 200, seed: UInt64(racer)))
                            try writer.finish()
                            return 1
                        } catch { return 0 }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(wins == 1)
        }
        #expect(scratch.names.count == 20)
    }
}
