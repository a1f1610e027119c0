import AudioOutput
import CRealtime
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// One playing in progress: keeps the timeline ahead of the audio thread. Control side, one owner.
///
/// A recorded track is conducted two seconds ahead, so that no hiccup of this side is heard; a live one as its fixes
/// come. What the listener wants is carried out in `PlaybackSession+Commands.swift`.
struct PlaybackSession: ~Copyable {
    /// Nanoseconds from one look at the listener to the next.
    static let turn: UInt64 = 10_000_000
    /// Heard seconds by which a recorded track is conducted ahead.
    static let lead = 2.0
    /// Heard seconds between the engine's place and the first sample that can still be changed in time.
    static let margin = 0.06

    let horizon = TimelineHorizon()
    let performance: Performance
    let track: PlayedTrack?
    let player: ALSAPlayer
    let latency: Int64
    let onFault: @Sendable (InputFault) -> Void
    let totalFrames: Int64?

    var conductor: Conductor
    var knobsWriter: LatestValueWriter<Knobs>
    var knobs: Knobs
    var telemetry: LatestValueReader<Telemetry>
    var statistics: LatestValueReader<PlayerStatistics>

    var source: HeardSource?
    var speed: Double
    /// Where the track stands still while paused; nil while it moves.
    var standstill: TrackTime?
    /// What the listener had chosen before the pause.
    var wasMuted = false
    /// True after a seek while paused: the track is read anew when it goes on.
    var mustReopen = false
    /// A live track before its first fix.
    var unheardStream: UpdateStream?
    /// What has been conducted but may not have been heard yet, oldest first.
    var heard: [HeardUpdate] = []
    /// The sonifier as it was when the timeline was complete up to `sample`, oldest first.
    var snapshots: [(sample: Int64, sonifier: Sonifier)] = []
    private var newest: TrackerUpdate?
    private var lastTick: TrackTime?
    private var publisherThread: Int32 = 0

    init(
        _ playback: LivePlayback, player: ALSAPlayer, latency: Int64,
        timeline: consuming EventQueueProducer<TimelineEntry>, knobs: consuming LatestValueWriter<Knobs>,
        firstKnobs: Knobs, telemetry: consuming LatestValueReader<Telemetry>
    ) {
        performance = playback.performance
        track = playback.track
        self.player = player
        self.latency = latency
        speed = playback.speed
        totalFrames = playback.totalFrames
        onFault = playback.onFault
        conductor = Conductor(
            sonifier: Sonifier(preset: performance.preset, sampleRate: performance.sampleRate), producer: timeline,
            record: playback.record)
        knobsWriter = knobs
        self.knobs = firstKnobs
        self.telemetry = telemetry
        statistics = player.takeStatistics()
    }

    func frames(_ seconds: Double) -> Int64 { Int64(seconds * Double(performance.sampleRate)) }

    /// The engine's place: what it has not yet rendered begins here.
    var position: Int64 { telemetry.value.sample }

    var isPaused: Bool { standstill != nil }

    private var isLive: Bool { if case .live = track { true } else { false } }

    /// Opens the track and conducts its first stretch, so that the audio thread finds it complete.
    mutating func prepare() async throws {
        switch track {
        case .recorded(let input, let survey):
            source = try open(input, at: survey.start, sample: 0)
            // After the first stretch the reading keeps ahead by itself.
            let first = frames(Self.lead)
            while let update = try await source?.next(before: first) { hear(update) }
        case .live(let input):
            unheardStream = UpdateStream(try input.open(), onFault: onFault)
        case nil: break
        }
        setEnd()
        try conduct()
    }

    func open(_ input: RideInput, at time: TrackTime, sample: Int64) throws -> HeardSource {
        HeardSource(
            UpdateStream(try input.open(), onFault: onFault),
            clock: TrackClock(time0: time, sample0: sample, rate: performance.sampleRate, speed: speed))
    }

