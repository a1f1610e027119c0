// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// The control side of one track, alone or among others. Control side, one owner.
final class TrackPart {
    var conductor: Conductor
    var source: ScheduledUpdates?
    /// The ride's track, if it is one of several.
    let span: RideTrack?
    /// The name in its records, if they do not contain one.
    var name: String? { span?.name }

    var gap = LiveGap()
    var history: PlayedHistory

    /// True for a slot without a live track, or whose track was silent while others were not.
    private(set) var isVacant = false
    /// The live track in the slot, the sample of its last fix, and the number of its fixes.
    private var occupant: (track: String?, lastFix: Int64, fixes: Int)?

    /// - Parameters:
    ///   - span: the ride's track, if it is one of several; nil for a single one, which sounds from the first sample on.
    ///   - preset: the preset of its slot.
    init(
        source: ScheduledUpdates?, span: RideTrack? = nil, preset: Preset, slot: TrackSlot, collectsSent: Bool, sampleRate: Int,
        producer: consuming EventQueueProducer<TimelineEntry>?,
        keepsRecords: Bool = false
    ) {
        self.source = source
        self.span = span
        let sonifier = Sonifier(preset: preset, sampleRate: sampleRate)
        conductor = Conductor(sonifier: sonifier, producer: producer, slot: slot, collectsSent: collectsSent, keepsRecords: keepsRecords)
        history = PlayedHistory(from: PlayedHistory.Checkpoint(sample: 0, sonifier: sonifier))
    }

    /// Plays all updates before `sample`.
    func conduct(to sample: Int64) throws {
        while let due = try source?.next(before: sample) { conductor.receive(due.update, at: due.sample) }
        conductor.advance(to: sample)
    }

    // MARK: Time span

    /// Silences the track until it begins.
    /// - Parameter instant: the track time of a standstill of all tracks; nil while they move.
    func arrange(by clock: TrackClock, still instant: TrackTime? = nil) {
        if isVacant { conductor.rest(until: .max) }
        guard let span else { return }
        if let instant {
            if instant < span.start || instant > span.end { conductor.rest(until: .max) }
        } else {
            conductor.rest(until: clock.sample(at: span.start))
        }
    }

    /// Stops at its own end, or at `sample` if that comes first.
    func stop(at sample: Int64, by clock: TrackClock?) {
        guard let span, let clock else { return conductor.stop(at: sample) }
        conductor.stop(at: min(sample, span.lastSample(by: clock)))
    }

    /// True if it sounds at an instant of the ride.
    func sounds(at time: TrackTime) -> Bool { span.map { $0.start <= time && time <= $0.end } ?? !isVacant }

    // MARK: Live tracks, which come and go

    /// Silences the slot until a track comes.
    func vacate() {
        isVacant = true
        conductor.rest(until: .max)
        history = PlayedHistory(from: present)
    }

    /// Assigns the slot to the track of an update that is about to be played.
    func occupy(with update: ScheduledUpdate) {
        let track = update.update.track
        if isVacant || occupant.map({ $0.track != track }) ?? false {
            // A new track must not inherit the state of its predecessor.
            let sonifier = conductor.sonifier
            conductor.begin(Sonifier(preset: sonifier.preset, sampleRate: sonifier.sampleRate))
            if occupant?.track != track { gap = LiveGap() }
            isVacant = false
            history = PlayedHistory(from: present)
        }
        if !update.update.estimated { occupant = (track, update.sample, (occupant?.track == track ? occupant?.fixes ?? 0 : 0) + 1) }
    }

    /// The live track in the slot, or the last one in it.
    var track: String? { occupant?.track }

    /// How long a live track has sent nothing, relative to the time after which it may have left; 0 while it is not lost.
    /// - Parameters:
    ///   - patience: the minimum of that time, in seconds of playback.
    ///   - speed: track seconds per second of playback.
    func silence(at sample: Int64, patience: Double, speed: Double) -> Double {
        guard let occupant, gap.isLost else { return 0 }
        // A single fix does not show the usual gap.
        let usual = occupant.fixes > 1 ? source?.estimate?.gapAfter ?? 0 : 0
        return Double(sample - occupant.lastFix) / Double(conductor.sonifier.sampleRate) / max(patience, 2 * usual / speed)
    }

    /// Schedules everything before `sample`.
    func advance(to sample: Int64) {
        if isVacant { conductor.pass(to: sample) } else { conductor.advance(to: sample) }
    }

    // MARK: History

    /// Makes the rain respond to an update.
    func note(_ update: ScheduledUpdate) {
        conductor.receive(update.update, at: update.sample)
        history.add(update)
    }

    /// Strikes the sound of one of the preset's events now.
    func strike(rule: Int) {
        conductor.strike(rule: rule)
        history.mustRemember = true
    }

    /// Takes a checkpoint of the conducted state, unless the last one is less than `distance` frames old.
    func remember(every distance: Int64 = 0) {
        guard !isVacant else { return rememberAlone() }
        if history.needsCheckpoint(at: conductor.conducted, every: distance) { history.add(present) }
    }

    /// Takes a checkpoint and drops all earlier ones, as during a standstill.
    func rememberAlone() { history.keepOnly(present) }

    private var present: PlayedHistory.Checkpoint {
        PlayedHistory.Checkpoint(sample: conductor.conducted, sonifier: conductor.sonifier)
    }

    /// Begins a new timeline at `start`.
    /// - Parameter playedUntil: the first sample of the old timeline that was not played.
    func restart(from state: Sonifier, at start: Int64, playedUntil sample: Int64, generation: UInt32) {
        conductor.restart(from: state, at: start, playedUntil: sample, generation: generation)
        occupant?.lastFix += start - sample
        history = PlayedHistory(from: present, after: history.update(at: sample))
    }
}

extension Sequence<TrackPart> {
    /// The event counts of all tracks.
    var counts: EventCounts { reduce(into: EventCounts()) { $0.add($1.conductor.counts) } }

    /// Declares everything before `sample` final, and returns the state log's records of it since the last call, by sample; those
    /// of equal samples in the order of the tracks.
    func takeRecords(before sample: Int64) -> [StateRecord] {
        let records = flatMap { part in
            part.conductor.takeRecords(before: sample).map { record in
                var record = record
                record.track = part.name ?? record.track
                return record
            }
        }
        return records.indices.sorted { (records[$0].sample, $0) < (records[$1].sample, $1) }.map { records[$0] }
    }
}
