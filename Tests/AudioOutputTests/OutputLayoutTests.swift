// SPDX-License-Identifier: MIT
import CSndFile
import CompanionDevice
import Foundation
import RainSynthesis
import TestTraits
import Testing

@testable import AudioOutput

/// Frames whose channels identify themselves: channel n is constant at n + 1 tenths.
private func levels(_ layout: SpeakerLayout, frames: Int = 4800) -> [Float] {
    (0..<frames).flatMap { _ in (0..<layout.engineChannels).map { Float($0 + 1) / 10 } }
}

extension SoundSink {
    /// Writes frames of a layout.
    fileprivate func write(_ samples: [Float]) throws {
        try samples.withUnsafeBufferPointer { try write($0) }
    }
}

@Suite("More than two channels in files and streams", .waiting)
struct OutputLayoutTests {
    static let layouts: [SpeakerLayout] = [.quad, .surround51, .surround71, .ambisonic]

    /// dwChannelMask, from Microsoft's ksmedia.h.
    static let masks: [SpeakerLayout: UInt32] = [.quad: 0x33, .surround51: 0x3f, .surround71: 0x63f, .ambisonic: 0]

    /// The content of the fmt chunk, parsed by hand.
    private func format(_ data: Data) throws -> Data {
        let place = try #require(data.range(of: Data("fmt ".utf8))).upperBound
        let size = Int(data[place..<place + 4].numbers(UInt32.self)[0])
        return data[place + 4..<place + 4 + size]
    }

