import Sonification
import Tracking

/// What one reading of the whole track tells before any sound is made.
public struct RideSurvey: Sendable {
    /// The first and the last instant of track time.
    public let start: TrackTime
    public let end: TrackTime
    public let tally: InputTally
    /// The preset with every domain that it leaves open (`auto`, percentiles) filled in.
    public let preset: Preset
    /// A sentence about each of those domains, and about channels that the track does not have.
    public let said: [String]

    /// Seconds of track time.
    public var duration: Double { end.seconds(since: start) }

    /// Reads `input` through.
    /// - Parameters:
    ///   - isStrict: the first fault is thrown instead of told.
    ///   - onFault: called for every piece that is skipped.
    /// - Throws: `InputFault`, also when the input has no usable fix.
    public init(
        of input: RideInput, preset: Preset, isStrict: Bool, onFault: (InputFault) -> Void
    ) throws {
        var track = try input.track()
        var channels = ChannelSurvey(preset)
        var start: TrackTime?, end: TrackTime?
        while let item = try track.next() {
            switch item {
            case .fault(let fault):
                if isStrict { throw fault }
                onFault(fault)
            case .update(let update):
                start = start ?? update.time
                end = max(end ?? update.time, update.time)
                channels.add(update)
            }
        }
        guard let start, let end else {
            throw InputFault(
                kind: .noFix, source: input.title, line: 0, message: "there is no usable fix in it",
                remedy: "record or export the track again")
        }
        self.start = start
        self.end = end
        tally = track.tally
        (self.preset, said) = channels.resolve(preset)
    }
}
