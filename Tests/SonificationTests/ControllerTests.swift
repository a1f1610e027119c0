// SPDX-License-Identifier: MIT
import RainSynthesis
import TestTraits
import Testing
import Tracking

@testable import Sonification

/// Channels that a player's hands set, beside a track and without one.
@Suite(.computing) struct ControllerTests {
    private static func sonifier() throws -> Sonifier {
        let preset = try Made.preset(
            """
            base: { drops.rate: 600 }
            map:
              - { from: midi.cc7, to: drops.rate, domain: [0, 127], range: [1000, 3540], smooth: 0 }
              - { from: speed, to: drops.level, domain: [0, 10], range: [-20, 0], smooth: 0 }
            events:
              - { on: midi.velocity crosses 1 up, play: { voice: bell, notes: [a4] }, patience: 1 }
            """)
        return Sonifier(preset: preset, sampleRate: 48_000)
    }

    private static func values(_ entries: (String, Double)...) -> ChannelValues {
        var values = ChannelValues()
        for (name, value) in entries { values[name] = .number(value) }
        return values
    }

    @Test func aControllerMovesTheRainWithoutATrack() throws {
        var sonifier = try Self.sonifier(), emitted = Emitted()
        sonifier.advance(to: 9_600) { emitted.add($0) }
        #expect(emitted.lines.isEmpty && sonifier.parameters[.dropsRate] == 600)
        sonifier.control(Self.values(("midi.cc7", 127)))
        sonifier.advance(to: 19_200) { emitted.add($0) }
        #expect(emitted.value(.dropsRate, at: 9_600) == 3540)
        sonifier.control(Self.values(("midi.cc7", 0)))
        sonifier.advance(to: 48_000) { emitted.add($0) }
        #expect(emitted.value(.dropsRate, at: 19_200) == 1000)
        // Another preset finds the controller where it stands.
        sonifier.use(try Made.preset("map:\n  - { from: midi.cc7, to: drops.rate, domain: [0, 127], range: [500, 900], smooth: 0 }\n"))
        sonifier.advance(to: 96_000) { emitted.add($0) }
        #expect(sonifier.parameters[.dropsRate] == 500)
    }

    /// The track's own channels go on, and the controller's value outlasts every `missing: hold`.
    @Test func aControllerStandsBesideTheTrack() throws {
        var sonifier = try Self.sonifier()
        sonifier.receive(Made.update(0, [("speed", 10)]), at: 0)
        sonifier.advance(to: 4_800) { _ in }
        sonifier.control(Self.values(("midi.cc7", 127)))
        for second in 1...60 { sonifier.receive(Made.update(Double(second), [("speed", 5)]), at: Int64(second) * 48_000) }
        var records: [StateRecord] = []
        sonifier.advance(to: 61 * 48_000, emit: { _ in }, record: { records.append($0) })
        #expect(sonifier.parameters[.dropsRate] == 3540 && sonifier.parameters[.dropsLevel] == -10)
        #expect(records.last?.channels["midi.cc7"]?.number == 127 && records.last?.channels["speed"]?.number == 5)
        sonifier.restart(at: 61 * 48_000, generation: 1)
        sonifier.advance(to: 62 * 48_000) { _ in }
        #expect(sonifier.parameters[.dropsRate] == 3540)
    }

    @Test(arguments: [true, false]) func eachKeyStrikes(hasTrack: Bool) throws {
        var sonifier = try Self.sonifier(), emitted = Emitted()
        if hasTrack { sonifier.receive(Made.update(0, [("speed", 1)]), at: 0) }
        for (second, velocity) in [90.0, 1, 127].enumerated() {
            sonifier.control(Self.values(("midi.velocity", 0)))
            sonifier.control(Self.values(("midi.velocity", velocity), ("midi.note", 60)))
            sonifier.advance(to: Int64(second + 1) * 192_000) { emitted.add($0) }
        }
        #expect(emitted.strikes.map(\.sample) == [0, 192_000, 384_000])
    }

    @Test(arguments: ["midi.cc0", "midi.cc127", "midi.note", "midi.velocity", "midi.bend", "midi.pressure", "midi.1.cc7", "midi.16.bend"])
    func theNamesThatThereAre(name: String) throws {
        let channel = try #require(ChannelTable.channel(named: name))
        #expect(channel.name == name && channel.dimension == .plain)
        #expect(try name.contains(Regex(MIDIChannel.pattern)))
    }

    @Test(arguments: ["midi.cc128", "midi.cc007", "midi.cc+7", "midi.cc", "midi.", "midi.0.cc7", "midi.17.cc7", "midi.cc7.1", "midi.Note"])
    func theNamesThatThereAreNot(name: String) throws {
        #expect(ChannelTable.channel(named: name) == nil)
        #expect(try !name.contains(Regex(MIDIChannel.pattern)))
    }
}
