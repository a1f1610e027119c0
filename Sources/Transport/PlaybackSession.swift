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
    static let turn: UInt64 = 5_000_000
    /// Heard seconds by which a recorded track is conducted ahead.
    static let lead = 2.0
    /// Heard seconds, beside the player's period, that a change needs on its way to the engine.
    static let reserve = 0.06
    /// Heard seconds, beside the player's period, by which the timeline is ahead while a preset is tuned: three turns.
    static let tunedLead = 0.014

    /// The sonifier as it was when everything before `sample` had acted and nothing else.
    struct Checkpoint {
        var sample: Int64
        var sonifier: Sonifier
    }

    let horizon = TimelineHorizon()
    var performance: Performance
    let track: PlayedTrack?
    let output: any PlaybackOutput
    /// Frames between the engine's place and the first sample that can still be changed in time.
    let margin: Int64
    let totalFrames: Int64?
    private let isStrict: Bool
    private let isTuned: Bool
    private let period: Int64
    private let onFault: @Sendable (InputFault) -> Void

    var conductor: Conductor
    var knobsWriter: LatestValueWriter<Knobs>
    var knobs: Knobs
    /// The listener's choice in dB; a voice may hold the knob below it.
    var volume: Float
    var isDucked = false
    var telemetry: LatestValueReader<Telemetry>
    private var statistics: LatestValueReader<PlayerStatistics>

    var source: HeardSource?
    var speed: Double
    /// The sample after which the track stands still, and where it does; nil while it moves.
    var standstill: (sample: Int64, time: TrackTime)?
    /// What the listener had chosen before the pause.
    var wasMuted = false
    /// True while the track stands still and the rain sounds on.
    var isFrozen = false
    /// True after a seek while paused: the track is read anew when it goes on.
    var mustReopen = false
    /// When `quit` was asked for.
    var quitInstant: ContinuousClock.Instant?
    /// A live track before its first fix.
    private var unheardStream: UpdateStream?
    var gap = LiveGap()
    var lag = DeviceLag()
    /// True once the end of a live track has been set.
    var liveTrackIsOver = false
    /// What has been conducted but may not have been heard yet, oldest first.
    var heard: [HeardUpdate] = []
    /// Oldest first, never empty; the first one has been heard, or begins a new timeline.
    var checkpoints: [Checkpoint]
    private var newest: TrackerUpdate?
    private var publisherThread: Int32 = 0

    init(
        _ playback: LivePlayback, output: any PlaybackOutput, period: Int,
        timeline: consuming EventQueueProducer<TimelineEntry>, knobs: consuming LatestValueWriter<Knobs>,
        firstKnobs: Knobs, telemetry: consuming LatestValueReader<Telemetry>,
        statistics: consuming LatestValueReader<PlayerStatistics>
    ) {
        performance = playback.performance
        track = playback.track
        self.output = output
        speed = playback.speed
        totalFrames = playback.totalFrames
        isStrict = playback.isStrict
        isTuned = playback.isTuned
        self.period = Int64(period)
        onFault = playback.onFault
        margin = Int64(Self.reserve * Double(performance.sampleRate)) + Int64(period)
        let sonifier = Sonifier(preset: performance.preset, sampleRate: performance.sampleRate)
        conductor = Conductor(sonifier: sonifier, producer: timeline, record: playback.record)
        checkpoints = [Checkpoint(sample: 0, sonifier: sonifier)]
        knobsWriter = knobs
        self.knobs = firstKnobs
        volume = firstKnobs.gain
        self.telemetry = telemetry
        self.statistics = statistics
    }

    /// The engine's place: what it has not yet rendered begins here.
    var position: Int64 { telemetry.value.sample }

    var isPaused: Bool { standstill != nil && !isFrozen }

    /// Where a recorded track begins.
    private var start: TrackTime? { if case .recorded(_, let survey) = track { survey.start } else { nil } }

    var isLive: Bool { if case .live = track { true } else { false } }

    /// Frames by which the timeline is ahead of the engine.
    var lead: Int64 {
        if isTuned { return Int64(Self.tunedLead * Double(performance.sampleRate)) + period }
        return isLive ? margin : Int64(Self.lead * Double(performance.sampleRate))
    }

    /// Opens the track and conducts its first stretch, so that the audio thread finds it complete.
    mutating func prepare() async throws {
        switch track {
        case .recorded(let input, let survey):
            source = open(input, at: survey.start)
            // After the first stretch the reading keeps ahead by itself.
            let first = lead
            while let update = try await source?.next(before: first) { hear(update) }
        case .live(let input): unheardStream = UpdateStream(input, isStrict: isStrict, onFault: onFault)
        case nil: break
        }
        setEnd()
        try conduct()
    }

    /// The track from its start; what lies before `time` is tracked but not heard.
    func open(_ input: RideInput, at time: TrackTime) -> HeardSource {
        HeardSource(UpdateStream(input, onFault: onFault), clock: clock(from: time, at: 0))
    }

    /// A clock by which `time` is heard at `sample`.
    func clock(from time: TrackTime, at sample: Int64) -> TrackClock {
        TrackClock(time0: time, sample0: sample, rate: performance.sampleRate, speed: speed)
    }

    /// Moves the timeline on. Call it every turn.
    mutating func conduct() throws {
        _ = telemetry.refresh()
        _ = statistics.refresh()
        publisherThread = crealtime_thread_id()
        conductor.settle(before: position)
        guard !isPaused else { return }
        let target = position + lead
        if isFrozen { return goAhead(to: target) }
        try welcomeLiveTrack()
        keepUp()
        guard try hearEverything(before: target) || isLive else { return }
        goAhead(to: target)
    }

    private mutating func goAhead(to target: Int64) {
        conductor.advance(to: target)
        horizon.advance(to: conductor.horizon)
        checkpoints.append(Checkpoint(sample: conductor.conducted, sonifier: conductor.sonifier))
        forgetThePast()
    }

    /// A live track's clock starts with its first fix.
    private mutating func welcomeLiveTrack() throws {
        guard let stream = unheardStream else { return }
        switch try stream.look() {
        case .nothingYet: return
        case .update(let update):
            unheardStream = nil
            let clock = clock(from: update.time, at: conductor.conducted)
            source = HeardSource(stream, clock: clock)
            source?.goOn(by: clock, with: [update])
        case .end:
            throw InputFault(
                kind: .noFix, source: "stdin", line: 0, message: "there was no usable fix in it",
                remedy: "check what writes into the pipe")
        }
    }

    /// A live track does not wait for a device that stands still: its clock goes on, so that what comes in afterwards is
    /// heard when it comes. A recorded one is heard whole.
    private mutating func keepUp() {
        guard isLive, let source else { return }
        guard let behind = lag.frames(position: position, at: output.now(), rate: performance.sampleRate) else { return }
        let here = conductor.conducted
        let next = clock(from: source.clock.time(at: here + behind), at: here)
        self.source?.goOn(by: next, with: [])
    }

    /// - Returns: false when the track may have more before `target` that has not come in yet.
    private mutating func hearEverything(before target: Int64) throws -> Bool {
        while true {
            switch try source?.look(before: target) {
            case .heard(let update)?: hear(update)
            case .nothingYet?:
                if let estimate = source?.estimate, let tick = gap.tick(at: conductor.conducted, by: estimate) {
                    note(HeardUpdate(update: tick, sample: conductor.conducted))
                }
                return false
            case .nothingBefore?:
                if isLive, !liveTrackIsOver, source?.isExhausted == true {
                    liveTrackIsOver = true
                    end(at: target + performance.fadeFrames)
                }
                return true
            case nil: return true
            }
        }
    }

    /// The rain answers an update, a late one as soon as it can.
    mutating func hear(_ heard: HeardUpdate) {
        var heard = heard
        heard.sample = max(heard.sample, conductor.conducted)
        if isLive, let source {
            guard let update = gap.admit(heard.update, at: heard.sample, by: source.clock) else { return }
            heard.update = update
        }
        note(heard)
    }

    /// The same for what has been admitted.
    mutating func note(_ update: HeardUpdate) {
        conductor.hear(update.update, at: update.sample)
        heard.append(update)
    }

    /// Drops what can no longer be wanted: everything before the newest state that has been heard.
    private mutating func forgetThePast() {
        let past = checkpoints.lastIndex { $0.sample <= position } ?? 0
        checkpoints.removeFirst(past)
        let gone = heard.firstIndex { $0.sample >= checkpoints[0].sample } ?? heard.count
        if gone > 0 { newest = heard[gone - 1].update }
        heard.removeFirst(gone)
    }

    // MARK: The end

    /// Sets where the playing stops, by the clock as it is now.
    mutating func setEnd() {
        var last = totalFrames
        if case .recorded(_, let survey) = track, let source, !isFrozen {
            let trackEnd = survey.lastSample(by: source.clock) + performance.fadeFrames
            last = min(last ?? trackEnd, trackEnd)
        }
        if let last { return end(at: last) }
        conductor.goOnForEver()
        output.end(afterFrames: .max)
    }

    private mutating func end(at frame: Int64) {
        guard quitInstant == nil else { return }
        let frame = min(frame, totalFrames ?? frame)
        conductor.stop(at: max(0, frame - performance.fadeFrames))
        output.end(afterFrames: frame)
    }

    // MARK: Telling

    var status: PlaybackStatus {
        let player = statistics.value
        let audible = max(0, player.framesWritten - player.delay)
        let present = checkpoints[0].sonifier
        return PlaybackStatus(
            time: standstill?.time ?? source?.time(at: audible), speed: speed, frames: player.framesWritten,
            isPaused: isPaused, isFrozen: isFrozen, isMuted: isPaused ? wasMuted : knobs.muted, gain: volume,
            update: heard.last { $0.sample <= audible }?.update ?? newest, preset: performance.preset,
            parameters: present.parameters, overrides: conductor.overrides, movements: present.movements,
            start: start, telemetry: telemetry.value, player: player)
    }

    mutating func report(_ player: PlayerStatistics) -> PlaybackReport {
        _ = telemetry.refresh()
        conductor.settle(before: player.framesWritten)
        return PlaybackReport(
            frames: player.framesWritten, telemetry: telemetry.value, player: player,
            events: conductor.sonifier.counts, queueOverflows: conductor.overflowCount,
            publisherThread: publisherThread)
    }
}
