// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Sound files", .tags(.alone), .computing)
struct SoundFileTests {
    @Test("What sox writes is read as sox measures it", .needs("sox"), arguments: ["wav", "flac", "ogg", "aiff", "w64", "au"])
    func formats(ending: String) throws {
        let scratch = try Folder()
        let path = scratch.path("tone.\(ending)")
        try ProgramRun.output(of: [
            "sox", "-R", "-n", "-r", "44100", "-c", "2", "-b", "16", path, "synth", "3", "sine", "440", "pinknoise", "gain", "-9",
        ])
        let statistics = try ProgramRun(["sox", path, "-n", "stat"]).errors
        func figure(_ name: String) throws -> Double {
            let line = try #require(statistics.split(separator: "\n").first { $0.hasPrefix(name) })
            let number = try #require(line.split(separator: ":").last)
            return try #require(Double(number.trimmingCharacters(in: .whitespaces)))
        }
        var file = try SoundFile(path: path)
        #expect(file.sampleRate == 44_100 && file.channelCount == 2 && file.frames == 132_300)
        let sound = try file.readAll()
        #expect(sound.frames == 132_300 && file.position == 132_300)
        let levels = Levels(of: sound)
        #expect(abs(sound.rms - (try figure("RMS     amplitude"))) < 2e-6)
        // sox decodes Ogg to 16 bits, libsndfile to float; its figures have six decimals.
        let step = ending == "ogg" ? 1.0 / 32_768 : 2e-6
        let peak = max(try figure("Maximum amplitude"), -(try figure("Minimum amplitude")))
        #expect(abs(levels.peak - peak) <= step)
        #expect(abs(sound.mean - (try figure("Mean    amplitude"))) < 2e-6)
    }

