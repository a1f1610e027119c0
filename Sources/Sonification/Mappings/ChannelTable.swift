// SPDX-License-Identifier: MIT
import Tracking

/// The channels that a preset can name before any input is opened.
public enum ChannelTable {
    /// True for a channel whose values are names, or numbers that stand for something.
    public static func isClass(_ name: String) -> Bool {
        guard let channel = channel(named: name) else { return false }
        return name == "line.colour" || channel.isSwitch || channel.dimension == .category
    }

    /// The channel with the given name: one with a fixed name, a landmark's (`distance.NAME`), a MIDI controller's
    /// (`midi.cc7`), or a file's own column `csv.NAME`; nil if unknown.
    public static func channel(named name: String) -> Channel? {
        if name.hasPrefix("csv."), name.count > 4 { return Channel(name: name, dimension: .plain) }
        if let (kind, landmark) = LandmarkChannel.read(name) { return kind.channel(landmark) }
        return ChannelName(rawValue: name)?.channel ?? MIDIChannel.channel(named: name)
    }
    /// True for a channel that needs a railway database.
    static func needsRailway(_ name: String) -> Bool { ChannelName(rawValue: name)?.origin == .railway }
    /// The channels with a fixed name.
    public static var names: [String] { ChannelName.allCases.map(\.rawValue) }
}
