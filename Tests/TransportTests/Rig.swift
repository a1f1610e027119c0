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
    var strikes: [String] { strikes { _ in true } }

    func strikes(where isAsked: (StateRecord) -> Bool) -> [String] {
        records.filter(isAsked).flatMap { record in
            record.events.map { "\($0.name) at \(record.time.map(Made.seconds) ?? -1)" }
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
        let survey = try Made.survey([RideInput(file, choice: choice)], Made.performance(text).preset)
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
        _ = session.report(figures)
        return log.strikes { $0.track == track }
    }
    var status: PlaybackStatus { session.status }
    /// The second of the track that sounds; nil before its first.
    var second: Double? { status.time.map(Made.seconds) }

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
            return part.history.update(at: .max).map { $0.time >= last } ?? false
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
