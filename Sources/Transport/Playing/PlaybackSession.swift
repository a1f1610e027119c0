// SPDX-License-Identifier: MIT
import AudioOutput
import CPlatform
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// One playback in progress: keeps the timeline ahead of the audio thread. Control side, one owner.
///
/// A recorded track is conducted two seconds ahead, so that a stall on this side is inaudible; a live one as its fixes arrive.
/// The listener's commands are executed in `PlaybackSession+Commands.swift` and `PlaybackSession+Seeking.swift`.
struct PlaybackSession: ~Copyable {
    /// The shortest interval between two turns of the control side, in nanoseconds.
    static let turn: Int64 = 5_000_000
    /// The longest one: status and telemetry are renewed ten times a second.
    private static let longestTurn: Int64 = 100_000_000
    /// Seconds by which a recorded track is conducted ahead.
    private static let lead = 2.0
    /// Seconds, in addition to the player's period, that a change needs on its way to the engine.
    private static let reserve = 0.06
    /// Seconds, in addition to the player's period, by which the timeline is ahead while a preset is tuned: three turns.
    private static let tunedLead = 0.014

    let horizon = TimelineHorizon()
    var performance: Performance
    let output: any PlaybackOutput
    /// Frames between the engine's position and the first sample that can still be changed in time.
    let margin: Int64
    private let playback: LivePlayback
    private let period: Int64
    /// The tracks, or the single part of resting rain; all of them are scheduled to the same sample.
    let parts: [TrackPart]
    /// The shared soundscape of several tracks.
    var soundscape: SoundscapeConductor?
    /// Adds and removes the parts of live tracks.
    var handoff: PartHandoff
    var knobsWriter: LatestValueWriter<Knobs>
    var knobs: Knobs
    /// The listener's volume in dB; a voice may duck the knob below it.
    var volume: Float
    var isDucked = false
    var telemetry: LatestValueReader<Telemetry>
    private var statistics: LatestValueReader<PlayerStatistics>

    var speed: Double
    var state = PlaybackState.running
    /// The target of the newest seek, until it is executed in the next turn.
    var sought: TrackTime?
    /// Nil for a recorded track.
    var live: LiveTracks?
    var lag = DeviceLag()
    private var publisherThread: Int32 = 0

    init(
        _ playback: LivePlayback, _ slots: TrackSlots, output: any PlaybackOutput, period: Int, ends: consuming PlaybackEnds,
        statistics: consuming LatestValueReader<PlayerStatistics>
    ) {
        self.playback = playback
        performance = playback.performance
        self.output = output
        speed = playback.speed
        self.period = Int64(period)
        margin = Int64(Self.reserve * Double(performance.sampleRate)) + Int64(period)
        parts = slots.parts(playback.playedTracks, timelines: ends.timelines, keepsRecords: playback.record != nil)
        soundscape = slots.soundscapeConductor(ends.timelines)
        handoff = ends.handoff
        knobsWriter = ends.knobs
        knobs = ends.firstKnobs
        volume = ends.firstKnobs.gain
        telemetry = ends.telemetry
        self.statistics = statistics
        guard playback.isMuted else { return }
        knobs.muted = true
        knobsWriter.publish(knobs)
    }

    var track: PlayedTrack? { playback.track }
    var totalFrames: Int64? { playback.totalFrames }

    /// The track, or the first of several.
    var first: TrackPart { parts[0] }
    var source: ScheduledUpdates? { first.source }
    /// The end of the scheduled range: everything before this sample is final.
    var conducted: Int64 { first.conductor.conducted }

    /// The engine's position: the first sample that it has not rendered yet.
    var position: Int64 { telemetry.value.sample }

    /// The start of a recorded track.
    private var start: TrackTime? { if case .recorded(let survey) = track { survey.start } else { nil } }

    var isLive: Bool { track?.isLive ?? false }

    /// Frames by which the timeline is ahead of the engine.
    var lead: Int64 {
        if playback.isTuned { return Int64(Self.tunedLead * Double(performance.sampleRate)) + period }
        return isLive ? margin : Int64(Self.lead * Double(performance.sampleRate))
    }

