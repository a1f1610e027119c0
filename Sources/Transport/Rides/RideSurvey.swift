// SPDX-License-Identifier: MIT
import Sonification
import Tracking

/// The first pass over a complete recorded ride of one or several tracks: their journeys, and everything about them that must
/// be known before playback.
public struct RideSurvey: Sendable {
    /// The first and the last instant of track time.
    public private(set) var start = TrackTime(nanoseconds: 0)
    public private(set) var end = TrackTime(nanoseconds: 0)
    /// The tracks, in the order of the inputs and of their appearance; at least one, at most 64.
    public private(set) var tracks: [RideTrack] = []
    /// The names of tracks beyond that limit.
    public private(set) var leftOut: [String] = []
    /// The names of additional columns of the first input.
    public private(set) var extraNames: [String] = []
    /// The counts of each input.
    public private(set) var tallies: [InputTally] = []
    /// The preset with all open domains (`auto`, percentiles) filled in.
    public private(set) var preset: Preset
    /// A sentence about each of those domains, and about channels that no track has.
    public private(set) var notes: [String] = []

    private var channels: ChannelSurvey
    /// True if the first input's track starts again where its clock is set back: a session recorded live.
    private(set) var restartsOnClockReset = false
    /// True if the tracker has railway data for the area.
    public private(set) var hasRailway = false
    /// Whether the first position is planar instead of geographic; nil if there is none.
    public private(set) var isInPlane: Bool?

    /// The maximum size of all journeys kept in memory, in bytes.
    private static let mostInMemory = 1 << 20

    /// The clock that plays the complete ride from sample 0 on.
    public func clock(rate: Int, speed: Double) -> TrackClock { TrackClock(time0: start, rate: rate, speed: speed) }

    /// The last sample of the sound by `clock`, before its fade.
    public func lastSample(by clock: TrackClock) -> Int64 {
        tracks.reduce(clock.sample(at: end)) { max($0, $1.lastSample(by: clock)) }
    }

    /// The speed in track seconds per second of playback at which the complete sound, including its fade, takes `seconds`.
    public func speed(fitting seconds: Double) -> Double {
        let whole = duration / max(seconds - Performance.fade, 0.1)
        guard let lastEvent = tracks.compactMap(\.lastEvent).max() else { return whole }
        return max(whole, lastEvent.seconds(since: start) / max(seconds - Performance.fade - RideTrack.tail, 0.1))
    }

    /// The number of moments at which a track has fixes, on average over the tracks.
    public var fixesPerTrack: Int { tallies.reduce(0) { $0 + $1.fixes - $1.duplicates } / tracks.count }

    /// Seconds without a fix that divide a track.
    public static let longGap = 3600.0

