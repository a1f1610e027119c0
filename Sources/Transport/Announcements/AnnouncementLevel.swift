// SPDX-License-Identifier: MIT
import Tracking

/// How much of a ride is announced (`--say`).
public enum AnnouncementLevel: String, CaseIterable, Sendable {
    /// Everything that happens, except for doubtful fixes: a ride may have hundreds.
    case all
    /// Stations, lines and directions.
    case stations
    /// What concerns the destination alone.
    case alighting

    /// True if an event is announced at this level; nil is one that only a preset names.
    func includes(_ event: TrackEvent.Kind?) -> Bool {
        let importance = event?.importance ?? 0
        return switch self {
        case .all: event != .fixDoubtful
        case .stations: importance >= 2
        case .alighting: importance == 5
        }
    }
}
