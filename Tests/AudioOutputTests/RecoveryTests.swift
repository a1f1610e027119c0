// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import TestTraits
import Testing

@testable import AudioOutput

/// The player on a device that paces like hardware and fails by script.
@Suite(.tags(.alone), .waiting) struct RecoveryTests {
    private let scratch: Folder
    init() throws { scratch = try Folder() }

    /// A device at four times real time, so that tests are short.
    private func device(_ script: String = "", _ options: [String: String] = [:]) -> CompanionDevice {
        CompanionDevice(
            in: scratch.url.path, script, options: ["SPEED": "4", "CHANNELS": "2", "FORMATS": "FLOAT_LE"].merging(options) { $1 })
    }

    private func play(_ settings: PlayerSettings, frames: Int64) throws -> PlayerStatistics {
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: frames)
        try player.start(counter.source())
        return try player.wait()
    }

    /// Frames 0 ..< count as a device that dropped some should play them.
    private func expected(_ count: Int, without dropped: [Range<Int64>]) -> [Float] {
        (0..<count).filter { frame in !dropped.contains { $0.contains(Int64(frame)) } }
            .flatMap { [CountingSource.left($0), -CountingSource.left($0)] }
    }

    @Test func playsByTheDevicesClock() throws {
        let device = device()
        let statistics = try play(ALSAFixture.companion(device), frames: 30_000)
        #expect(statistics.framesWritten == 30_000)
        let isEqual = device.played.numbers(Float.self) == CountingSource.expected(30_000)
        #expect(isEqual)
        // The device ran for the duration of its frames.
        let start = try #require(device.log.first { $0.kind == "start" }), end = try #require(device.log.last)
        #expect(Double(end.instant - start.instant) / 1e9 >= 30_000 / (4 * 48_000.0))
    }

    @Test func xrunsLoseOnlyWhatTheDeviceHeld() throws {
        let device = device("3000 xrun; 9000 xrun; 9100 xrun")
        let statistics = try play(ALSAFixture.companion(device), frames: 20_000)
        // A busy machine may add some of its own.
        #expect(statistics.xruns >= 3)
        #expect(statistics.framesWritten == 20_000)
        #expect(device.log.filter { $0.kind == "xrun" }.count == 3)
        let isEqual = device.played.numbers(Float.self) == expected(20_000, without: device.dropped)
        #expect(isEqual)
        #expect(device.dropped.allSatisfy { $0.count <= 1024 })
    }

    /// The plugin's resume returns 0 whether it worked or not: the state has to show it.
    @Test(arguments: ["", " deaf"]) func wakesAfterASuspend(_ manner: String) throws {
        let device = device("5000 suspend 0.3\(manner)", ["SPEED": "1"])
        let statistics = try play(ALSAFixture.companion(device), frames: 12_000)
        #expect(statistics.suspends == 1)
        #expect(statistics.framesWritten == 12_000)
        #expect(statistics.losses.silence > 0.25)
        // A premature prepare made alsa-lib forget the device's buffered frames.
        #expect((1...1024).contains(statistics.losses.framesLost))
        #expect(device.dropped.map(\.count).reduce(0, +) <= 1024)
        let isEqual = device.played.numbers(Float.self) == expected(12_000, without: device.dropped)
        #expect(isEqual)
    }

    @Test func aGoneDeviceIsAnOrderlyEnd() throws {
        let error = #expect(throws: AudioDeviceError.self) { try play(ALSAFixture.companion(device("5000 lose")), frames: 50_000) }
        #expect(error?.kind == .disconnected)
        #expect(error?.device.hasPrefix("companion:") == true)
    }

    @Test func aDeviceThatReturnsGoesOn() throws {
        let device = device("5000 lose 0.5 formats=S16_LE periods=441 buffers=1000")
        var settings = ALSAFixture.companion(device)
        settings.reconnectSeconds = 20
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 20_000)
        #expect(player.report.format == .float32)
        try player.start(counter.source())
        var conditions: Set<DeviceCondition> = []
        while !player.hasEnded {
            conditions.insert(player.condition)
            usleep(1000)
        }
        let statistics = try player.wait()
        #expect(conditions == [.playing, .gone])
        #expect(player.condition == .playing)
        #expect(statistics.losses.reconnections == 1)
        #expect(statistics.losses.silence > 0.45)
        #expect(statistics.framesWritten == 20_000)
        #expect(player.report.format == .signed16)
        #expect(player.report.period == 441)
        #expect(player.report.buffer == 1000)
        // The first frames unchanged, then, in the new format, all that had not been passed to the device.
        let lost = try #require(device.dropped.first)
        #expect(lost.lowerBound == 5000)
        #expect(device.played.count == 5000 * 8 + (20_000 - Int(lost.upperBound)) * 4)
        let isEqual = device.played.prefix(5000 * 8).numbers(Float.self) == CountingSource.expected(5000)
        #expect(isEqual)
        let rest = Data(device.played.dropFirst(5000 * 8)).numbers(Int16.self)
        for frame in stride(from: 0, to: rest.count / 2, by: 97) {
            let exact = Double(CountingSource.left(Int(lost.upperBound) + frame)) * 32_768
            // Rounding and dither.
            #expect(abs(Double(rest[2 * frame]) - exact) <= 2)
        }
    }

    @Test func aDeviceThatReturnsAtAnotherRateIsRefused() throws {
        // It is back before the first attempt or the second: on a busy machine there may not be many.
        var settings = ALSAFixture.companion(device("5000 lose 0.01 rates=44100"))
        settings.reconnectSeconds = 2
        let error = #expect(throws: AudioDeviceError.self) { try play(settings, frames: 20_000) }
        #expect(error?.kind == .disconnected)
        #expect(error?.cause.contains("could not be opened again for 2 s") == true)
        #expect(error?.cause.contains("none of the requested sample rates") == true)
    }

    @Test(arguments: [("lose", DeviceCondition.gone), ("suspend 60", .asleep)])
    func aStopIsNotHeldBackByAnAbsentDevice(_ happening: String, _ condition: DeviceCondition) throws {
        var settings = ALSAFixture.companion(device("5000 \(happening)"))
        settings.reconnectSeconds = 60
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 50_000)
        try player.start(counter.source())
        try blockUntil("the device is absent") { player.condition == condition || player.hasEnded }
        usleep(300_000)
        player.requestStop()
        let statistics = try player.wait()
        #expect((4000...6100).contains(statistics.framesWritten))
        // The silence before the stop counts, although the device never played again.
        #expect((0.25...10).contains(statistics.losses.silence))
        #expect(player.condition == condition)
    }

    // MARK: A control side that stands still

    /// The audio thread waits for nothing: after an xrun it plays what it has, even if the timeline has not advanced for long.
    @Test func aTimelineThatStandsStillIsNotWaitedForAfterAnXrun() throws {
        let device = device("24000 xrun; 40000 xrun", ["SPEED": "1"])
        let counter = Counter()
        let horizon = TimelineHorizon()
        horizon.advance(to: 20_000)
        let player = try ALSAPlayer(ALSAFixture.companion(device), frames: 48_000)
        try player.start(counter.source(), horizon: horizon)
        let statistics = try player.wait()
        #expect(statistics.xruns >= 2)
        #expect(statistics.earlyPeriods > 50)
        // Two seconds for every period of a buffer would have added eight each time.
        #expect(statistics.losses.silence < 1)
        let isEqual = device.played.numbers(Float.self) == expected(48_000, without: device.dropped)
        #expect(isEqual)
    }

    /// Nor at the start.
    @Test(arguments: [0, 300, 600]) func aTimelineThatStandsStillDoesNotHoldUpTheStart(_ frames: Int64) throws {
        let device = device("", ["SPEED": "1"])
        let counter = Counter()
        let horizon = TimelineHorizon()
        horizon.advance(to: frames)
        let player = try ALSAPlayer(ALSAFixture.companion(device), frames: 4800)
        try player.start(counter.source(latency: 0), horizon: horizon)
        #expect(try player.wait().framesWritten == 4800)
        let log = device.log
        let ready = try #require(log.first { $0.kind == "prepare" }), start = try #require(log.first { $0.kind == "start" })
        #expect(Double(start.instant - ready.instant) / 1e9 < 1)
    }

    /// A timeline shorter than the buffer is still played on time: the device starts with what there is.
    @Test func aTimelineThatKeepsUpIsPlayedInTime() async throws {
        // Slow, so that a follower that a busy machine holds up for a quarter of a second still keeps up.
        let device = device("9000 xrun", ["SPEED": "0.25"])
        let counter = Counter()
        let horizon = TimelineHorizon()
        horizon.advance(to: 4096)
        var settings = ALSAFixture.companion(device)
        settings.bufferFrames = 8192
        let player = try ALSAPlayer(settings, frames: 12_000)
        try player.start(counter.source(latency: 0), horizon: horizon)
        // Like the control side: a fixed distance ahead of the rendering.
        let follower = Thread {
            while !player.hasEnded {
                horizon.advance(to: Int64(counter.rendered.load(ordering: .acquiring)) + 4096)
                usleep(2000)
            }
        }
        follower.start()
        try await eventually("it ends") { player.hasEnded }
        let statistics = try player.wait()
        #expect(statistics.framesWritten == 12_000)
        #expect(statistics.horizonWaits > 0)
        #expect(statistics.earlyPeriods == 0)
        let isEqual = device.played.numbers(Float.self) == expected(12_000, without: device.dropped)
        #expect(isEqual)
    }

    @Test func endlessXrunsAreGivenUp() throws {
        let script = (0..<200).map { _ in "4000 xrun" }.joined(separator: ";")
        let file = scratch.path("script")
        try Data(script.utf8).write(to: URL(fileURLWithPath: file))
        let error = #expect(throws: AudioDeviceError.self) { try play(ALSAFixture.companion(device(file)), frames: 50_000) }
        #expect(error?.kind == .failed)
        #expect(error?.cause.contains("recoveries failed") == true)
    }

    /// However short its buffer is: the pause between two recoveries may exceed it.
    @Test(arguments: [(256, 1024), (16, 64)]) func aDeviceThatTakesNothingAnyMoreIsGivenUp(_ period: Int, _ buffer: Int) throws {
        var settings = ALSAFixture.companion(device("5000 fail", ["SPEED": "1"]))
        settings.periodFrames = period
        settings.bufferFrames = buffer
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 50_000)
        defer { player.requestStop() }
        try player.start(counter.source())
        try blockUntil("it is given up") { player.hasEnded }
        let error = #expect(throws: AudioDeviceError.self) { try player.wait() }
        #expect(error?.kind == .failed)
        #expect(error?.cause.contains("recoveries failed") == true)
    }

    @Test func aStalledDeviceIsSaid() throws {
        var settings = ALSAFixture.companion(device("5000 stall"))
        settings.stallSeconds = 2
        let error = #expect(throws: AudioDeviceError.self) { try play(settings, frames: 50_000) }
        #expect(error?.kind == .stalled)
        #expect(error?.cause.contains("2 s") == true)
    }

    /// A sound server that was killed: the device stops responding, and cannot be reopened.
    @Test func aDeadServerIsGivenUpSoon() throws {
        var settings = ALSAFixture.companion(device("5000 stall deaf"))
        settings.reconnectSeconds = 30
        settings.stallSeconds = 1.5
        settings.stallReconnectSeconds = 0.5
        let counter = Counter()
        let player = try ALSAPlayer(settings, frames: 50_000)
        var figures = player.takeStatistics()
        try player.start(counter.source())
        var conditions: [DeviceCondition] = [.playing]
        while !player.hasEnded {
            if conditions.last != player.condition { conditions.append(player.condition) }
            usleep(1000)
        }
        #expect(conditions == [.playing, .stalled, .gone])
        let error = #expect(throws: AudioDeviceError.self) { try player.wait() }
        #expect(error?.kind == .stalled)
        #expect(error?.cause.contains("could not be opened again for 1 s") == true)
        #expect(error?.remedy.contains("--reconnect") == true)
        _ = figures.refresh()
        #expect((1.9...10).contains(figures.value.losses.silence))
    }

    @Test func aStallThatEndsCostsNoFrame() throws {
        // At real-time pace: at four times that speed the buffer holds 5 ms, and a scheduling hiccup would add a second fault.
        let device = device("5000 stall 1.5", ["SPEED": "1"])
        let statistics = try play(ALSAFixture.companion(device), frames: 12_000)
        #expect(statistics.losses.stalls == 1)
        #expect(statistics.losses.silence > 1.4)
        #expect(statistics.losses.framesLost == 0)
        let isEqual = device.played.numbers(Float.self) == CountingSource.expected(12_000)
        #expect(isEqual)
    }

    @Test func aStallDoesNotHoldBackAStop() throws {
        let device = device("5000 stall")
        let counter = Counter()
        let player = try ALSAPlayer(ALSAFixture.companion(device), frames: 50_000)
        var figures = player.takeStatistics()
        try player.start(counter.source())
        // The last complete period before the stall.
        try blockUntil("it plays") { figures.framesWritten >= 4500 || player.hasEnded }
        usleep(200_000)
        let asked = monotonicNanoseconds()
        player.requestStop()
        _ = try player.wait()
        // Long before a stall is an error: the drain's own deadline and a slice, with allowance for a busy machine.
        #expect(monotonicNanoseconds() - asked < 2_000_000_000)
    }

    @Test(arguments: [(441, 1000), (1000, 2500), (333, 1024)]) func oddSizesAreTakenAsTheyAre(_ period: Int, _ buffer: Int) throws {
        let device = device("", ["PERIODS": "\(period)", "BUFFERS": "\(buffer)"])
        let counter = Counter()
        let player = try ALSAPlayer(ALSAFixture.companion(device), frames: 20_011)
        #expect(player.report.period == period)
        #expect(player.report.buffer == buffer)
        #expect(player.report.notes.contains { $0.contains("period of \(period)") })
        try player.start(counter.source())
        #expect(try player.wait().framesWritten == 20_011)
        let isEqual = device.played.numbers(Float.self) == CountingSource.expected(20_011)
        #expect(isEqual)
    }

    /// One period is not a buffer: while it is played, nothing can be written.
    @Test(arguments: [("1024", "1024"), ("441", "800")]) func aBufferOfLessThanTwoPeriodsIsRefused(_ period: String, _ buffer: String)
        throws
    {
        let settings = ALSAFixture.companion(device("", ["PERIODS": period, "BUFFERS": buffer]))
        let error = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings, frames: 5000) }
        #expect(error?.kind == .unsupported)
        #expect(error?.cause.contains("two periods") == true, "\(String(describing: error))")
        #expect(error?.remedy.contains("--buffer") == true && error?.remedy.contains("plughw:") == true)
    }

    /// A larger buffer is requested from a device that supports it.
    @Test func aLargerBufferIsTakenForTwoPeriods() throws {
        let player = try ALSAPlayer(ALSAFixture.companion(device("", ["PERIODS": "1024", "BUFFERS": "1024 4096"])), frames: 5000)
        #expect(player.report.period == 1024)
        #expect(player.report.buffer == 4096)
        #expect(player.report.notes.contains { $0.contains("buffer of 4096") })
    }

    @Test(arguments: [("S16_LE", SampleFormat.signed16), ("S24_3LE", .signed24), ("S32_LE", .signed32)])
    func theFirstFormatThatItTakes(_ name: String, _ format: SampleFormat) throws {
        let player = try ALSAPlayer(ALSAFixture.companion(device("", ["FORMATS": name])), frames: 5000)
        #expect(player.report.format == format)
    }

    @Test(arguments: [44_100, 96_000]) func theFirstRateThatItTakes(_ rate: Int) throws {
        let player = try ALSAPlayer(ALSAFixture.companion(device("", ["RATES": "\(rate)"])), frames: 5000)
        #expect(player.report.sampleRate == rate)
    }

    @Test func noRateThatItTakesIsOneOfTheEngines() throws {
        let settings = ALSAFixture.companion(device("", ["RATES": "32000"]))
        let error = #expect(throws: AudioDeviceError.self) { try ALSAPlayer(settings, frames: 5000) }
        #expect(error?.remedy.contains("-r") == false && error?.remedy.contains("-D") == true)
    }
}
