// SPDX-License-Identifier: MIT
import RainSynthesis
import Testing
import Tracking

@testable import Transport

/// Parameters that are held externally while a track plays.
@Suite struct OverrideTests {
    private static func heard(_ rig: Rig, _ id: ParameterID, after seconds: Double) -> Float? {
        rig.log.records.last { Double($0.sample) / 48_000 <= seconds }?.parameters[id]
    }

    /// Soon, even with two seconds already queued; through pause, seek, speed and a freeze; until it is released.
    @Test(arguments: [true, false]) func whatIsHeldStaysHeld(isTuned: Bool) async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(40))) { $0.isTuned = isTuned }
        try await rig.play(2)
        let asked = rig.seconds
        try await rig.execute(.override(.dropsLevel, -3))
        try await rig.execute(.override(.bedPink, 0.05))
        #expect(rig.status.overrides[.dropsLevel] == -3)
        try await rig.play(1)
        let first = try #require(rig.log.records.first { $0.parameters[.bedPink] == 0.05 })
        #expect(Double(first.sample) / 48_000 - asked < (isTuned ? 0.03 : 0.15))
        for command in [PlaybackCommand.seekTo(20), .changeSpeed(2), .togglePause, .togglePause, .freeze(true), .freeze(false)] {
            try await rig.execute(command)
            try await rig.play(0.5)
            #expect(rig.status.overrides[.dropsLevel] == -3, "\(command)")
        }
        let end = rig.seconds - 0.1
        let held = rig.log.records.filter { Double($0.sample) / 48_000 > asked + 0.2 && Double($0.sample) / 48_000 < end }
        #expect(!held.isEmpty && held.allSatisfy { $0.parameters[.dropsLevel] == -3 && $0.parameters[.bedPink] == 0.05 })
        try await rig.execute(.release(.dropsLevel))
        try await rig.play(1)
        let level = try #require(Self.heard(rig, .dropsLevel, after: rig.seconds))
        #expect(level != -3 && Self.heard(rig, .bedPink, after: rig.seconds) == 0.05)
        try await rig.execute(.release(nil))
        try await rig.play(1)
        #expect(Self.heard(rig, .bedPink, after: rig.seconds) == 0.02 && rig.status.overrides.isEmpty)
    }

    /// A controller is heard as soon, through pause, seek, speed and a freeze, and beside what the track maps.
    @Test(arguments: [true, false]) func aControllerKeepsItsPlace(isTuned: Bool) async throws {
        let text = Made.preset.replacing(
            "map:\n", with: "map:\n  - { from: midi.cc7, to: bed.pink, domain: [0, 127], range: [0.02, 0.274], smooth: 0 }\n")
        let rig = try await Rig(try TemporaryFile(Made.rows(40)), text: text) { $0.isTuned = isTuned }
        try await rig.play(2)
        let asked = rig.seconds
        var values = ChannelValues()
        values["midi.cc7"] = .number(64)
        try await rig.execute(.control(values))
        try await rig.play(1)
        let first = try #require(rig.log.records.first { $0.parameters[.bedPink] != 0.02 })
        #expect(abs(first.parameters[.bedPink] - 0.148) < 1e-6)
        #expect(Double(first.sample) / 48_000 - asked < (isTuned ? 0.05 : 0.17))
        for command in [PlaybackCommand.seekTo(20), .changeSpeed(2), .togglePause, .togglePause, .freeze(true), .freeze(false), .seekTo(5)]
        {
            try await rig.execute(command)
            try await rig.play(0.5)
        }
        let after = rig.log.records.filter { $0.sample >= first.sample }
        #expect(after.count > 20 && after.allSatisfy { $0.parameters[.bedPink] == first.parameters[.bedPink] })
        #expect(Set(after.map { $0.parameters[.dropsLevel] }).count > 5)
    }

    /// A volume, a speed or a position out of range is clamped to the limit.
    @Test func whatIsBeyondTheLimitsIsTakenToThem() async throws {
        let rig = try await Rig(try TemporaryFile(Made.rows(20))) { $0.isTuned = true }
        try await rig.play(0.2)
        try await rig.execute(.setVolume(1e30))
        #expect(rig.status.gain == 12)
        try await rig.execute(.setVolume(.nan))
        #expect(rig.status.gain == 12)
        try await rig.execute(.setSpeed(1e9))
        #expect(rig.status.speed == 1000)
        try await rig.execute(.override(.dropsPan, 99))
        #expect(rig.status.overrides[.dropsPan] == 1)
        try await rig.execute(.override(.dropsPan, .nan))
        #expect(rig.status.overrides[.dropsPan] == nil)
    }
}
