import Tracking

/// A track that is to be heard, by the clock that all of them share.
public struct HeardTrack {
    /// Nil for resting rain.
    let source: HeardSource?
    /// Which it is among others; nil for one that is alone.
    let track: RideTrack?

    /// One track, or none, from the first sample to the last.
    public init(_ source: HeardSource?) {
        self.source = source
        track = nil
    }

    init(_ source: HeardSource?, among track: RideTrack) {
        self.source = source
        self.track = track
    }
}

extension RideSurvey {
    /// Every track of the ride, as it is heard by `clock`.
    /// - Parameter end: later updates are not heard.
    public func heard(by clock: TrackClock, until end: TrackTime) -> [HeardTrack] {
        guard tracks.count > 1 else { return [HeardTrack(HeardSource(tracks[0].journey, clock: clock, end: end))] }
        return tracks.map { track in
            // What is not heard need not be read.
            let isHeard = track.end >= clock.time0 && track.start <= end
            return HeardTrack(isHeard ? HeardSource(track.journey, clock: clock, end: end) : nil, among: track)
        }
    }

    /// Gives what the tracker said after each fix of the first track to a keeper, in order.
    /// - Parameter end: later ones are not kept.
    public func keep(until end: TrackTime, by keeper: any UpdateKeeper) async throws {
        keeper.begin(extraNames: extraNames)
        var updates = tracks[0].journey.updates()
        var number: Int64 = 0
        while !Task.isCancelled, let update = try updates.next() {
            guard !update.estimated else { continue }
            if update.time <= end { await keeper.keep(update, number: number) }
            number += 1
        }
    }
}
