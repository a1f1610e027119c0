// SPDX-License-Identifier: MIT
import Railways
import SoundAnalysis
import Tracking
import Transport

/// The tracker's results for a complete ride, for the plots.
struct RideResults {
    /// A value of a channel and how long it lasted.
    struct Stretch {
        var value: String
        /// Seconds since the first fix.
        var start: Double
        var end: Double
    }

    /// An event of the ride.
    struct EventMark {
        /// Seconds since the first fix.
        var time: Double
        var event: TrackEvent
        var sentence: String
    }

    /// Seconds since the first fix, one for each fix, and one value for each; NaN where there is none.
    private(set) var times: [Double] = []
    private(set) var speeds: [Double] = []
    private(set) var confidences: [Double] = []
    private(set) var lines: [Stretch] = []
    private(set) var phases: [Stretch] = []
    private(set) var activities: [Stretch] = []
    /// Where the tracker only estimates.
    private(set) var gaps: [Stretch] = []
    private(set) var events: [EventMark] = []
    /// Kilometres to each landmark point, one value for each fix.
    private(set) var distances: [(name: String, values: [Double])]
    /// The times at which the track was in each landmark region.
    private(set) var regions: [(name: String, stretches: [Stretch])]
    /// One position for each fix; nil where the track is interrupted.
    private(set) var positions: [MapPlot.Point?] = []
    private(set) var stations: [String] = []

    private var start: TrackTime?
    private let announcer: Announcer

    private init(_ setup: RailwaySetup) {
        distances = setup.landmarks.points.map { ($0.name, []) }
        regions = setup.landmarks.regions.map { ($0.name, []) }
        announcer = setup.announcer
    }

    /// The results for a ride read before.
    init(of survey: RideSurvey, track: Int, _ setup: RailwaySetup) throws {
        self.init(setup)
        var updates = survey.tracks[track].journey.updates()
        while let update = try updates.next() { append(update) }
    }

    /// Reads the complete ride.
    /// - Parameters:
    ///   - reportsAll: reports every fault of the ride.
    ///   - console: receives the ride's faults.
    init(_ ride: RideInput, _ setup: RailwaySetup, isStrict: Bool, reportsAll: Bool, console: Console) throws {
        self.init(setup)
        let faults = FaultReporter(console: console, reportsAll: reportsAll)
        let progress = ProgressLine(console)
        defer { console.endStatus() }
        let track = try ride.read(isStrict: isStrict, progress: { progress.show($0) }, onFault: faults.report) { append($0) }
        faults.summarize(track.tally)
        guard !times.isEmpty else { throw InputFault.noFix(in: ride.title, of: ride.choice) }
    }

    private mutating func append(_ update: TrackerUpdate) {
        let time = update.time.seconds(since: start ?? update.time)
        if start == nil { start = update.time }
        let channels = update.channels
        for event in update.events {
            events.append(EventMark(time: time, event: event, sentence: announcer.sentence(event, channels: channels)))
        }
        let isEstimated = update.estimated || channels[.estimated]?.number == 1
        Self.extend(&gaps, isEstimated ? "estimated" : nil, at: time)
        Self.extend(&lines, channels[.line]?.category, at: time)
        Self.extend(&phases, channels[.phase]?.category, at: time)
        Self.extend(&activities, channels[.activity]?.category, at: time)
        if let station = channels[.station]?.category, !stations.contains(station) { stations.append(station) }
        for index in regions.indices {
            let name = regions[index].name
            let isInside = channels[LandmarkChannel.inside.name(name)]?.number == 1
            Self.extend(&regions[index].stretches, isInside ? name : nil, at: time)
        }
        guard let fix = update.fix else { return }
        times.append(time)
        for index in distances.indices {
            let metres = channels[LandmarkChannel.distance.name(distances[index].name)]?.number
            distances[index].values.append(metres.map { $0 / 1000 } ?? .nan)
        }
        speeds.append(channels[.speed]?.number.map { $0 * 3.6 } ?? .nan)
        confidences.append(channels[.confidence]?.number ?? .nan)
        if let latitude = fix.latitude, let longitude = fix.longitude {
            if channels[.fixAge]?.number ?? 0 > 0 || update.events.contains(where: { $0.kind == .fixBack }) { positions.append(nil) }
            positions.append(.init(latitude: latitude, longitude: longitude))
        }
    }

    /// A value lasts until the next update.
    private static func extend(_ stretches: inout [Stretch], _ value: String?, at time: Double) {
        if let last = stretches.indices.last, stretches[last].end.isInfinite {
            if stretches[last].value == value { return }
            stretches[last].end = time
        }
        if let value { stretches.append(Stretch(value: value, start: time, end: .infinity)) }
    }

    /// The length of the complete ride in seconds.
    private var duration: Double { times.last ?? 0 }

    /// Returns the stretches as a plot's bands, up to the end of the ride.
    func spans(_ stretches: [Stretch], _ appearance: (String) -> (label: String, ink: PlotInk?)) -> [TimelinePlot.Span] {
        stretches.map { stretch in
            let (label, ink) = appearance(stretch.value)
            return .init(start: stretch.start, end: min(stretch.end, duration), label: label, ink: ink)
        }
    }

    /// The lines on which the ride was matched, each once, the longest first.
    var namedLines: [String] {
        var seconds: [(line: String, time: Double)] = []
        for stretch in lines {
            let time = min(stretch.end, duration) - stretch.start
            if let place = seconds.firstIndex(where: { $0.line == stretch.value }) {
                seconds[place].time += time
            } else {
                seconds.append((stretch.value, time))
            }
        }
        return seconds.sorted { ($1.time, $0.line) < ($0.time, $1.line) }.map(\.line)
    }
}
