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

    private let channels: ChannelSurvey

    /// When something happened last that the preset has a sound for.
    private let lastEvent: TrackTime?
    /// True when the tracker knows a railway there.
    public let hasRailway: Bool

    /// Heard seconds that the last event has to sound.
    private static let tail = 1.5

    /// The clock by which the whole track is heard from sample 0 on.
    public func clock(rate: Int, speed: Double) -> TrackClock { TrackClock(time0: start, rate: rate, speed: speed) }

    /// The last sample of the sound by `clock`, before its fade: the track's end, and what the last event takes to sound.
    public func lastSample(by clock: TrackClock) -> Int64 {
        let last = clock.sample(at: end)
        guard let lastEvent else { return last }
        return max(last, clock.sample(at: lastEvent) + Int64(Double(clock.rate) * Self.tail))
    }

    /// Track seconds per heard second by which the whole sound, its fade included, takes `seconds`.
    public func speed(fitting seconds: Double) -> Double {
        let whole = duration / max(seconds - Performance.fade, 0.1)
        guard let lastEvent else { return whole }
        return max(whole, lastEvent.seconds(since: start) / max(seconds - Performance.fade - Self.tail, 0.1))
    }

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
        let names = preset.events.compactMap { if case .named(let name) = $0.trigger { name } else { nil } }
        var start: TrackTime?, end: TrackTime?, lastEvent: TrackTime?
        var hasRailway = false
        while let item = try track.next() {
            switch item {
            case .fault(let fault):
                if isStrict { throw fault }
                onFault(fault)
            case .update(let update):
                start = start ?? update.time
                end = max(end ?? update.time, update.time)
                if update.events.contains(where: { names.contains($0.name) }) { lastEvent = update.time }
                hasRailway = hasRailway || update.channels["offTrain"] != nil
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
        self.lastEvent = lastEvent
        self.hasRailway = hasRailway
        tally = track.tally
        self.channels = channels
        (self.preset, said) = channels.resolve(preset)
    }

    /// Another preset with its open domains filled in, where this one left them open for the same channel.
    public func resolved(_ preset: Preset) -> Preset { channels.resolve(preset).preset }
}
