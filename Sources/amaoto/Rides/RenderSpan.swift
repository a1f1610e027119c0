// SPDX-License-Identifier: MIT
import AudioOutput
import PlainText
import Sonification
import Tracking
import Transport

/// The part of the track to be rendered, and its length in frames.
struct RenderSpan: Sendable {
    let frames: Int64
    /// Nil for resting rain.
    let clock: TrackClock?
    /// Later updates are not rendered.
    let end: TrackTime

    /// - Parameters:
    ///   - from: seconds of the track; nil from its start.
    ///   - until: seconds of the track; nil to its end.
    ///   - duration: seconds of sound.
    init(setup: RideSetup, from: Double?, until: Double?, duration: Double?) throws {
        let rate = Double(setup.performance.sampleRate)
        let limit = duration.map { Int64(($0 * rate).rounded()) }
        guard let survey = setup.survey else {
            frames = limit ?? 0
            clock = nil
            end = TrackTime(nanoseconds: .max)
            return
        }
        func instant(_ seconds: Double) -> TrackTime {
            let offset = Int64((min(seconds, 9e9) * 1e9).rounded())
            let (nanoseconds, overflow) = survey.start.nanoseconds.addingReportingOverflow(offset)
            return TrackTime(nanoseconds: overflow ? .max : nanoseconds)
        }
        let start = from.map(instant) ?? survey.start
        end = min(until.map(instant) ?? survey.end, survey.end)
        guard start < end || (from == nil && until == nil) else {
            throw Failure(
                "--from and --until select nothing: the track is \(ClockText.text(survey.duration)) long",
                exitCode: ExitStatus.usage)
        }
        let clock = TrackClock(time0: start, rate: setup.performance.sampleRate, speed: setup.speed)
        self.clock = clock
        let last = until == nil ? survey.lastSample(by: clock) : clock.sample(at: end)
        let whole = last + setup.performance.fadeFrames
        frames = min(whole, limit ?? whole)
    }

    /// A warning that most of the span is gaps without fixes, as in a file of several days; nil if it is not.
    func gapWarning(_ setup: RideSetup) -> String? {
        guard let survey = setup.survey, let clock else { return nil }
        let start = clock.time0.seconds(since: survey.start)
        let length = min(end.seconds(since: clock.time0), Double(frames) / Double(setup.performance.sampleRate) * setup.speed)
        let gaps = survey.gaps.map { gap in
            (
                start: max(gap.lowerBound.seconds(since: survey.start), start),
                end: min(gap.upperBound.seconds(since: survey.start), start + length)
            )
        }.filter { $0.end - $0.start >= RideSurvey.longGap }
        let silent = gaps.reduce(0) { $0 + $1.end - $1.start }
        guard let first = gaps.first, silent > length / 2 else { return nil }
        let place = "from \(ClockText.text(first.start)) to \(ClockText.text(first.end))"
        return "most of this has no fix: \(ClockText.text(silent)) of the track's \(ClockText.text(length)) are gaps, the first \(place); "
            + "`render` takes one part with --from and --until, and `track --session FILE` keeps the journeys apart"
    }

    /// Renders the span, or the loop: for a meter, a stem or a plot.
    func render(
        _ performance: Performance, _ survey: RideSurvey?, loop: LoopShape? = nil, to sink: any SoundSink,
        record: ((StateRecord) -> Void)? = nil, progress: (OfflineRender.Progress) -> Bool
    ) async throws -> OfflineRender.Report {
        let render = OfflineRender(performance: performance, totalFrames: frames)
        if let loop { return try await render.runLoop(loop, to: sink, progress: progress) }
        return try await render.run(tracks(of: survey), to: sink, record: record, progress: progress)
    }

    /// The tracks that are rendered.
    func tracks(of survey: RideSurvey?) -> [ScheduledTrack] {
        guard let survey, let clock else { return [] }
        return survey.heard(by: clock, until: end)
    }

    /// A loop of resting rain.
    init(_ loop: LoopShape) {
        frames = loop.rendered
        clock = nil
        end = TrackTime(nanoseconds: .max)
    }
}