    /// A named pipe into which sox writes two seconds of a tone.
    private func withPipe(of type: String, _ body: (String) throws -> Void) throws {
        let scratch = try Folder()
        let path = try scratch.makePipe("pipe").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "sox -R -n -r 48000 -c 2 -b 16 -t \(type) - synth 2 sine 1000 gain -6 2>/dev/null > '\(path)'",
        ]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        try body(path)
        process.waitUntilExit()
    }

    @Test("A pipe is read to its end", .needs("sox"), arguments: ["wav", "au", "aiff", "ogg"])
    func pipe(type: String) throws {
        try withPipe(of: type) { path in
            var file = try SoundFile(path: path)
            let sound = try file.readAll()
            #expect(file.frames == nil && sound.frames == 96_000 && sound.channels.count == 2)
            #expect(abs(sound.rms - 0.5012 / 2.0.squareRoot()) < (type == "ogg" ? 0.01 : 0.001))
        }
    }

    @Test("What libsndfile cannot read from a pipe is refused, not misread", .needs("sox"), arguments: ["flac", "w64"])
    func seekingFormats(type: String) throws {
        try withPipe(of: type) { path in
            do throws(SoundFileError) {
                _ = try SoundFile(path: path)
                Issue.record("\(type) was accepted")
            } catch {
                #expect(error.place == path && error.remedy.contains("pipe WAV"))
            }
        }
    }

    @Test(
        "A file that breaks off is read up to there, then reported with its second", .needs("sox"),
        arguments: ["flac", "wav", "aiff", "au"])
    func cutFile(type: String) throws {
        let scratch = try Folder()
        let path = scratch.path("cut.\(type)")
        try ProgramRun.output(of: ["sox", "-R", "-n", "-r", "48000", "-c", "2", "-b", "16", path, "synth", "4", "pinknoise"])
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        var file = try SoundFile(path: path)
        var got = 0
        do throws(SoundFileError) {
            while let block = try file.read(frames: 4096) { got += block.frames }
            Issue.record("the cut went unnoticed")
        } catch {
            #expect(error.place.hasPrefix("\(path) at 1.") || error.place.hasPrefix("\(path) at 2."))
        }
        #expect(got > 48_000 && got < 144_000)
    }

    @Test(
        "A header that announces an unknown length, or a little too much, is no cut", .needs("sox"),
        arguments: [0xFFFF_FFFF, 0x7FFF_F000, 4096] as [UInt32])
    func loosenedHeader(extra: UInt32) throws {
        let scratch = try Folder()
        let path = scratch.path("loose.wav")
        try ProgramRun.output(of: ["sox", "-R", "-n", "-r", "48000", "-c", "1", "-b", "16", path, "synth", "2", "pinknoise"])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        // The last field of the plain header is the length of the data.
        let length: UInt32 = extra < 0x7000_0000 ? 192_000 + extra : extra
        bytes.replaceSubrange(40..<44, with: withUnsafeBytes(of: length.littleEndian) { Data($0) })
        try bytes.write(to: URL(fileURLWithPath: path))
        var file = try SoundFile(path: path)
        #expect(try file.readAll().frames == 96_000)
    }

    @Test("What cannot be read is refused with place, cause and remedy")
    func faults() throws {
        let scratch = try Folder()
        func fault(_ path: String) -> SoundFileError? {
            do throws(SoundFileError) {
                _ = try SoundFile(path: path)
                return nil
            } catch {
                return error
            }
        }
        let missing = try #require(fault(scratch.path("none.wav")))
        #expect(missing.place == scratch.path("none.wav") && missing.cause.contains("no such file"))
        #expect(try #require(fault(scratch.url.path)).cause.contains("directory"))
        #expect(try #require(fault(try scratch.write("", to: "empty.wav").path)).cause.contains("empty"))
        let text = try #require(fault(try scratch.write("this is no sound at all", to: "text.wav").path))
        #expect(text.cause.contains("not readable as sound") && !text.remedy.isEmpty)
        #expect(text.description == "\(text.place): \(text.cause); \(text.remedy)")
    }

    @Test("A file of twenty minutes is read block by block")
    func longFile() throws {
        let scratch = try Folder()
        let path = scratch.path("long.wav")
        let seconds = 1200
        try writeLongFile(path, seconds: seconds)
        var file = try SoundFile(path: path)
        #expect(file.frames == Int64(seconds) * 48_000)
        var welch = WelchEstimator(sampleRate: 48_000, size: 4096)
        var spectrogram = SpectrogramEstimator(sampleRate: 48_000)
        var levels = LevelMeter(sampleRate: 48_000, channelCount: 1)
        var detector = OnsetDetector(sampleRate: 48_000, channelCount: 1, settings: .bubbles)
        var blocks = 0, squares = 0.0
        try file.forEachBlock { block in
            squares += Double(block.frames) * block.rms * block.rms
            welch.add(block)
            spectrogram.add(block)
            levels.add(block)
            detector.add(block)
            blocks += 1
        }
        #expect(blocks > seconds / 2)
        #expect(abs(levels.levels.duration - Double(seconds)) < 1e-9)
        #expect(abs((squares / Double(seconds * 48_000)).squareRoot() - 0.1) < 0.001)
        let spectrum = try #require(welch.spectrum)
        #expect(abs(decibels(power: spectrum.power(from: 0, to: spectrum.nyquist)) + 20) < 0.05)
        let picture = try #require(spectrogram.spectrogram)
        #expect(picture.columns >= 600 && picture.columns <= 1200 && picture.duration == Double(seconds))
        #expect(detector.finish().count < seconds)
    }

    /// Mono noise at 48 kHz in 16 bits, RMS 0.1: one second of it, repeated.
    private func writeLongFile(_ path: String, seconds: Int) throws {
        let noise = TestSignals.white(rms: 0.1, seconds: 1, seed: 21).channels[0].map { Int16(max(-1, min(1, $0)) * 32_767) }
        let second = noise.withUnsafeBytes { Data($0) }
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
        let size = UInt32(second.count * seconds)
        var header = Data("RIFF".utf8) + bytes(size + 36) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
        header += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(48_000)) + bytes(UInt32(96_000))
        header += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(size)
        try header.write(to: URL(fileURLWithPath: path))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        for _ in 0..<seconds { try handle.write(contentsOf: second) }
        try handle.close()
    }
}
