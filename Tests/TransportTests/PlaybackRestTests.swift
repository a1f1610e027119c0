// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Synchronization
import Testing
import Tracking

@testable import Transport

/// The control side takes a turn when there is something to do, and rests otherwise.
@Suite struct PlaybackRestTests {
    /// The turns of a playback by the simulated clock, in seconds.
    private final class Turns {
        var instants: [Double] = []
    }

    private static func recorded(_ file: TemporaryFile) throws -> PlayedTrack {
        .recorded(try Made.survey([RideInput(file)], Made.performance().preset))
    }

    private static func play(
        _ track: PlayedTrack?, on player: SimulatedPlayer, record: ((StateRecord) -> Void)? = nil,
        configure: (inout LivePlayback) -> Void = { _ in }, commands: () -> [PlaybackCommand] = { [] }
    ) async throws -> (report: PlaybackReport, turns: [Double]) {
        var playback = LivePlayback(performance: try Made.performance(), track: track)
        playback.record = record
        configure(&playback)
        let turns = Turns()
        let report = try await playback.run(
            on: player, commands: commands, status: { _ in turns.instants.append(Double(player.time) / 1e9) })
        return (report, turns.instants)
    }

    @Test func aRideTakesTenTurnsASecondAndSoundsTheSame() async throws {
        let file = try TemporaryFile(Made.rows(20))
        let player = SimulatedPlayer()
        let (report, turns) = try await Self.play(try Self.recorded(file), on: player)
        #expect(report.telemetry.lateEntries == 0)
        // Without a state log, nothing but the status asks for a turn.
        #expect(turns.count >= 200 && turns.count <= 210)
        let stepped = try await Rig(file)
        try await stepped.playToTheEnd()
        #expect(player.sound == stepped.sound)
    }

    /// Ten turns a second, and up to three for each event.
    @Test func anEventIsReportedWhenItIsRendered() async throws {
        let player = SimulatedPlayer()
        let log = RecordLog()
        var delays: [Int64] = []
        let (report, turns) = try await Self.play(
            try Self.recorded(try TemporaryFile(Made.rows(20))), on: player,
            record: { record in
                log.records.append(record)
                if !record.events.isEmpty { delays.append(player.frames - record.sample) }
            })
        // The one at the end falls on the stop.
        #expect(log.strikes.count == 10)
        #expect(report.events.dropped == 0)
        // The engine is ahead of the device by the latency of the limiter; a turn is 240 frames.
        #expect(delays.allSatisfy { abs($0) <= 2 * Int64(SimulatedPlayer.period) }, "\(delays)")
        #expect(turns.count <= 210 + 3 * 10)
    }

    @Test func aLiveTrackThatIsSilentTakesLessThanFiftyTurnsASecond() async throws {
        let feed = Feed()
        let player = SimulatedPlayer()
        let (_, turns) = try await Self.play(
            .live(try RideInput(feed)), on: player, configure: { $0.totalFrames = 10 * SimulatedPlayer.rate })
        try feed.end()
        #expect(turns.count > 100 && turns.count < 500)
    }

    @Test func aCommandIsObeyedWhenPlaybackIsWoken() async throws {
        let player = SimulatedPlayer()
        let ring: Int64 = 3_041_000_000
        player.ringing = { $0 < ring ? ring : nil }
        let (report, turns) = try await Self.play(nil, on: player, commands: { player.time >= ring ? [.quit] : [] })
        #expect(turns.contains(3.041))
        // Silent 20 ms later, and at its end after the time that a change takes.
        #expect(Double(report.frames) / Double(SimulatedPlayer.rate) < 3.041 + 0.1)
    }

    @Test func aWakeupThatNeverStopsTakesNoMoreTurns() async throws {
        let player = SimulatedPlayer()
        player.ringing = { $0 + 1_000_000 }
        let (_, turns) = try await Self.play(nil, on: player, configure: { $0.totalFrames = 2 * SimulatedPlayer.rate })
        #expect(turns.count > 300 && turns.count <= 401)
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $1 - $0 > 0.004_999 })
    }

    @Test func anUpdateRingsOnlyWhenItIsMissed() async throws {
        let rings = Mutex(0)
        let buffer = UpdateBuffer(capacity: 4, onNews: { rings.withLock { $0 += 1 } })
        func put() async { _ = await buffer.put(TrackerUpdate(time: Made.time(0), fix: nil)) }
        await put()
        await put()
        #expect(rings.withLock { $0 } == 1)
        while case .update = try buffer.look() {}
        await put()
        #expect(rings.withLock { $0 } == 2)
        buffer.close(.success(()))
        #expect(rings.withLock { $0 } == 3)
    }
}
