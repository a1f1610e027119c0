// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import RainSynthesis
import RealtimeExchange
import Sonification
import Synchronization
import Testing
import Tracking

@testable import Transport

/// Things made for tests.
enum Made {
    /// A strike every two seconds of the track and when the speed passes 10 m/s; the level follows the speed.
    static let preset = """
        preset: 1
        title: Test
        place: abstract
        base: { drops.rate: 1200, bed.pink: 0.02 }
        map:
          - { from: speed, unit: m/s, to: drops.level, domain: [0, 50], range: [-30, 0], smooth: { attack: 0.2, release: 0.2 } }
        events:
          - { on: every 2 s, play: { voice: wood, notes: [a4, e5], gap: 0.1, level: -12 } }
          - { on: speed crosses 10.5 m/s up, play: { voice: bell, notes: [c5], level: -12 }, priority: 9 }
          - { on: fix lost, play: { voice: glass, notes: [c4], level: -12 } }
          - { on: fix back, play: { voice: glass, notes: [g4], level: -12 } }
        """

    static func performance(_ text: String = preset) throws -> Performance {
        let source = PresetSource(name: "test", file: "test.yaml", text: text)
        let check = PresetCheck(source, library: PresetLibrary(folders: []))
        guard let preset = check.preset else { throw PresetError(diagnostics: check.diagnostics) }
        return Performance(preset: preset)
    }

    static let start: Int64 = 1_767_225_600_000_000_000
    static func time(_ seconds: Double) -> TrackTime { TrackTime(nanoseconds: start + Int64(seconds * 1e9)) }

    /// A line of CSV: a second of the track, and a speed that grows by a metre per second each second.
    static func row(_ second: Int) -> String { "\(1_767_225_600 + second),\(second)\n" }
    static let header = "time,speed\n"
    static func rows(_ seconds: Int) -> String { header + (0...seconds).map(row).joined() }
}

/// A file that is removed with the test.
final class TemporaryFile {
    let path = NSTemporaryDirectory() + "amaoto-transport-\(UUID().uuidString).csv"
    init(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    deinit { unlink(path) }
}

/// A stand-in for the player that logs its commands.
final class SteppedOutput: PlaybackOutput {
    let endFrame = Atomic<Int64>(.max)
    let hasStopped = Atomic<Bool>(false)
    func end(afterFrames frames: Int64) { endFrame.store(frames, ordering: .relaxed) }
    func requestStop() { hasStopped.store(true, ordering: .relaxed) }
    /// Constant unless a test advances it, so that nothing depends on how fast the test runs.
    let realTime = Atomic<Int64>(0)
    func now() -> Int64 { realTime.load(ordering: .relaxed) }
    func rest(nanoseconds: Int64) async { try? await Task.sleep(nanoseconds: UInt64(nanoseconds)) }
}

/// The records of the state log.
final class RecordLog {
    var records: [StateRecord] = []
    /// Every strike by name and the second of the track in which it fell.
    var strikes: [String] {
        records.flatMap { record in
            record.events.map { "\($0.name) at \(record.time?.seconds(since: Made.time(0)) ?? -1)" }
        }
    }
}

/// A session and an engine that are stepped by hand, a period at a time, instead of by a device.
final class Rig {
    static let period = 256
    var session: PlaybackSession
    private(set) var engine: RainEngine
    private var statistics: LatestValueWriter<PlayerStatistics>
    private var figures = PlayerStatistics()
    private var trimmed = 0
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: Rig.period * 2)
    let output = SteppedOutput()
    let log: RecordLog
    /// Kept while it may be read again.
    private var file: TemporaryFile?
    /// Left and right of every frame so far.
    var sound: [Float] = []

    init(_ track: PlayedTrack?, text: String = Made.preset, configure: (inout LivePlayback) -> Void = { _ in }) async throws {
        var playback = LivePlayback(performance: try Made.performance(text), track: track)
        let log = RecordLog()
        playback.record = { log.records.append($0) }
        configure(&playback)
        self.log = log
        let mailbox = LatestValue(PlayerStatistics())
        statistics = mailbox.takeWriter()
        let slots = TrackSlots(playback.performance, count: playback.playedTracks.count, comeAndGo: playback.tracksComeAndGo)
        let exchange = try Exchange(slots.configuration, gain: playback.performance.gain)
        session = PlaybackSession(
            playback, slots, output: output, period: Rig.period, ends: exchange.ends, statistics: mailbox.takeReader())
        engine = exchange.engine
        try await session.prepare()
    }