    private func check(_ data: Data, _ layout: SpeakerLayout, isFloat: Bool) throws {
        let format = try format(data)
        #expect(format.count == 40)
        let words = format.numbers(UInt16.self)
        #expect(words[0] == 0xfffe && Int(words[1]) == layout.channels && words[8] == 22)
        #expect(Data(format.dropFirst(20)).numbers(UInt32.self)[0] == Self.masks[layout])
        // KSDATAFORMAT_SUBTYPE_PCM, _IEEE_FLOAT.
        let guid: [UInt8] = [isFloat ? 3 : 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        #expect(Array(format.dropFirst(24)) == guid)
    }

    @Test(.needs("sox", "soxi"), arguments: layouts, [SampleFormat.signed16, .signed24, .float32])
    func `a WAV file says whose its channels are, and sox reads each`(_ layout: SpeakerLayout, _ format: SampleFormat) throws {
        let scratch = try Folder()
        var settings = SoundFileSettings()
        settings.layout = layout
        settings.format = format
        for name in ["file.wav", "file.rf64"] {
            let writer = try SoundFileWriter(path: scratch.path(name), settings: settings)
            try writer.write(levels(layout))
            #expect(writer.framesWritten == 4800)
            try writer.finish()
            try check(try Data(contentsOf: scratch.file(name)), layout, isFloat: format == .float32)
        }
        try listen(scratch.path("file.wav"), layout)
    }

    @Test(.needs("sox", "soxi"), arguments: layouts, [SampleFormat.signed16, .float32])
    func `a WAV stream says the same`(_ layout: SpeakerLayout, _ format: SampleFormat) throws {
        let scratch = try Folder()
        var settings = SoundFileSettings()
        settings.layout = layout
        settings.format = format
        settings.expectedFrames = 4800
        let path = scratch.path("stream.wav")
        try Data().write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        let writer = try StreamWriter(descriptor: handle.fileDescriptor, place: "stream", settings: settings)
        try writer.write(levels(layout))
        #expect(writer.framesWritten == 4800)
        try writer.finish()
        try handle.close()
        try check(try Data(contentsOf: URL(fileURLWithPath: path)), layout, isFloat: format == .float32)
        try listen(path, layout)
    }

    /// The signal that sox finds in each channel of a file.
    private func listen(_ path: String, _ layout: SpeakerLayout, order: [Int]? = nil) throws {
        let info = try run(["soxi", "-c", path])
        #expect(String(decoding: info.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) == "\(layout.channels)")
        let raw = try run(["sox", "-D", path, "-t", "raw", "-e", "float", "-b", "32", "-"])
        #expect(raw.status == 0, Comment(rawValue: raw.errors))
        let samples = raw.output.numbers(Float.self)
        #expect(samples.count == 4800 * layout.channels)
        for channel in 0..<layout.channels {
            var mean: Float = 0
            for index in stride(from: channel, to: samples.count, by: layout.channels) { mean += samples[index] / 4800 }
            #expect(abs(mean - Float((order?[channel] ?? channel) + 1) / 10) < 2e-4)
        }
    }

    @Test(.needs("flac", "sox", "soxi"), arguments: layouts)
    func `FLAC has the order of WAVE, which its own decoder tells`(_ layout: SpeakerLayout) throws {
        let scratch = try Folder()
        var settings = SoundFileSettings()
        settings.layout = layout
        settings.format = .signed16
        let writer = try SoundFileWriter(path: scratch.path("a.flac"), settings: settings)
        try writer.write(levels(layout))
        try writer.finish()
        let decoded = try run(["flac", "-d", "-s", "-o", scratch.path("a.wav"), scratch.path("a.flac")])
        #expect(decoded.status == 0, Comment(rawValue: decoded.errors))
        try listen(scratch.path("a.wav"), layout)
        let mask = try format(try Data(contentsOf: scratch.file("a.wav"))).dropFirst(20)
        // FLAC supports loudspeakers only; its decoder labels the rear pair of 5.1 as the side pair.
        let told: [SpeakerLayout: UInt32] = [.ambisonic: 0x33, .surround51: 0x60f]
        #expect(Data(mask).numbers(UInt32.self)[0] == told[layout] ?? Self.masks[layout])
    }

    /// Vorbis I, 4.3.9: left, centre, right, (side left, side right,) rear left, rear right, LFE.
    @Test(
        arguments: ["ogg", "opus"],
        [(SpeakerLayout.quad, [0, 1, 2, 3]), (.surround51, [0, 2, 1, 4, 5, 3]), (.surround71, [0, 2, 1, 6, 7, 4, 5, 3])])
    func `Ogg and Opus have the order of Vorbis`(_ ending: String, _ shape: (layout: SpeakerLayout, order: [Int])) throws {
        let (layout, order) = shape
        let scratch = try Folder()
        var settings = SoundFileSettings()
        settings.layout = layout
        settings.quality = 1
        // A low tone in each channel, which LFE passes too.
        var samples: [Float] = []
        for frame in 0..<48_000 {
            for channel in 0..<layout.channels {
                samples.append(Float(sin(Double(frame) * 0.002 * Double(channel + 1))) * 0.5)
            }
        }
        let writer = try SoundFileWriter(path: scratch.path("a.\(ending)"), settings: settings)
        try writer.write(samples)
        try writer.finish()
        // RFC 7845, 5.1.1: mapping family 1 is the order of Vorbis.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.\(ending)")))
        if ending == "opus" { #expect(bytes.range(of: Data("OpusHead".utf8)).map { bytes[$0.lowerBound + 18] } == 1) }
        // libsndfile returns the channels in file order.
        var info = SF_INFO()
        let file = try #require(sf_open(scratch.path("a.\(ending)"), Int32(SFM_READ), &info))
        defer { sf_close(file) }
        #expect(info.channels == Int32(layout.channels))
        var read = [Float](repeating: 0, count: 48_000 * layout.channels)
        let frames = Int(sf_readf_float(file, &read, 48_000))
        #expect(frames == 48_000)
        for (place, channel) in order.enumerated() {
            // The level of each channel's tone.
            let found = (0..<layout.channels).map { tone -> Double in
                var (sine, cosine) = (0.0, 0.0)
                for frame in 0..<frames {
                    let sample = Double(read[frame * layout.channels + place])
                    sine += sample * sin(Double(frame) * 0.002 * Double(tone + 1))
                    cosine += sample * cos(Double(frame) * 0.002 * Double(tone + 1))
                }
                return (sine * sine + cosine * cosine).squareRoot()
            }
            for tone in found.indices where tone != channel { #expect(found[tone] < 0.1 * found[channel]) }
        }
    }

    @Test func `dither is another's in every channel, and a pair's is that of stereo`() {
        let silence = [Float](repeating: 0, count: 8 * 4800)
        let eight = converted(silence, .signed16, layout: .surround71).numbers(Int16.self)
        let two = converted(Array(silence[..<9600]), .signed16).numbers(Int16.self)
        let front = eight.indices.filter { $0 % 8 < 2 }.map { eight[$0] }
        #expect(front == two)
        func common(_ first: Int, _ second: Int) -> Double {
            var sum = 0.0
            for start in stride(from: 0, to: eight.count, by: 8) { sum += Double(eight[start + first]) * Double(eight[start + second]) }
            return sum / 4800
        }
        for first in 0..<8 {
            for second in first + 1..<8 { #expect(abs(common(first, second)) < 0.05) }
        }
    }

    @Test(arguments: [SpeakerLayout.surround51, .surround71, .ambisonic, .binaural])
    func `a recording of what is played has every channel`(_ layout: SpeakerLayout) throws {
        let scratch = try Folder()
        var settings = ALSAFixture.null()
        settings.layout = layout
        let player = try ALSAPlayer(settings, frames: 24_000)
        var file = SoundFileSettings()
        file.layout = layout
        file.format = .float32
        let recording = try SoundRecording(to: try SoundFileWriter(path: scratch.path("rec.wav"), settings: file), layout: layout)
        try player.start(try weather(layout), recording: recording)
        _ = try player.wait()
        #expect(try recording.finish() == scratch.path("rec.wav") && recording.overflow == 0)
        let channels = layout.channels
        var expected = [Float](repeating: 0, count: 24_064 * channels)
        var reference = try weather(layout)
        expected.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { reference.render(into: base, frames: 24_064) } }
        let heard: Data = expected[(64 * channels)...].withUnsafeBytes { Data($0) }
        let sound = try Data(contentsOf: scratch.file("rec.wav"))
        let start = try #require(sound.range(of: Data("data".utf8))).upperBound + 4
        let isEqual = sound.dropFirst(start).prefix(heard.count) == heard
        #expect(isEqual)
    }

    private func weather(_ layout: SpeakerLayout) throws -> RainEngine {
        var parameters = SynthParameters()
        parameters[.rainIntensity] = 20
        return try engine(seed: 3, parameters: parameters, layout: layout)
    }
}

@Suite("More than two channels on a device", .waiting)
struct DeviceLayoutTests {
    @Test(arguments: [(SpeakerLayout.quad, [0, 1, 2, 3]), (.surround51, [0, 1, 4, 5, 2, 3]), (.surround71, [0, 1, 4, 5, 2, 3, 6, 7])])
    func `a device that says nothing gets alsa-lib's order`(_ layout: SpeakerLayout, _ order: [Int]) throws {
        let scratch = try Folder()
        #expect(try played(ALSAFixture.capture(scratch.path("a")), layout, scratch.path("a")) == order)
    }

    /// FL FR LFE FC RR RL, and with the pair at the sides; a map that lacks the layout's loudspeakers counts as none.
    @Test(arguments: [
        ("FL FR LFE FC RR RL", [0, 1, 3, 2, 5, 4]),
        ("FL FR FC LFE SL SR", [0, 1, 2, 3, 4, 5]),
        ("FL FR UNKNOWN LFE NA SR", [0, 1, 4, 5, 2, 3]),
    ])
    func `a device that says whose its channels are gets them so`(_ map: String, _ order: [Int]) throws {
        let scratch = try Folder()
        let device = CompanionDevice(in: scratch.url.path, options: ["CHANNELS": "6", "MAP": map, "SPEED": "4"])
        var settings = ALSAFixture.companion(device)
        settings.layout = .surround51
        let player = try ALSAPlayer(settings, frames: 20_000)
        try player.start(LevelSource(channels: 6))
        _ = try player.wait()
        let played = device.played.numbers(Float.self)
        try #require(played.count >= 6000)
        let found = played[3000..<3006].map { Int(($0 * 10).rounded()) - 1 }
        #expect(found == order)
    }

    @Test func `a sound field's channels go out as they are`() throws {
        let scratch = try Folder()
        var settings = ALSAFixture.capture(scratch.path("a"))
        settings.layout = .ambisonic
        #expect(try ALSAPlayer(settings).report.notes.contains { $0.contains("W Y Z X") })
        #expect(try played(settings, .ambisonic, scratch.path("a")) == [0, 1, 2, 3])
    }

    /// The engine's channel for each channel of the device.
    private func played(_ settings: PlayerSettings, _ layout: SpeakerLayout, _ path: String) throws -> [Int] {
        var settings = settings
        settings.layout = layout
        settings.formats = [.signed16]
        let player = try ALSAPlayer(settings, frames: 2000)
        #expect(player.report.layout == layout)
        try player.start(LevelSource(channels: layout.engineChannels))
        _ = try player.wait()
        let samples = try Data(contentsOf: URL(fileURLWithPath: path)).numbers(Int16.self)
        return (0..<layout.channels).map { channel in
            let level = Double(samples[1000 * layout.channels + channel]) / 3276.8
            return Int(level.rounded()) - 1
        }
    }

    @Test(arguments: [
        (SpeakerLayout.surround51, ["6 channels of 5.1", "it takes 2", "--layout stereo", "surround51"]),
        (.mono, ["1 channel of mono", "it takes 2", "--layout stereo"]),
    ]) func `a device of two channels says what it takes instead`(_ layout: SpeakerLayout, _ parts: [String]) throws {
        let scratch = try Folder()
        var settings = ALSAFixture.companion(CompanionDevice(in: scratch.url.path, options: ["CHANNELS": "2"]))
        settings.layout = layout
        let error = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings) }
        #expect(error?.kind == .unsupported)
        let text = "\(error?.cause ?? "") \(error?.remedy ?? "")"
        for part in parts { #expect(text.contains(part), "\(text)") }
    }
}

/// Every channel at a distinct level: n + 1 tenths.
private struct LevelSource: FrameSource, ~Copyable, Sendable {
    let channels: Int
    var latency: Int { 0 }
    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        for index in 0..<frames * channels { output[index] = Float(index % channels + 1) / 10 }
    }
}
