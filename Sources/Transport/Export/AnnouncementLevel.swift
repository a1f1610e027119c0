// SPDX-License-Identifier: MIT
import Tracking

/// How much of a ride is put into words (`--say`).
public enum AnnouncementLevel: String, CaseIterable, Sendable {
    /// Everything that happens, except for doubtful fixes: a ride may have hundreds.
    case all
    /// Stations, lines and directions.
    case stations
    /// What concerns the destination alone.
    case alighting

    /// True if an event is announced at this level.
    func includes(_ event: String) -> Bool {
        switch self {
        case .all: event != TrackEvent.Kind.fixDoubtful.rawValue
        case .stations: Self.importance(of: event) >= 2
        case .alighting: Self.importance(of: event) == Self.highest
        }
    }

    private static let highest = 5

    /// The importance of an event, 0 ... 5: of two announcements at once the less important gives way.
    static func importance(of event: String) -> Int {
        switch event {
        case _ where event.contains("destination") || event.hasPrefix("wrong "): highest
        case "arrived": 4
        case "approaching", "line changed", "off train": 3
        case "departed", "passed", "direction changed", "on train": 2
        case "stopped between stations": 1
        default: event.hasPrefix("entered ") || event.hasPrefix("left ") ? 1 : 0
        }
    }
}
