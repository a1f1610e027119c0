// SPDX-License-Identifier: MIT
import RainSynthesis
import Synchronization
import Testing
import Tracking

@testable import Transport

/// The listener's commands on a recorded track, sample by sample.
@Suite struct PlaybackSessionTests {
    /// Every strike of the track without any command.
    static func undisturbed(_ seconds: Int) async throws -> [String] {
        let rig = try await Rig(try TemporaryFile(Made.rows(seconds)))
        try await rig.playToTheEnd()
        return rig.strikes()
    }

    @Test func aTrackStrikesWhatItHolds() async throws {
        let strikes = try await Self.undisturbed(13)
        #expect(strikes == [2, 4, 6, 8, 10].map { "every 2 s at \($0).0" } + ["speed crosses 10.5 m/s up at 11.0", "every 2 s at 12.0"])
    }

    @Test func theEndIsExactAndSilent() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(4)))
        try await rig.playToTheEnd()
        #expect(rig.frames == 4 * 48_000 + 9_600)
        #expect(!rig.isSilent(4.0..<4.01))
        #expect(rig.isSilent(4.15..<4.2))
        let short = try await Rig(try TemporaryFile(Made.rows(4))) { $0.totalFrames = 100_001 }
        try await short.playToTheEnd()
        #expect(short.frames == 100_001)
        #expect(short.sound.suffix(2_000).allSatisfy { $0 == 0 })
        let long = try await Rig(try TemporaryFile(Made.rows(4))) { $0.totalFrames = 1 << 40 }
        try await long.playToTheEnd()
        #expect(long.frames == 4 * 48_000 + 9_600)
    }

    /// Also in the first stretch, in the fade, twice at once, between a strike's due moment and its sound.
    @Test(arguments: [[0.5], [1.0, 3.0], [2.0, 2.003], [4.05], [1.99, 4.01, 8.02, 12.05], [13.1]])
    func aPauseLosesNothingAndRepeatsNothing(moments: [Double]) async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13)))
        var paused = 0.0
        for moment in moments {
            try await rig.play(moment + paused - rig.seconds)
            let before = rig.seconds
            try await rig.execute(.togglePause)
            let time = rig.status.time
            #expect(rig.status.isPaused)
            try await rig.play(0.7)
            #expect(rig.status.time == time)
            // Where the rider is can still be asked: the last fix, of which there is one a second.
            let here = try #require(rig.status.update?.time)
            #expect((-0.01...1.01).contains(try #require(time).seconds(since: here)), "\(moment): \(here)")
            #expect(rig.isSilent(before + 0.03..<before + 0.7))
            try await rig.execute(.togglePause)
            #expect(!rig.status.isPaused)
            let resumed = rig.seconds
            #expect(rig.status.time == time)
            try await rig.play(0.2)
            if moment < 13 { #expect(!rig.isSilent(resumed..<resumed + 0.1)) }
            // The track's position against the played sound: the difference is the pause, and the time to resume.
            let clock = try #require(rig.clock)
            paused = Double(clock.sample0) / 48_000 - Made.seconds(clock.time0)
        }
        try await rig.playToTheEnd()
        #expect(rig.strikes() == (try await Self.undisturbed(13)))
        #expect(rig.status.telemetry.lateEntries == 0)
        #expect(rig.frames == Int64((13 + paused) * 48_000 + 9_600.5))
        #expect(rig.log.records.map(\.sample) == rig.log.records.map(\.sample).sorted())
    }

    @Test(arguments: [[2.0], [0.5, 0.5], [1.3, 1.1, 0.7]])
    func aChangeOfSpeedKeepsTheTrackGoing(factors: [Double]) async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13)))
        var speed = 1.0
        for factor in factors {
            try await rig.play(1.617)
            try await rig.session.conduct()
            let clock = try #require(rig.clock)
            let position = rig.position
            try await rig.execute(.changeSpeed(factor))
            speed *= factor
            let next = try #require(rig.clock)
            // The next instant of the track, at the first sample that can still be changed.
            #expect(next.time0 == clock.time(at: max(position, clock.sample0)))
            #expect(next.sample0 > position && next.sample0 <= position + rig.margin)
            #expect(abs(next.speed - speed) < 1e-9)
            #expect(abs(rig.status.speed - speed) < 1e-9)
        }
        try await rig.playToTheEnd()
        #expect(rig.strikes() == (try await Self.undisturbed(13)))
        #expect(rig.status.telemetry.lateEntries == 0)
        let clock = try #require(rig.clock)
        #expect(rig.frames == clock.sample(at: Made.time(13)) + 9_600)
    }

    @Test func keysPressedAtOnceActInTurn() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13)))
        try await rig.play(2.5)
        for command in [PlaybackCommand.changeSpeed(2), .changeSpeed(0.5), .togglePause, .togglePause] {
            try await rig.session.execute(command)
        }
        try await rig.playToTheEnd()
        #expect(rig.strikes() == (try await Self.undisturbed(13)))
    }

    /// Leaving does not wait for an earlier seek.
    @Test func whoLeavesDoesNotWaitForASeek() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(100_000)))
        try await rig.play(3.1)
        try await rig.session.execute(.seek(99_000))
        #expect(rig.session.sought != nil)
        try await rig.session.execute(.quit)
        #expect(rig.session.sought == nil)
        let before = rig.frames
        try await rig.playToTheEnd()
        #expect(rig.frames - before < 6_000)
        #expect(abs(try #require(rig.second) - 3.15) < 0.1)
    }

    /// A key that is held down: the last position of a turn counts, each sounds at once, and the track is read once for all of
    /// them.
    @Test func heldSeekKeysAreReadFromOneReading() async throws {
        let file = try TemporaryFile(Made.rows(86_400))
        let count = Openings(), path = file.path
        let input = try RideInput(
            path, rereads: true,
            opener: { () throws(InputFault) in
                count.number.add(1, ordering: .relaxed)
                return try TrackInput.open(ByteSource(path: path, title: path), reading: TrackReading())
            })
        let survey = try Made.survey([input], Made.performance().preset)
        let rig = try await Rig(.recorded(survey))
        defer { withExtendedLifetime(file) {} }
        try await rig.play(1)
        try await rig.session.execute(.seek(80_000))
        for key in 0..<150 { try await rig.session.execute(.seek(key % 3 == 2 ? -5 : 60)) }
        let generation = rig.status.telemetry.generation
        let pressed = rig.seconds
        try await rig.play(0.1)
        // A tenth of a second later the sound is there.
        let sought: Double = 1 + 80_000 + 100 * 60 - 50 * 5
        #expect(abs(try #require(rig.second) - sought) < 1)
        #expect(abs((rig.status.update?.channels["speed"]?.number ?? 0) - sought) < 2)
        #expect(rig.seconds - pressed < 0.11 && rig.status.telemetry.generation == generation &+ 1)
        #expect(rig.status.telemetry.lateEntries == 0)
        // The same once more, and then leave.
        for _ in 0..<150 { try await rig.session.execute(.seek(-60)) }
        try await rig.session.execute(.quit)
        let frames = rig.frames
        try await rig.playToTheEnd()
        #expect(rig.frames - frames < 6_000)
        #expect(count.number.load(ordering: .relaxed) == 1)
    }

    /// Other commands during a seek still take effect in the end.
    @Test(arguments: [
        [PlaybackCommand.togglePause, .togglePause], [.togglePause, .seek(-10), .togglePause], [.changeSpeed(2), .changeSpeed(0.5)],
        [.freeze(true), .seek(-10), .freeze(false)], [.togglePause, .togglePause, .togglePause, .togglePause],
        [.togglePause, .freeze(true), .freeze(false)], [.toggleMute, .toggleMute],
    ])
    func whatIsAskedForDuringASeekComesAfterIt(commands: [PlaybackCommand]) async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(20_000)))
        try await rig.play(1)
        try await rig.session.execute(.seekTo(19_000))
        for command in commands { try await rig.session.execute(command) }
        #expect(try await rig.conduct { rig.session.sought == nil })
        #expect(!rig.status.isPaused && !rig.status.isFrozen && !rig.status.isMuted)
        try await rig.play(1)
        let back = commands.contains(.seek(-10)) ? 10.0 : 0
        let sought: Double = 19_000 - back
        #expect(abs(try #require(rig.second) - (sought + 1)) < 0.3)
        #expect(!rig.isSilent(rig.seconds - 0.3..<rig.seconds))
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test func quittingGoesBeforeAllThatWaits() {
        #expect(PlaybackCommand.due(of: [.seek(5), .togglePause, .quit, .seek(5)]) == [.quit])
        #expect(
            PlaybackCommand.due(of: [.changeSpeed(2), .changeSpeed(2), .changeSpeed(0.5), .seek(5), .seek(5)])
                == [.changeSpeed(4), .changeSpeed(0.5), .seek(5), .seek(5)])
    }

    @Test func seekingForthAndBack() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(30)))
        try await rig.play(3.1)
        try await rig.execute(.seek(10))
        try await rig.play(0.3)
        let forth = try #require(rig.second)
        #expect(abs(forth - 13.3) < 0.1)
        // The known values there sound there: 13 m/s.
        #expect(rig.status.update?.channels["speed"]?.number == 13)
        try await rig.execute(.seek(-8))
        try await rig.play(0.3)
        let back = try #require(rig.second)
        #expect(abs(back - (forth - 8 + 0.3)) < 0.1)
        #expect(rig.status.update?.channels["speed"]?.number == 5)
        try await rig.execute(.seek(-60))
        try await rig.play(0.1)
        #expect(abs(try #require(rig.second) - 0.05) < 0.06)
        try await rig.execute(.seek(60))
        try await rig.play(0.1)
        #expect(try #require(rig.status.time) >= Made.time(30))
        try await rig.playToTheEnd()
        #expect(rig.isSilent(rig.seconds - 0.05..<rig.seconds))
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test func seekingWhilePausedActsWhenItGoesOn() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(30)))
        try await rig.play(3.1)
        try await rig.execute(.togglePause)
        try await rig.execute(.seek(10))
        try await rig.execute(.changeSpeed(2))
        try await rig.execute(.seek(-2))
        let stood = try #require(rig.status.time)
        // Ten seconds of sound at speed 1, two at speed 2.
        #expect(abs(Made.seconds(stood) - 9.1) < 0.1)
        #expect(rig.status.update?.time == Made.time(9))
        try await rig.play(0.5)
        #expect(rig.status.time == stood)
        #expect(rig.isSilent(3.2..<3.6))
        try await rig.execute(.togglePause)
        try await rig.play(1.0)
        #expect(abs(try #require(rig.status.time).seconds(since: stood) - 2 * 0.94) < 0.1)
        #expect(!rig.isSilent(3.7..<3.8))
        let strikes = rig.strikes()
        #expect(strikes.first == "every 2 s at 2.0" && !strikes.contains("every 2 s at 4.0"))
    }

    /// The engine has stopped at the end of the track: it must restart.
    @Test func seekingBackInTheLastFadeSoundsAgain() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(4)))
        try await rig.play(4.18)
        #expect(rig.isSilent(4.15..<4.17))
        try await rig.execute(.seek(-3))
        try await rig.play(0.5)
        #expect(!rig.isSilent(4.4..<4.6))
        try await rig.playToTheEnd()
        #expect(rig.frames > 7 * 48_000)
    }

    @Test func quittingEndsSoonAndSilently() async throws {
        for pauses in [false, true] {
            let rig = try await Rig(try TemporaryFile(Made.rows(30)))
            try await rig.play(1)
            if pauses { try await rig.execute(.togglePause) }
            try await rig.execute(.quit)
            try await rig.execute(.togglePause)
            let before = rig.frames
            try await rig.playToTheEnd()
            let played = rig.frames - before
            #expect(played < 6_000)
            #expect(rig.sound.suffix(200).allSatisfy { $0 == 0 })
        }
    }

    @Test func volumeAndMute() async throws {
        let rig = try await Rig(nil)
        try await rig.play(0.5)
        try await rig.execute(.toggleMute)
        try await rig.play(0.5)
        #expect(rig.isSilent(0.55..<1))
        try await rig.execute(.toggleMute)
        for _ in 0..<100 { try await rig.execute(.changeVolume(2)) }
        #expect(rig.status.gain == 12)
        try await rig.play(0.5)
        #expect(!rig.isSilent(1.1..<1.5))
        // Rain at rest has no track to hold: a pause is a mute.
        try await rig.execute(.togglePause)
        try await rig.play(0.5)
        #expect(rig.isSilent(1.6..<2))
    }

    /// A track that begins again, muted by its listener, is silent from its first sample.
    @Test func playbackMayBeginMuted() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(30))) { $0.isMuted = true }
        #expect(rig.status.isMuted)
        try await rig.play(0.5)
        #expect(rig.isSilent(0..<0.5))
        try await rig.execute(.toggleMute)
        try await rig.play(0.5)
        #expect(!rig.isSilent(0.6..<1))
    }

    /// Mute before a pause persists after it, also if it was set during the pause.
    @Test func muteOutlivesAPause() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(30)))
        try await rig.play(1)
        try await rig.execute(.togglePause)
        try await rig.execute(.toggleMute)
        #expect(rig.status.isMuted)
        try await rig.execute(.togglePause)
        try await rig.play(0.5)
        #expect(rig.isSilent(1.1..<1.5))
        try await rig.execute(.toggleMute)
        try await rig.play(0.5)
        #expect(!rig.isSilent(1.6..<2))
    }
}

/// The number of times a track was opened.
private final class Openings: Sendable { let number = Atomic(0) }
