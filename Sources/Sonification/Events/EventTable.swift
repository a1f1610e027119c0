// SPDX-License-Identifier: MIT
import Tracking

/// All events that a preset can use: those that trackers report, crossings and repetitions.
public enum EventTable {
    /// The written form of each event, with CAPITALS for the parts that the preset fills in.
    static var forms: [String] {
        TrackEvent.Kind.allCases.map { $0.need == .region ? "\($0.rawValue) REGION" : $0.rawValue } + [
            "CHANNEL crosses VALUE [UNIT] up|down", "every DISTANCE", "every TIME",
        ]
    }

    /// The events with a fixed name.
    public static var names: [String] { TrackEvent.Kind.allCases.filter { $0.need != .region }.map(\.rawValue) }

    /// True if an event can have this name, as presets write it.
    public static func canBeEvent(_ name: String) -> Bool {
        TrackEvent(name: name) != nil || name.hasPrefix("every ") && name != "every " || name.contains(" crosses ")
    }
}
