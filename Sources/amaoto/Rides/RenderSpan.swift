// SPDX-License-Identifier: MIT
import AudioOutput
import PlainText
import RainSynthesis
import Sonification
import Tracking
import Transport

/// What is to be rendered: a part of the track, resting rain, or a loop of it.
struct RenderSpan: Sendable {
    private enum Content {
        case rain
        case loop(LoopShape)
        case track(RideSurvey, TrackClock)
    }

    private let content: Content
    /// The length of the sound in frames.
    let frames: Int64
    /// Later updates are not rendered.
    let end: TrackTime

    /// A loop of resting rain.
    init(_ loop: LoopShape) {
        content = .loop(loop)
        frames = loop.frames
        end = TrackTime(nanoseconds: .max)
    }

    /// - Parameters:
    ///   - from: seconds of the track; nil from its start.
    ///   - until: seconds of the track; nil to its end.
    ///   - duration: seconds of sound.
    init(setup: RideSetup, from: Double? = nil, until: Double? = nil, duration: Double?) throws {
        let rate = Double(setup.performance.sampleRate)
        let limit = duration.map { Int64(($0 * rate).rounded()) }
        guard let survey = setup.survey else {
            content = .rain
            frames = limit ?? 0
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
            throw Failure("--from and --until select nothing: the track is \(ClockText.text(survey.duration)) long", .usage)
        }
        let clock = TrackClock(time0: start, rate: setup.performance.sampleRate, speed: setup.speed)
        content = .track(survey, clock)
        let last = until == nil ? survey.lastSample(by: clock) : clock.sample(at: end)
        let whole = last + setup.performance.fadeFrames
        frames = min(whole, limit ?? whole)
    }

    /// A warning that most of the span is gaps without fixes, as in a file of several days; nil if it is not.
    func gapWarning(_ setup: RideSetup) -> String? {
        guard case .track(let survey, let clock) = content else { return nil }
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

    /// The clock that plays the track; nil for resting rain.
    var clock: TrackClock? { if case .track(_, let clock) = content { clock } else { nil } }

    /// Renders it: for a file, a meter, a stem or a plot.
    /// - Parameter blockFrames: Frames per call of the engine; nil for the usual number.
    func render(
        _ performance: Performance, to sink: any SoundSink, blockFrames: Int? = nil, onset: ((SoundOnset) -> Void)? = nil,
        record: ((StateRecord) -> Void)? = nil, progress: (OfflineRender.Progress) -> Bool
    ) async throws -> OfflineRender.Report {
        var render = OfflineRender(performance: performance, totalFrames: frames)
        if let blockFrames { render.blockFrames = blockFrames }
        render.onset = onset
        switch content {
        case .loop(let loop): return try await render.runLoop(loop, to: sink, progress: progress)
        case .rain: return try await render.run([], to: sink, record: record, progress: progress)
        case .track(let survey, let clock):
            return try await render.run(survey.heard(by: clock, until: end), to: sink, record: record, progress: progress)
        }
    }
}