    /// A rig over a generated track of the given seconds, in a file.
    convenience init(
        _ file: TemporaryFile, text: String = Made.preset, choice: TrackChoice = .together,
        configure: (inout LivePlayback) -> Void = { _ in }
    ) async throws {
        var input = try RideInput(file.path, rereads: true)
        input.choice = choice
        let survey = try RideSurvey(
            of: [input], preset: try Made.performance(text).preset, isStrict: true, onFault: { _ in })
        try await self.init(.recorded(survey), text: text, configure: configure)
        self.file = file
    }

    deinit { block.deallocate() }

    var hasEnded: Bool { figures.framesWritten >= output.endFrame.load(ordering: .relaxed) }
    var frames: Int64 { figures.framesWritten }
    var seconds: Double { Double(frames) / 48_000 }
    var clock: TrackClock? { session.source?.clock }
    var estimate: (any TrackerEstimate)? { session.source?.estimate }
    var position: Int64 { session.position }
    var margin: Int64 { session.margin }
    /// Every strike that was played; after the end.
    func strikes() -> [String] {
        _ = session.report(figures)
        return log.strikes
    }
    /// The strikes of one of several tracks (nil while there is only one), each with its second of the track.
    func strikes(of track: String?) -> [String] {
        _ = strikes()
        return log.records.filter { $0.track == track }.flatMap { record in
            record.events.map { "\($0.name) at \(record.time?.seconds(since: Made.time(0)) ?? -1)" }
        }
    }
    var status: PlaybackStatus { session.status }

    /// Plays the given seconds of sound, or to the end.
    func play(_ seconds: Double) async throws {
        let last = frames + Int64(seconds * 48_000)
        while frames < last, !hasEnded { try await step() }
    }

    func playToTheEnd() async throws { while !hasEnded { try await step() } }

    /// Ends the input and with it playing; the sound does not run ahead of the reading thread meanwhile.
    func end(_ feed: Feed) async throws {
        try feed.end()
        let last = seconds + 12
        while !hasEnded, seconds < last {
            // The period in which the last update is heard must not be rendered before the end of the input has been read.
            try await session.conduct()
            if hasHeardAll { try await conduct { session.live?.isOver ?? false || !hasHeardAll } }
            try await step()
        }
        #expect(hasEnded)
    }

    /// True if all input that has arrived has been played.
    private var hasHeardAll: Bool {
        session.parts.allSatisfy { part in
            guard !part.isVacant, let last = part.source?.estimate?.lastTime else { return true }
            return part.update(at: .max).map { $0.time >= last } ?? false
        }
    }

    /// Conducts each millisecond until a condition holds, at most 5,000 times.
    /// - Returns: false if it does not hold by then.
    @discardableResult
    func conduct(until condition: () -> Bool) async throws -> Bool {
        for _ in 0..<5_000 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(1))
            try await session.conduct()
        }
        return condition()
    }

    /// Plays a period once the timeline covers it.
    func step() async throws {
        try await session.conduct()
        try await conduct { session.horizon.sample >= session.position + 2 * Int64(Rig.period) }
        let latency = engine.latency
        while trimmed < latency {
            let count = min(latency - trimmed, Rig.period)
            render(count)
            trimmed += count
        }
        let count = Int(min(Int64(Rig.period), output.endFrame.load(ordering: .relaxed) - frames))
        render(count)
        sound += UnsafeBufferPointer(start: block, count: count * 2)
        figures.framesWritten += Int64(count)
        statistics.publish(figures)
    }

    private func render(_ frames: Int) {
        engine.render(into: block, frames: frames)
    }

    func execute(_ command: PlaybackCommand) async throws {
        try await session.conduct()
        try await session.execute(command)
        // A seek takes effect at the next turn.
        try await conduct { session.sought == nil }
        try await session.conduct()
    }

    /// True if a range of seconds of sound is silent.
    func isSilent(_ seconds: Range<Double>) -> Bool {
        let first = Int(seconds.lowerBound * 48_000) * 2, last = Int(seconds.upperBound * 48_000) * 2
        return sound[first..<min(last, sound.count)].allSatisfy { $0 == 0 }
    }
}
