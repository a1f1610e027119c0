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
        switch self {
        case .all: event != .fixDoubtful
        case .stations: Self.importance(of: event) >= 2
        case .alighting: Self.importance(of: event) == Self.highest
        }
    }

    private static let highest = 5

    /// The importance of an event, 0 ... 5: of two announcements at once the less important gives way.
    static func importance(of event: TrackEvent.Kind?) -> Int {
        switch event {
        case .destinationNext, .destinationSoon, .destinationReached, .destinationPassed, .wrongWay, .wrongLine: highest
        case .arrived: 4
        case .approaching, .lineChanged, .offTrain: 3
        case .departed, .passed, .directionChanged, .onTrain: 2
        case .stoppedBetweenStations, .entered, .left: 1
        case .fixLost, .fixBack, .fixDoubtful, nil: 0
        }
    }
}
