// SPDX-License-Identifier: MIT
import Tracking

/// The channels that MIDI instruments and controllers play: `midi.cc7` from any of MIDI's 16 channels, `midi.1.cc7` from the first.
public enum MIDIChannel: Hashable, Sendable {
    /// A control change, 0 to 127; absent until it is moved.
    case controller(Int)
    /// The number of the newest key that is held, or was last; 60 is middle C.
    case note
    /// How hard that key was struck, 1 to 127; 0 while none is held.
    case velocity
    /// The pitch wheel, -8192 to 8191.
    case bend
    /// The pressure on the keys, 0 to 127.
    case pressure

    private static let prefix = "midi."
    static let remedy =
        "write midi.cc0 to midi.cc127, midi.note, midi.velocity, midi.bend or midi.pressure; midi.1.cc7 is that of MIDI channel 1 alone"
    /// The names as a regular expression.
    static let pattern = #"^midi\.((1[0-6]|[1-9])\.)?(cc(12[0-7]|1[01][0-9]|[1-9]?[0-9])|note|velocity|bend|pressure)$"#

    /// True for a name with the prefix of these channels, whether or not it is valid.
    static func hasPrefix(_ name: String) -> Bool { name.hasPrefix(prefix) }

    /// The channel's name in presets.
    /// - Parameter part: one of MIDI's channels, 1 to 16; nil for any of them.
    public func name(from part: Int? = nil) -> String { Self.prefix + (part.map { "\($0)." } ?? "") + word }

    private var word: String {
        switch self {
        case .controller(let number): "cc\(number)"
        case .note: "note"
        case .velocity: "velocity"
        case .bend: "bend"
        case .pressure: "pressure"
        }
    }

    /// The channel of a name; nil if it names none of these.
    static func channel(named name: String) -> Channel? {
        guard hasPrefix(name) else { return nil }
        var parts = name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, number(parts[0], in: 1...16) != nil { parts.removeFirst() }
        guard parts.count == 1, channel(of: parts[0]) != nil else { return nil }
        return Channel(name: name, dimension: .plain)
    }

    private static func channel(of word: Substring) -> MIDIChannel? {
        if word.hasPrefix("cc") { return number(word.dropFirst(2), in: 0...127).map(MIDIChannel.controller) }
        return [MIDIChannel.note, .velocity, .bend, .pressure].first { $0.word == word }
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(text), range.contains(number), String(number) == text else { return nil }
        return number
    }
}

extension Preset {
    /// True if a mapping or an event follows one of these channels.
    public var followsMIDI: Bool { channelNames.contains(where: MIDIChannel.hasPrefix) }
}
