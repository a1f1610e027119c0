// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import RealtimeExchange
import TestTraits
import Testing

@testable import AudioOutput

@Suite(.waiting) struct ALSAPlayerTests {
    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test(arguments: SampleFormat.allCases, [1, 2])
    func playsExactlyTheFramesAskedFor(_ format: SampleFormat, _ channels: Int) throws {
        let scratch = try Folder()
        var settings = ALSAFixture.capture(scratch.path("cap"))
        settings.formats = [format]
        let layout = try #require(SpeakerLayout(channels: channels))
        settings.layout = layout
        settings.ditherSeed = 9
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 5001)
        #expect(player.report.format == format)
        #expect(player.report.sampleRate == 48_000)
        #expect(player.report.layout == layout)
        #expect(player.report.period == 256)
        #expect(player.report.buffer == 1024)
        try player.start(counter.source())
        let statistics = try player.wait()
        #expect(statistics.framesWritten == 5001)
        #expect(player.hasEnded)
        #expect(statistics.xruns == 0)
        let isEqual =
            try bytes(scratch.path("cap"))
            == converted(CountingSource.expected(5001), format, layout: layout, seed: 9)
        #expect(isEqual)
    }

    @Test func playsWhatTheEngineRenders() throws {
        let scratch = try Folder()
        var parameters = SynthParameters()
        parameters[.bedLevel] = -12
        parameters[.bedPink] = 0.1
        var reference = try engine(seed: 7, parameters: parameters)
        let latency = reference.latency
        var samples = [Float](repeating: 0, count: (9600 + latency) * 2)
        samples.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { reference.render(into: base, frames: 9600 + latency) }
        }
        var settings = ALSAFixture.capture(scratch.path("cap"))
        settings.formats = [.float32]
        settings.periodFrames = 480
        let player = try ALSAPlayer(settings, frames: 9600)
        try player.start(try engine(seed: 7, parameters: parameters))
        _ = try player.wait()
        let played = try bytes(scratch.path("cap")).numbers(Float.self)
        let isEqual = played.map(\.bitPattern) == samples[(latency * 2)...].map(\.bitPattern)
        #expect(isEqual)
        #expect(played.contains { $0 != 0 })
    }

    @Test func keepsTheTimeForADeviceThatDoesNot() throws {
        let settings = ALSAFixture.null()
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 24_000)
        var reader = player.takeStatistics()
        let begin = monotonicNanoseconds()
        try player.start(counter.source())
        var seen = 0
        while !player.hasEnded {
            // Read first, so that the clock is at or after the moment of writing.
            if reader.refresh() { seen += 1 }
            let written = reader.value.framesWritten
            let elapsed = Double(monotonicNanoseconds() - begin) / 1e9
            #expect(Double(written) <= elapsed * 48_000 + 1024)
            usleep(500)
        }
        let statistics = try player.wait()
        #expect(statistics.framesWritten == 24_000)
        #expect(Double(monotonicNanoseconds() - begin) / 1e9 >= 0.5)
        #expect(seen > 10)
        #expect(statistics.threadID != 0)
        #expect(statistics.threadID != Int32(getpid()))
        #expect(statistics.renderShareMaximum > 0)
        #expect(statistics.renderShare99 > 0 && statistics.renderShare99 <= statistics.renderShareMaximum)
    }

    @Test func withoutPacingItRunsFree() throws {
        var settings = ALSAFixture.null()
        settings.pacing = .device
        // An hour of sound: with pacing, the test would take that long.
        settings.periodFrames = 4096
        settings.bufferFrames = 16_384
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 48_000 * 3600)
        try player.start(counter.source())
        #expect(try player.wait().framesWritten == 48_000 * 3600)
    }

    @Test func stopsWhenAsked() throws {
        let scratch = try Folder()
        let settings = ALSAFixture.capture(scratch.path("cap"))
        let counter = Counter()
        let ended = DispatchSemaphore(value: 0)
        let player = try ALSAPlayer(settings)
        var figures = player.takeStatistics()
        try player.start(counter.source(), onEnd: { ended.signal() })
        try blockUntil("it plays") { figures.framesWritten >= 2000 || player.hasEnded }
        #expect(!player.hasEnded)
        player.requestStop()
        ended.wait()
        let statistics = try player.wait()
        // The reported frames are what the device received, complete and in order.
        let count = Int(statistics.framesWritten)
        #expect(count >= 2000)
        let isEqual = try bytes(scratch.path("cap")).numbers(Float.self) == CountingSource.expected(count)
        #expect(isEqual)
        // A stop acts within a slice, not after a long buffer: at most the current period was rendered in vain.
        #expect(counter.rendered.load(ordering: .acquiring) - count <= 256)
    }

    @Test func noDeviceListsTheOthers() throws {
        let card = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(ALSAFixture.settings(device: "hw:77")) }
        #expect(card?.kind == .noDevice)
        let settings = ALSAFixture.settings(device: "nonsense")
        let unknown = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings) }
        #expect(unknown?.kind == .noDevice)
        #expect(unknown?.device == "nonsense")
        #expect(unknown?.call == "snd_pcm_open")
        // alsa-lib's own message, which it would have printed.
        #expect(unknown?.cause.contains("Unknown PCM nonsense") == true)
        #expect(unknown?.devices == AudioDevices.list())
        #expect(unknown?.devices.contains(AudioDevice(name: "nothing", summary: "Nothing at all")) == true)
        #expect(unknown.map { "\($0)" }?.contains("nothing  Nothing at all") == true)
    }

    @Test func refusalsSayWhatToChange() throws {
        var settings = ALSAFixture.null()
        settings.formats = []
        let format = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings) }
        #expect(format?.kind == .unsupported)
        #expect(format?.remedy.contains("-f FLOAT_LE, S32_LE, S24_3LE or S16_LE,") == true)
        settings = ALSAFixture.null()
        settings.sampleRates = [0]
        let rate = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings) }
        #expect(rate?.remedy.contains("-r 44100, 48000, 88200, 96000, 176400 or 192000,") == true)
    }

    @Test func schedulingIsGrantedOrSaid() throws {
        let settings = ALSAFixture.null()
        let player = try ALSAPlayer(settings, frames: 100)
        let counter = Counter()
        let report = try player.start(counter.source())
        _ = try player.wait()
        #expect(report.isRealtime == !report.notes.contains { $0.contains("real-time priority") })
        let second = #expect(throws: AudioDeviceError.self) { try player.start(counter.source()) }
        #expect(second?.cause == "started already")
    }

    /// Priority and locked memory are in effect before the first frame, not some time after it.
    @Test func schedulingHoldsFromTheFirstFrame() throws {
        let settings = ALSAFixture.null()
        let player = try ALSAPlayer(settings, frames: 100)
        let first = FirstFrame()
        let report = try player.start(first.source())
        _ = try player.wait()
        let seen = try #require(first.seen.withLock { $0 })
        #expect((seen.policy == SCHED_FIFO) == report.isRealtime)
        #expect((seen.lockedBytes > 0) == report.isMemoryLocked)
    }

    @Test func waitsForTheTimeline() throws {
        // On a machine that stands still for two seconds the player rightly stops waiting, which is not the question here.
        for _ in 0..<5 {
            let began = ContinuousClock.now
            let (waiting, statistics) = try playsAgainstTheTimeline()
            if ContinuousClock.now - began > .seconds(1) { continue }
            #expect(waiting == 1024)
            #expect(statistics.framesWritten == 4096)
            #expect(statistics.horizonWaits >= 1)
            #expect(statistics.earlyPeriods == 0)
            return
        }
        Issue.record("the machine stood still five times")
    }

    /// - Returns: the frames written while the timeline stands, and the statistics of the whole.
    private func playsAgainstTheTimeline() throws -> (waiting: Int64, PlayerStatistics) {
        let scratch = try Folder()
        let settings = ALSAFixture.capture(scratch.path("cap"))
        let counter = Counter()
        let horizon = TimelineHorizon()
        horizon.advance(to: 1100)
        let player = try ALSAPlayer(settings, frames: 4096)
        var figures = player.takeStatistics()
        try player.start(counter.source(latency: 64), horizon: horizon)
        // 64 frames of head and four periods of 256 end at 1088, in quanta of 64; the next would end past 1100.
        try blockUntil("it plays") { figures.framesWritten >= 1024 || player.hasEnded }
        usleep(100_000)
        let waiting = figures.framesWritten
        horizon.advance(to: .max)
        return (waiting, try player.wait())
    }

    @Test(.needs("sox")) func recordsWhatItPlays() throws {
        let scratch = try Folder()
        var settings = ALSAFixture.capture(scratch.path("cap"))
        settings.formats = [.signed24]
        var file = SoundFileSettings()
        file.format = .signed24
        let recording = try SoundRecording(to: try SoundFileWriter(path: scratch.path("rec.wav"), settings: file))
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 12_345)
        try player.start(counter.source(), recording: recording)
        _ = try player.wait()
        #expect(try recording.finish() == scratch.path("rec.wav"))
        #expect(recording.overflow == 0)
        #expect(recording.fault == nil)
        let sox = try run(["sox", "-D", scratch.path("rec.wav"), "-t", "raw", "-"])
        let isEqual = try sox.output == bytes(scratch.path("cap"))
        #expect(isEqual)
        #expect(sox.output.count == 12_345 * 6)
    }

    @Test(.needs("sox")) func aFullRingIsCounted() throws {
        let scratch = try Folder()
        var settings = ALSAFixture.null()
        settings.pacing = .device
        let recording = try SoundRecording(
            to: try SoundFileWriter(path: scratch.path("rec.wav"), settings: SoundFileSettings()), capacity: 1024)
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 2_000_000)
        try player.start(counter.source(), recording: recording)
        _ = try player.wait()
        _ = try recording.finish()
        #expect(recording.overflow > 0)
        let text = String(decoding: try run(["sox", "--i", "-s", scratch.path("rec.wav")]).output, as: UTF8.self)
        let kept = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        #expect(kept + recording.overflow == 2_000_000)
    }
}

func monotonicNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
