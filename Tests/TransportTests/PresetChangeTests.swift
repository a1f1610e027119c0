// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import RainSynthesis
import Sonification
import SoundAnalysis
import Synchronization
import Testing
import Tracking

@testable import Transport

/// Another preset during playing: soon, without a click, and according to the log of applied changes.
@Suite struct PresetChangeTests {
    static func preset(_ text: String) throws -> Preset { try Made.performance(text).preset }

    /// A bed alone, so that the sound's envelope is the parameter itself.
    static func bed(_ level: Double) -> String {
        "preset: 1\ntitle: Bed\nplace: abstract\nbase: { drops.rate: 0, bed.pink: 0, bed.brown: 0, bed.white: 0, tone.level: \(level), tone.frequency: 1000 }\n"
    }

    @Test func itIsHeardWithinThirtyMilliseconds() async throws {
        let rig = try await Rig(nil, text: Self.bed(-20)) { $0.isTuned = true }
        try await rig.play(1)
        // The worst moment: the timeline has just advanced.
        try await rig.session.conduct()
        let asked = rig.frames
        try await rig.session.execute(.use(try Self.preset(Self.bed(-6))))
        try await rig.play(0.5)
        let reference = try await Rig(nil, text: Self.bed(-20)) { $0.isTuned = true }
        try await reference.play(1.5)
        let first = try #require(zip(rig.sound, reference.sound).enumerated().first { $0.element.0 != $0.element.1 }?.offset) / 2
        // A turn may pass before the session handles the command.
        let waited = Double(Int64(first) - asked) / 48_000 + Double(PlaybackSession.turn) / 1e9
        #expect(waited > 0 && waited <= 0.030, "\(waited) s")
        print("a change is heard after \(waited * 1000) ms at most, beside what the device holds")
    }

    /// The peak above 5 kHz in dB, after the first fifth of a second. Filtered twice, so that a tone of 1 kHz does not leak
    /// through.
    private static func bright(_ samples: [Float]) -> Double {
        var samples = samples
        for _ in 0..<2 {
            var filter = BandPassFilter(sampleRate: 48_000, band: 5000...24_000)
            samples = filter.apply(samples)
        }
        return 20 * log10(Double(samples.dropFirst(9_600).map(\.magnitude).max() ?? 1))
    }

    /// A click is short and therefore bright: a pure tone that only changes its level has no energy above 5 kHz.
    @Test(arguments: [true, false]) func itDoesNotClick(isTuned: Bool) async throws {
        let rig = try await Rig(nil, text: Self.bed(-30)) { $0.isTuned = isTuned }
        try await rig.play(0.5)
        for level in [-6.0, -40, -12, -30, -6] {
            try await rig.execute(.use(try Self.preset(Self.bed(level))))
            try await rig.play(0.25)
        }
        let left = stride(from: 0, to: rig.sound.count, by: 2).map { rig.sound[$0] }
        let bright = Self.bright(left)
        #expect(bright < -60, "\(bright) dB")
        // For comparison, a click: the same tone cut off.
        #expect(Self.bright(Array(left[..<30_011]) + [Float](repeating: 0, count: 4_800)) > -50)
        #expect(rig.status.telemetry.lateEntries == 0)
    }