    /// Opens the track and conducts its first stretch, so that the audio thread finds it complete.
    mutating func prepare() async throws {
        switch track {
        case .recorded(let survey):
            let clock = clock(from: survey.start, at: 0)
            for part in parts {
                part.source = ScheduledUpdates((part.span ?? survey.tracks[0]).journey, clock: clock)
                part.arrange(by: clock)
            }
        case .live(let input):
            let stream = UpdateStream(
                input,
                .init(
                    isStrict: playback.isStrict, playsOnArrival: input.isAddress || speed == 1, slots: parts.count,
                    onNews: playback.wakeup.wake, onFault: playback.onFault, onColumns: playback.onColumns))
            live = LiveTracks(stream, slots: parts.count)
            // The first track sounds as a single one would.
            for slot in parts.indices.dropFirst() { vacate(slot) }
        case nil: break
        }
        setEnd()
        try await conduct()
    }

    /// A clock that plays `time` at `sample`.
    func clock(from time: TrackTime, at sample: Int64) -> TrackClock {
        TrackClock(time0: time, sample0: sample, rate: performance.sampleRate, speed: speed)
    }

    /// Advances the timeline. Call it every turn.
    mutating func conduct() async throws {
        _ = telemetry.refresh()
        _ = statistics.refresh()
        publisherThread = crealtime_thread_id()
        settle(before: position)
        try await goToSought()
        handoff.sweep()
        guard !state.isPaused else { return }
        let target = position + lead
        if state.isFrozen { return goAhead(to: target) }
        try startLiveClock()
        keepUp()
        guard try scheduleUpdates(before: target) || isLive else { return }
        vacateSilentSlots()
        goAhead(to: target)
    }

    private mutating func goAhead(to target: Int64) {
        let before = conducted
        for part in parts { part.advance(to: target) }
        soundscape?.advance(by: parts.map { $0.conductor.takeSent() })
        let behind = soundscape?.horizon ?? .max
        horizon.advance(to: parts.reduce(behind) { min($0, $1.conductor.horizon) })
        for part in parts {
            // While the device is stopped, no further checkpoints are needed, however long it lasts.
            if conducted > before { part.remember(every: Int64(performance.sampleRate / 50)) }
            part.history.forget(before: position)
        }
    }

    /// Declares everything before `sample` final and passes it to the state log.
    private func settle(before sample: Int64) {
        if let record = playback.record { parts.takeRecords(before: sample).forEach(record) }
    }

    /// - Returns: false if a track may still receive updates before `target`.
    private mutating func scheduleUpdates(before target: Int64) throws -> Bool {
        var isWhole = true
        for part in parts { if try !scheduleUpdates(of: part, before: target) { isWhole = false } }
        if let live, !live.isOver, parts.allSatisfy({ $0.source?.isExhausted ?? false }) {
            live.isOver = true
            try live.end?.get()
            end(at: target + performance.fadeFrames)
        }
        return isWhole
    }

    private mutating func scheduleUpdates(of part: TrackPart, before target: Int64) throws -> Bool {
        while true {
            switch try part.source?.look(before: target, present: conducted) {
            case .due(let update)?: schedule(update, of: part)
            case .nothingYet?:
                if !part.isVacant, let estimate = part.source?.estimate, var tick = part.gap.tick(at: conducted, by: estimate) {
                    if live?.areSeveral ?? false { tick.track = part.track }
                    part.note(ScheduledUpdate(update: tick, sample: conducted))
                }
                return false
            case .nothingBefore?, nil: return true
            }
        }
    }

    /// Makes the rain respond to an update; a late one takes effect as soon as possible.
    mutating func schedule(_ update: ScheduledUpdate, of part: TrackPart) {
        var due = update
        due.sample = max(due.sample, conducted)
        if let live, let source = part.source {
            // An estimate does not bring back a track that has left.
            if part.isVacant, due.update.estimated { return }
            occupy(part, with: due)
            if part !== first { live.areSeveral = true }
            // With a single track, its name is omitted.
            if !live.areSeveral { due.update.track = nil }
            guard let update = part.gap.admit(due.update, at: due.sample, by: source.clock) else { return }
            due.update = update
        }
        part.note(due)
    }

