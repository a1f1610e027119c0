// SPDX-License-Identifier: MIT
import CALSA
import Testing
import Tracking

@testable import RemoteControl

/// What an instrument sends as MIDI 1.0 bytes, encoded into the sequencer's events by alsa-lib itself.
struct MIDIDecoderTests {
    private static func steps(of bytes: [UInt8], by decoder: inout MIDIDecoder) throws -> [ChannelValues] {
        var parser: OpaquePointer?
        try #require(snd_midi_event_new(256, &parser) == 0)
        defer { snd_midi_event_free(parser) }
        var steps: [ChannelValues] = []
        for byte in bytes {
            var event = snd_seq_event_t()
            let isWhole = snd_midi_event_encode_byte(parser, Int32(byte), &event)
            try #require(isWhole >= 0)
            if isWhole == 1 { steps += decoder.steps(of: event) }
        }
        return steps
    }

    private static func values(of bytes: [UInt8]) throws -> [String: Double] {
        var decoder = MIDIDecoder()
        return try steps(of: bytes, by: &decoder).reduce(into: [:]) { all, step in
            for (name, value) in step.entries { all[name] = value.number }
        }
    }

    @Test(
        arguments: [
            ([0xB0, 7, 100], ["midi.cc7": 100, "midi.1.cc7": 100]),
            ([0xBF, 127, 0], ["midi.cc127": 0, "midi.16.cc127": 0]),
            // Running status: one status byte, two moves.
            ([0xB2, 1, 5, 1, 6], ["midi.cc1": 6, "midi.3.cc1": 6]),
            ([0xE0, 0x00, 0x40], ["midi.bend": 0, "midi.1.bend": 0]),
            ([0xE1, 0x00, 0x00], ["midi.bend": -8192, "midi.2.bend": -8192]),
            ([0xE0, 0x7F, 0x7F], ["midi.bend": 8191, "midi.1.bend": 8191]),
            ([0xD4, 33], ["midi.pressure": 33, "midi.5.pressure": 33]),
            ([0x90, 60, 99], ["midi.note": 60, "midi.1.note": 60, "midi.velocity": 99, "midi.1.velocity": 99]),
            // A clock, a start and a system exclusive message are none of the rain's.
            ([0xF8, 0xFA, 0xF0, 1, 2, 3, 0xF7], [:]),
        ] as [([UInt8], [String: Double])])
    func bytesAreChannels(bytes: [UInt8], expected: [String: Double]) throws {
        #expect(try Self.values(of: bytes) == expected)
    }

    /// The newest of the held keys counts; when it is released, the one before.
    @Test func theNewestKeyCounts() throws {
        var decoder = MIDIDecoder()
        func newest(after bytes: [UInt8]) throws -> [Double?] {
            let last = try #require(try Self.steps(of: bytes, by: &decoder).last)
            return [last["midi.note"]?.number, last["midi.velocity"]?.number]
        }
        #expect(try newest(after: [0x90, 60, 80]) == [60, 80])
        #expect(try newest(after: [0x91, 64, 90]) == [64, 90])
        #expect(try newest(after: [0x81, 64, 0]) == [60, 80])
        // A key struck with velocity 0 is released.
        #expect(try newest(after: [0x90, 60, 0]) == [nil, 0])
        #expect(try Self.steps(of: [0x80, 60, 0], by: &decoder).isEmpty)
        _ = try newest(after: [0x90, 60, 80, 62, 80, 64, 80])
        #expect(try newest(after: [0xB0, 123, 0]) == [nil, 0])
    }

    /// Each stroke comes from rest, so that an event at a crossing hears it although another key is held.
    @Test func everyStrokeRisesFromRest() throws {
        var decoder = MIDIDecoder()
        let steps = try Self.steps(of: [0x90, 60, 80, 0x90, 64, 1], by: &decoder)
        #expect(steps.map { $0["midi.velocity"]?.number } == [0, 80, 0, 1])
    }

    /// A keyboard that is unplugged, as the sequencer reports it: its keys do not sound on.
    @Test func anInstrumentThatGoesHoldsNoKey() throws {
        var decoder = MIDIDecoder()
        _ = try Self.steps(of: [0x90, 60, 80, 0x91, 64, 90], by: &decoder)
        var event = snd_seq_event_t()
        event.type = UInt8(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue)
        let last = try #require(decoder.steps(of: event).last)
        #expect(last["midi.velocity"]?.number == 0 && last["midi.2.velocity"]?.number == 0)
        #expect(decoder.steps(of: event).isEmpty)
    }
}