    @Test(arguments: [true, false]) func theTrackGoesOnAndEventsAreKept(isTuned: Bool) async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13))) { $0.isTuned = isTuned }
        for (index, moment) in [1.5, 1.97, 2.05, 6.3, 9.99].enumerated() {
            try await rig.play(moment - rig.seconds)
            try await rig.execute(.use(try Self.preset(Made.preset.replacing("-30, 0", with: "-30, -\(index + 1)"))))
        }
        try await rig.playToTheEnd()
        #expect(rig.strikes() == (try await PlaybackSessionTests.undisturbed(13)))
        #expect(rig.status.telemetry.lateEntries == 0)
        if isTuned { #expect(rig.frames == 13 * 48_000 + 9_600) }
    }

    /// The mapping's new range applies to the current speed at once.
    @Test func aChangedMappingIsWhereItWouldHaveBeen() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13))) { $0.isTuned = true }
        try await rig.play(6.9)
        try await rig.execute(.freeze(true))
        try await rig.play(1)
        #expect(rig.status.isFrozen && !rig.status.isPaused)
        let time = rig.status.time
        #expect(abs(rig.status.parameters[.dropsLevel] - (-30 + 30 * 6 / 50)) < 0.05)
        try await rig.execute(.use(try Self.preset(Made.preset.replacing("-30, 0", with: "-20, 0"))))
        try await rig.play(0.1)
        #expect(abs(rig.status.parameters[.dropsLevel] - (-20 + 20 * 6 / 50)) < 0.05)
        #expect(rig.status.movements.count == 1)
        #expect(rig.status.time == time)
        #expect(!rig.isSilent(rig.seconds - 0.5..<rig.seconds))
        // To another position, still frozen; then on from there.
        try await rig.execute(.seekTo(10))
        try await rig.play(1)
        #expect(abs(rig.status.parameters[.dropsLevel] - (-20 + 20 * 10 / 50)) < 0.05)
        #expect(rig.status.time == Made.time(10))
        try await rig.execute(.freeze(false))
        try await rig.play(1.5)
        #expect(try #require(rig.status.time) > Made.time(11))
        try await rig.playToTheEnd()
        #expect(rig.strikes().suffix(2) == ["speed crosses 10.5 m/s up at 11.0", "every 2 s at 12.0"])
    }

    @Test func pausedItIsHeardWhenItGoesOn() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(13))) { $0.isTuned = true }
        try await rig.play(3)
        try await rig.execute(.setPaused(true))
        try await rig.play(0.3)
        try await rig.execute(.use(try Self.preset(Made.preset.replacing("drops.rate: 1200", with: "drops.rate: 60"))))
        try await rig.play(0.3)
        try await rig.execute(.setPaused(false))
        try await rig.play(0.3)
        #expect(rig.status.parameters[.dropsRate] == 60)
        try await rig.execute(.strike(1))
        try await rig.play(0.5)
        #expect(rig.strikes().contains { $0.hasPrefix("speed crosses") })
    }

    /// The engine's log of applied entries gives the bytes that were played, preset changes included.
    @Test func theAppliedLogIsTrue() async throws {
        let performance = try Made.performance(Self.bed(-20).replacing("drops.rate: 0", with: "drops.rate: 900"))
        let exchange = try Exchange(performance.configuration, gain: 0, keepsLog: true)
        let log = exchange.ends.applied
        var applied = try #require(log).takeConsumer()
        var conductor = Conductor(
            sonifier: Sonifier(preset: performance.preset, sampleRate: 48_000), producer: exchange.ends.timelines[0].takeProducer())
        var engine = exchange.engine
        var entries: [TimelineEntry] = [], sound: [Float] = []
        var block = [Float](repeating: 0, count: 512)
        for period in 0..<400 {
            conductor.advance(to: Int64(period * 256 + 700))
            if period % 37 == 36 {
                conductor.use(
                    try Self.preset(Self.bed(-20 + Double(period) / 40).replacing("drops.rate: 0", with: "drops.rate: \(period * 9)")))
            }
            block.withUnsafeMutableBufferPointer { engine.render(into: $0.baseAddress!, frames: 256) }
            sound += block
            while let entry = applied.pop() { entries.append(entry) }
        }
        let again = try Exchange(performance.configuration, gain: 0)
        var timeline = again.ends.timelines[0].takeProducer()
        var other = again.engine
        var place = 0, second: [Float] = []
        for period in 0..<400 {
            while place < entries.count, entries[place].sample < (period + 1) * 256, timeline.push(entries[place]) { place += 1 }
            block.withUnsafeMutableBufferPointer { other.render(into: $0.baseAddress!, frames: 256) }
            second += block
        }
        #expect(entries.count > 10)
        #expect(sound == second)
    }
}
