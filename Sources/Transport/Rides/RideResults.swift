// SPDX-License-Identifier: MIT
import Railways
import SoundAnalysis
import Tracking

/// The tracker's results for a complete ride, for pictures of it.
package struct RideResults {
    /// A value of a channel and how long it lasted.
    package struct Stretch {
        package var value: String
        /// Seconds since the first fix.
        var start: Double
        var end: Double
    }

    /// An event of the ride.
    package struct EventMark {
        /// Seconds since the first fix.
        package var time: Double
        package var event: TrackEvent
        package var sentence: String
    }

    /// Seconds since the first fix, one for each fix, and one value for each; NaN where there is none.
    package private(set) var times: [Double] = []
    package private(set) var speeds: [Double] = []
    package private(set) var confidences: [Double] = []
    package private(set) var lines: [Stretch] = []
    package private(set) var phases: [Stretch] = []
    package private(set) var activities: [Stretch] = []
    /// Where the tracker only estimates.
    package private(set) var gaps: [Stretch] = []
    package private(set) var events: [EventMark] = []
    /// Kilometres to each landmark point, one value for each fix.
    package private(set) var distances: [(name: String, values: [Double])]
    /// The times at which the track was in each landmark region.
    package private(set) var regions: [(name: String, stretches: [Stretch])]
    /// One position for each fix; nil where the track is interrupted.
    package private(set) var positions: [MapPlot.Point?] = []
    package private(set) var stations: [String] = []
    /// The counts of the input; empty for a ride that was read before.
    package private(set) var tally = InputTally()

    private var start: TrackTime?
    private let announcer: Announcer

    private init(_ landmarks: Landmarks, _ announcer: Announcer) {
        distances = landmarks.points.map { ($0.name, []) }
        regions = landmarks.regions.map { ($0.name, []) }
        self.announcer = announcer
    }

    /// The results for a ride read before.
    package init(of survey: RideSurvey, track: Int, landmarks: Landmarks, announcer: Announcer) throws {
        self.init(landmarks, announcer)
        var updates = survey.tracks[track].journey.updates()
        while let update = try updates.next() { append(update) }
    }

    /// Reads the complete ride.
    /// - Parameters: as those of `RideInput.read`.
    package init(
        _ ride: RideInput, landmarks: Landmarks, announcer: Announcer, isStrict: Bool,
        progress: @escaping (ReadingProgress) -> Void, onFault: (InputFault) -> Void
    ) throws {
        self.init(landmarks, announcer)
        tally = try ride.read(isStrict: isStrict, progress: progress, onFault: onFault) { append($0) }.tally
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
    package func spans(_ stretches: [Stretch], _ appearance: (String) -> (label: String, ink: PlotInk?)) -> [TimelinePlot.Span] {
        stretches.map { stretch in
            let (label, ink) = appearance(stretch.value)
            return .init(start: stretch.start, end: min(stretch.end, duration), label: label, ink: ink)
        }
    }

    /// The lines on which the ride was matched, each once, the longest first.
    package var namedLines: [String] {
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