    /// The times of an hour or more in which no track has a fix, oldest first: those between the days of a file of several days.
    /// A track of rare fixes has none.
    public var gaps: [Range<TrackTime>] {
        var (gaps, end): ([Range<TrackTime>], TrackTime) = ([], start)
        for stretch in tracks.flatMap(\.stretches).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if stretch.lowerBound.seconds(since: end) >= Self.longGap { gaps.append(end..<stretch.lowerBound) }
            end = max(end, stretch.upperBound)
        }
        return gaps
    }

    /// The duration in seconds of track time.
    public var duration: Double { end.seconds(since: start) }

    /// Reads `inputs`, which are played together, to their ends.
    /// - Parameters:
    ///   - isStrict: true throws the first fault instead of reporting it.
    ///   - progress: called many times per second while they are read.
    ///   - onFault: called for every skipped piece.
    /// - Throws: `InputFault`, also if there is no usable fix.
    public init(
        of inputs: [RideInput], preset: Preset, isStrict: Bool, progress: @escaping (ReadingProgress) -> Void = { _ in },
        onFault: (InputFault) -> Void
    ) throws {
        self.preset = preset
        channels = ChannelSurvey(preset)
        let store = ByteStore(for: inputs.first?.title ?? "", inMemory: Self.mostInMemory)
        for input in inputs { try read(input, among: inputs.count, into: store, isStrict: isStrict, progress, onFault: onFault) }
        guard let start = tracks.map(\.start).min(), let end = tracks.map(\.end).max() else {
            throw InputFault.noFix(in: inputs.first?.title ?? "")
        }
        (self.start, self.end) = (start, end)
        (self.preset, notes) = channels.resolve(preset)
    }

    /// Fills in the open domains of another preset, where this one left them open for the same channel.
    public func resolved(_ preset: Preset) -> Preset { channels.resolve(preset).preset }

    /// Reads an input to its end.
    private mutating func read(
        _ input: RideInput, among inputs: Int, into store: ByteStore, isStrict: Bool,
        _ progress: @escaping (ReadingProgress) -> Void, onFault: (InputFault) -> Void
    ) throws {
        // By the index of the track in the input; a single one if its tracks are not distinguished.
        var spans: [Span] = []
        var indices: [String?: Int] = [:]
        let triggers = preset.events.map(\.trigger)
        let track = try input.read(isStrict: isStrict, progress: progress, onFault: onFault) { update in
            let index = indices[update.track] ?? spans.count
            if index == spans.count {
                indices[update.track] = index
                spans.append(Span(journey: JourneyWriter(to: store), start: update.time, end: update.time))
            }
            try spans[index].journey.add(update)
            spans[index].end = max(spans[index].end, update.time)
            if update.fix != nil { spans[index].fix(at: update.time) }
            if update.events.contains(where: { event in triggers.contains { $0.matches(event) } }) {
                spans[index].lastEvent = update.time
            }
            hasRailway = hasRailway || update.channels[.offTrain] != nil
            isInPlane = isInPlane ?? update.fix?.isInPlane
            channels.add(update)
        }
        if tallies.isEmpty { (extraNames, restartsOnClockReset) = (track.extraNames, track.restartsOnClockReset) }
        guard !spans.isEmpty else { throw InputFault.noFix(in: input.title, of: input.choice) }
        tallies.append(track.tally)
        let ids: [String?] = spans.count > 1 ? track.tracks : [nil]
        for (id, var span) in zip(ids, spans) {
            let name = Self.name(id, of: input, among: inputs, isAlone: spans.count == 1)
            if tracks.count < TrackerSet.most {
                tracks.append(
                    RideTrack(
                        name: name, journey: try span.journey.end(), start: span.start, end: span.end, lastEvent: span.lastEvent,
                        stretches: span.heard))
            } else {
                leftOut.append(name)
            }
        }
        leftOut += track.leftOut.tracks.map { Self.name($0, of: input, among: inputs, isAlone: false) }
    }

    private static func name(_ id: String?, of input: RideInput, among inputs: Int, isAlone: Bool) -> String {
        if isAlone { return input.title }
        let id = id ?? "no id"
        return inputs > 1 ? "\(input.title) \(id)" : id
    }
}

/// A track of an input that is being read.
private struct Span {
    var journey: JourneyWriter
    var start: TrackTime
    var end: TrackTime
    var lastEvent: TrackTime?
    var fixes = 0
    /// Where its fixes are, divided by long gaps.
    var stretches: [ClosedRange<TrackTime>] = []

    mutating func fix(at time: TrackTime) {
        fixes += 1
        guard let last = stretches.last, time.seconds(since: last.upperBound) < RideSurvey.longGap else {
            // Of rare fixes, each is a stretch.
            if stretches.count <= RideTrack.mostStretches { stretches.append(time...time) }
            return
        }
        stretches[stretches.count - 1] = last.lowerBound...max(last.lowerBound, last.upperBound, time)
    }

    /// The stretches; a single one where most of the fixes are rare, so that the times between them are no gaps.
    var heard: [ClosedRange<TrackTime>] {
        stretches.count <= min(RideTrack.mostStretches, max(1, fixes / 10)) ? stretches : [start...max(start, end)]
    }
}