    /// Moves the timeline on. Call it every turn.
    mutating func conduct() throws {
        _ = telemetry.refresh()
        _ = statistics.refresh()
        publisherThread = crealtime_thread_id()
        guard !isPaused else { return }
        try welcomeLiveTrack()
        let target = position + frames(isLive ? Self.margin : Self.lead)
        guard try hearEverything(before: target) || isLive else { return }
        if isLive { tick(at: target) }
        conductor.advance(to: target)
        horizon.advance(to: conductor.horizon)
        snapshots.append((conductor.horizon, conductor.sonifier))
        forgetThePast()
    }

    /// A live track's clock starts with its first fix.
    private mutating func welcomeLiveTrack() throws {
        guard let stream = unheardStream, case .update(let update) = try stream.look() else { return }
        unheardStream = nil
        let clock = TrackClock(
            time0: update.time, sample0: position + frames(Self.margin), rate: performance.sampleRate, speed: speed)
        source = HeardSource(stream, clock: clock)
        source?.goOn(by: clock, with: [update])
    }

    /// - Returns: false when the track may have more before `target` that has not come in yet.
    private mutating func hearEverything(before target: Int64) throws -> Bool {
        while true {
            switch try source?.look(before: target) {
            case .heard(let update)?:
                // A live gap has had its ticks while it lasted.
                if update.update.estimated, let lastTick, update.update.time <= lastTick { continue }
                hear(update)
            case .nothingYet?: return false
            case .nothingBefore?:
                if isLive, source?.hasEnded == true { end(at: target) }
                return true
            case nil: return true
            }
        }
    }

    /// While a live source is silent the tracker says, ten times a second of track time, what it makes of that.
    private mutating func tick(at sample: Int64) {
        guard let source, !source.hasEnded, let tracker = source.tracker, let last = tracker.lastTime else { return }
        let now = source.clock.time(at: sample)
        guard now.seconds(since: last) > tracker.gapAfter else { return }
        let previous = max(lastTick ?? last, last)
        guard now.nanoseconds - previous.nanoseconds >= MotionTracker.tick else { return }
        lastTick = now
        hear(HeardUpdate(update: tracker.tick(at: now, after: previous), sample: sample))
    }

    mutating func hear(_ update: HeardUpdate) {
        conductor.hear(update.update, at: update.sample)
        heard.append(update)
    }

    /// Drops what can no longer be wanted: everything before the newest state that has been heard.
    private mutating func forgetThePast() {
        while snapshots.count > 1, snapshots[1].sample <= position { snapshots.removeFirst() }
        let first = min(position, snapshots.first?.sample ?? position)
        while let update = heard.first, update.sample < first {
            newest = update.update
            heard.removeFirst()
        }
    }

    // MARK: The end

    /// Sets where the playing stops, by the clock as it is now.
    mutating func setEnd() {
        var last = totalFrames
        if case .recorded(_, let survey) = track, let source {
            let trackEnd = source.clock.sample(at: survey.end) + performance.fadeFrames
            last = min(last ?? trackEnd, trackEnd)
        }
        if let last { end(at: last) } else { player.end(afterFrames: .max) }
    }

    private mutating func end(at frame: Int64) {
        conductor.stop(at: max(0, frame - performance.fadeFrames))
        player.end(afterFrames: frame)
    }

    // MARK: Telling

    var status: PlaybackStatus {
        let player = statistics.value
        let audible = max(0, player.framesWritten - player.delay)
        return PlaybackStatus(
            time: standstill ?? source?.clock.time(at: audible), speed: speed, frames: player.framesWritten,
            isPaused: isPaused, isMuted: knobs.muted && !isPaused, gain: knobs.gain,
            update: heard.last { $0.sample <= audible }?.update ?? newest, telemetry: telemetry.value, player: player)
    }

    mutating func report(_ player: PlayerStatistics) -> PlaybackReport {
        _ = telemetry.refresh()
        return PlaybackReport(
            frames: player.framesWritten, telemetry: telemetry.value, player: player,
            events: conductor.sonifier.counts, queueOverflows: conductor.overflowCount,
            publisherThread: publisherThread)
    }
}
