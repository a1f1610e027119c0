// SPDX-License-Identifier: MIT
import Tracking

/// A track to play, with the clock that all tracks share.
public struct ScheduledTrack {
    /// Nil for resting rain.
    let source: ScheduledUpdates?
    /// The ride's track; nil for a single one.
    let track: RideTrack?

    /// - Parameter track: the ride's track; nil for a single one, or resting rain, from the first sample to the last.
    public init(_ source: ScheduledUpdates?, among track: RideTrack? = nil) {
        self.source = source
        self.track = track
    }
}

extension RideSurvey {
    /// Every track of the ride, as played by `clock`.
    /// - Parameter end: later updates are not played.
    public func heard(by clock: TrackClock, until end: TrackTime) -> [ScheduledTrack] {
        guard tracks.count > 1 else { return [ScheduledTrack(ScheduledUpdates(tracks[0].journey, clock: clock, end: end))] }
        return tracks.map { track in
            // Tracks that are not played need not be read.
            let isHeard = track.end >= clock.time0 && track.start <= end
            return ScheduledTrack(isHeard ? ScheduledUpdates(track.journey, clock: clock, end: end) : nil, among: track)
        }
    }

    /// Records the tracker's update after each fix of the first track, in order.
    /// - Parameter end: later updates are not recorded.
    /// - Throws: `InputFault` if the journey cannot be read.
    public func record(until end: TrackTime, to recorder: any UpdateRecorder) async throws {
        recorder.begin(extraNames: extraNames, restartsOnClockReset: restartsOnClockReset)
        var updates = tracks[0].journey.updates()
        while !Task.isCancelled, let update = try updates.next() {
            if !update.estimated, update.time <= end { await recorder.record(update) }
        }
    }
}