    // MARK: The end

    /// Sets where playback stops, according to the current clock.
    mutating func setEnd() {
        var last = totalFrames
        if case .recorded(let survey) = track, let source, !state.isFrozen {
            let trackEnd = survey.lastSample(by: source.clock) + performance.fadeFrames
            last = min(last ?? trackEnd, trackEnd)
        }
        if let last { return end(at: last) }
        for part in parts { part.conductor.cancelStop() }
        output.end(afterFrames: .max)
    }

    private mutating func end(at frame: Int64) {
        guard !state.isLeaving else { return }
        let frame = min(frame, totalFrames ?? frame)
        let clock = state.isFrozen ? nil : source?.clock
        for part in parts { part.stop(at: max(0, frame - performance.fadeFrames), by: clock) }
        output.end(afterFrames: frame)
    }

    /// Nanoseconds until the timeline needs the next turn: a third of what is scheduled will have been played, or an event is to
    /// be reported. While the preset is tuned, the timeline is only a few of the shortest turns ahead.
    var rest: Int64 {
        guard !playback.isTuned else { return Self.turn }
        var frames = (horizon.sample - position) / 3
        for part in parts { if let event = part.conductor.nextEvent { frames = min(frames, event + 1 - position) } }
        let longest = Self.longestTurn * Int64(performance.sampleRate) / 1_000_000_000
        return max(Self.turn, min(frames, longest) * 1_000_000_000 / Int64(performance.sampleRate))
    }

    // MARK: Reporting

    var status: PlaybackStatus {
        let player = statistics.value
        let audible = audible, part = firstSounding
        // Live tracks have separate clocks; those of recorded ones are equal.
        let time = state.standstill?.time ?? part.source?.time(at: audible)
        let present = part.history.oldest.sonifier
        return PlaybackStatus(
            time: time, speed: speed, frames: player.framesWritten,
            isPaused: state.isPaused, isFrozen: state.isFrozen, isMuted: state.pause?.isMuted ?? knobs.muted, gain: volume,
            update: part.history.update(at: audible), tracks: tracks(at: audible, sharedTime), preset: performance.preset,
            parameters: present.parameters, overrides: first.conductor.overrides, movements: present.movements,
            start: start, waiting: source?.depth ?? QueueDepth(), telemetry: telemetry.value, player: player)
    }

    /// The frame that sounds now.
    private var audible: Int64 { max(0, statistics.value.framesWritten - statistics.value.delay) }

    /// The moment of all recorded tracks that sounds now.
    private var sharedTime: TrackTime? { state.standstill?.time ?? source?.time(at: audible) }

    /// Of several tracks, the first that sounds.
    var firstSounding: TrackPart {
        let time = sharedTime
        return parts.first { part in time.map(part.sounds) ?? !part.isVacant } ?? first
    }

    private func tracks(at sample: Int64, _ time: TrackTime?) -> [TrackStatus] {
        guard parts.count > 1, let time else { return [] }
        let found = parts.filter { $0.sounds(at: time) }.compactMap { part in
            part.history.update(at: sample).map { TrackStatus(name: part.name ?? part.track, update: $0) }
        }
        return found.count > 1 ? found : []
    }

    /// - Parameter last: the player's final figures; nil: its newest, if it ended with a failure.
    mutating func report(_ last: PlayerStatistics?) -> PlaybackReport {
        _ = telemetry.refresh()
        _ = statistics.refresh()
        let player = last ?? statistics.value
        settle(before: player.framesWritten)
        return PlaybackReport(
            frames: player.framesWritten, telemetry: telemetry.value, player: player,
            events: parts.counts,
            queueOverflows: parts.reduce(soundscape?.overflowCount ?? 0) { $0 + $1.conductor.overflowCount },
            publisherThread: publisherThread, tally: live?.tally)
    }
}
