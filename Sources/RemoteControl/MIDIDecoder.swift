// SPDX-License-Identifier: MIT
import CALSA
import Sonification
import Tracking

/// Converts the events of ALSA's sequencer to values of the channels `midi.NAME` and, by MIDI's channel, `midi.1.NAME`. Of the
/// keys that are held, the newest counts.
struct MIDIDecoder {
    private struct Key {
        let part: Int
        let note: Int
        let velocity: Int
    }
    /// The keys that are held, in the order in which they were struck.
    private var held: [Key] = []
    /// The controllers by which an instrument releases every key: all sound off, all notes off.
    private static let releasing: Set<UInt32> = [120, 123]

    /// The steps of values that an event brings, in order; none for an event of another kind.
    mutating func steps(of event: snd_seq_event_t) -> [ChannelValues] {
        switch snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_NOTEON where event.data.note.velocity > 0: return strike(event.data.note)
        case SND_SEQ_EVENT_NOTEON, SND_SEQ_EVENT_NOTEOFF:
            let key = event.data.note
            return release(from: Int(key.channel) + 1) { $0.note == Int(key.note) }
        case SND_SEQ_EVENT_CONTROLLER:
            let control = event.data.control
            let part = Int(control.channel) + 1
            guard control.param <= 127 else { return [] }
            let moved = Self.step(.controller(Int(control.param)), Int(control.value), part)
            return [moved] + (Self.releasing.contains(control.param) ? release(from: part) { _ in true } : [])
        case SND_SEQ_EVENT_PITCHBEND: return [Self.step(.bend, Int(event.data.control.value), Int(event.data.control.channel) + 1)]
        case SND_SEQ_EVENT_CHANPRESS: return [Self.step(.pressure, Int(event.data.control.value), Int(event.data.control.channel) + 1)]
        // An instrument that is unplugged does not release its keys. The event does not say which parts it played.
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
            return Set(held.map(\.part)).sorted().flatMap { release(from: $0) { _ in true } }
        default: return []
        }
    }

    private mutating func strike(_ note: snd_seq_ev_note_t) -> [ChannelValues] {
        let key = Key(part: Int(note.channel) + 1, note: Int(note.note), velocity: Int(note.velocity))
        held.removeAll { $0.part == key.part && $0.note == key.note }
        held.append(key)
        var struck = Self.step(.velocity, key.velocity, key.part)
        struck.replace(with: Self.step(.note, key.note, key.part))
        // From rest, so that the key is struck again although others are held.
        return [Self.step(.velocity, 0, key.part), struck]
    }

    private mutating func release(from part: Int, _ isReleased: (Key) -> Bool) -> [ChannelValues] {
        let before = held.count
        held.removeAll { $0.part == part && isReleased($0) }
        guard held.count < before else { return [] }
        var values = ChannelValues()
        for scope in [nil, part] {
            let newest = held.last { scope == nil || $0.part == scope }
            values[MIDIChannel.velocity.name(from: scope)] = .number(Double(newest?.velocity ?? 0))
            if let newest { values[MIDIChannel.note.name(from: scope)] = .number(Double(newest.note)) }
        }
        return [values]
    }

    private static func step(_ channel: MIDIChannel, _ value: Int, _ part: Int) -> ChannelValues {
        var values = ChannelValues()
        for scope in [nil, part] { values[channel.name(from: scope)] = .number(Double(value)) }
        return values
    }
}
