// SPDX-License-Identifier: MIT
import Tracking

/// The local time of a time zone: its offset from UTC, and when it changes.
public struct LocalClock: Equatable, Sendable {
    /// From a moment on, the seconds to add to UTC.
    struct Change: Equatable, Sendable {
        /// In seconds since 1970-01-01T00:00:00 UTC.
        var since: Int64
        var offset: Int
    }

    /// The zone's name in the IANA database: `Europe/Berlin`.
    public let zone: String
    /// In order of time; the first one holds before it too. Not empty.
    let changes: [Change]

    /// Nil without a change.
    init?(zone: String, changes: [Change]) {
        guard !changes.isEmpty else { return nil }
        self.zone = zone
        self.changes = changes.sorted { $0.since < $1.since }
    }

    /// The local seconds since 1970-01-01T00:00:00.
    func seconds(at time: TrackTime) -> Double {
        let seconds = Double(time.nanoseconds) / 1e9
        let next = changes.partitioningIndex { Double($0.since) > seconds }
        return seconds + Double(changes[max(0, next - 1)].offset)
    }

    /// When the times of a service day begin to count, in seconds since 1970-01-01T00:00:00 UTC: twelve hours before its noon, as in
    /// GTFS. That is midnight, except on a day on which the clock changes in the morning.
    /// - Parameter day: In days since 1970-01-01.
    func start(ofServiceDay day: Double) -> Double {
        let midnight = day * 86_400, noon = midnight + 43_200
        let next = changes.partitioningIndex { Double($0.since) + Double($0.offset) > noon }
        return midnight - Double(changes[max(0, next - 1)].offset)
    }
}
