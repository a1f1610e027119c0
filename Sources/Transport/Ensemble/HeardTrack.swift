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
    /// Every track of the ride on its way, as it is heard by `clock`.
    /// - Parameters:
    ///   - end: later updates are not heard.
    ///   - keeper: keeps what the tracker says, of a track that is alone.
    public func heard(by clock: TrackClock, until end: TrackTime, keeper: (any UpdateKeeper)? = nil) -> [HeardTrack] {
        guard tracks.count > 1 else {
            var input = tracks[0].input
            input.keeper = keeper
            return [HeardTrack(HeardSource(UpdateStream(input), clock: clock, end: end))]
        }
        return tracks.map { track in
            // What is not heard need not be read.
            let isHeard = track.end >= clock.time0 && track.start <= end
            return HeardTrack(isHeard ? HeardSource(UpdateStream(track.input), clock: clock, end: end) : nil, among: track)
        }
    }
}
