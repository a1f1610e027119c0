// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis

@testable import AudioOutput
@testable import SoundAnalysis

extension Fuzzer {
    /// A sound file as `analyse` reads it.
    static let soundFile = Fuzzer("sound", longest: 8192, also: waveHead.inputs) { bytes in
        do throws(SoundFileError) {
            var sound = try SoundFile(path: FuzzFolder.file("sound", bytes))
            var meter = RainMeter(sampleRate: sound.sampleRate, channelCount: sound.channelCount)
            // A few bytes of FLAC can be hours of sound.
            while sound.position < 1 << 18, let block = try sound.read(frames: 32_768) { meter.add(block) }
            for row in meter.finish().rows { if let value = row.value { expect(value.isFinite, "\(row.statistic.name) is \(value)") } }
        } catch { expect(!error.cause.isEmpty && !error.place.isEmpty && !error.remedy.isEmpty, "an error without words: \(error)") }
    }

    /// The header of a WAV file that libsndfile wrote, as we amend it; and headers of ours, which libsndfile must read.
    static let waveHead = Fuzzer("wave") { bytes in
        let path = FuzzFolder.file("head.wav", bytes)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        do throws(AudioFileError) {
            try WaveHead.retirePeaks(descriptor, place: path)
            try WaveHead.setFormat(WaveHeader(format: .signed16, layout: .stereo, sampleRate: 48_000), descriptor, place: path)
        } catch { expect(!"\(error)".isEmpty, "an error without words") }
        var status = stat()
        expect(fstat(descriptor, &status) == 0 && status.st_size == bytes.count, "the file has changed its size")
        checkOwnHead(bytes)
    }

    private static func checkOwnHead(_ bytes: [UInt8]) {
        var input = FuzzBytes(bytes)
        let frames = input.below(40)
        func text() -> String? { input.flag() ? String(decoding: (0..<input.below(40)).map { _ in input.byte() }, as: UTF8.self) : nil }
        let header = WaveHeader(
            format: input.choice(SampleFormat.allCases), layout: input.choice(SpeakerLayout.allCases),
            sampleRate: input.choice(EngineConfiguration.sampleRates), frames: input.flag() ? Int64(frames) : nil, title: text(),
            software: text(), comment: text())
        let content =
            header.bytes + [UInt8](repeating: 0, count: frames * header.layout.channels * header.format.bytesPerSample + header.padding)
        do throws(SoundFileError) {
            var sound = try SoundFile(path: FuzzFolder.file("own.wav", content))
            expect(
                sound.channelCount == header.layout.channels && sound.sampleRate == header.sampleRate,
                "\(header) reads as \(sound.channelCount) channels at \(sound.sampleRate)")
            let read = try sound.readAll()
            expect(read.frames == frames, "\(frames) frames read as \(read.frames)")
        } catch { expect(frames == 0 && error.cause == "the file contains no sound", "\(header) does not read: \(error)") }
    }
}
