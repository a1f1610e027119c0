import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// One track on its way to the sound, alone or among others. Control side, one owner.
final class TrackPart {
    /// The sonifier as it was when everything before `sample` had acted and nothing else.
    struct Checkpoint {
        var sample: Int64
        var sonifier: Sonifier
    }

    /// What its records are called, where they do not say it themselves.
    let name: String?
    var conductor: Conductor
    var source: HeardSource?
    /// The track that it is among others.
    let span: RideTrack?

    var gap = LiveGap()
    /// What has been conducted but may not have been heard yet, oldest first.
    var heard: [HeardUpdate] = []
    /// Oldest first, never empty; the first one has been heard, or begins a new timeline.
    private(set) var checkpoints: [Checkpoint]
    /// Something has changed that no update would bring back.
    private var mustRemember = false
    /// What was heard before the first of them.
    private var newest: TrackerUpdate?

    /// True for a place that no live track has, or whose track has been silent while others were not.
    private(set) var isVacant = false
    /// The live track that has the place, the sample at which a fix of it was heard last, and how many were.
    private var guest: (track: String?, lastFix: Int64, fixes: Int)?

    /// - Parameters:
    ///   - span: of a track among others; nil for one that is alone, which sounds from the first sample on.
    ///   - preset: of its place.
    init(
        _ name: String?, source: HeardSource? = nil, span: RideTrack? = nil, preset: Preset,
        place: TrackSlot = .alone, isTold: Bool = false, sampleRate: Int, producer: consuming EventQueueProducer<TimelineEntry>?,
        record: ((StateRecord) -> Void)?
    ) {
        self.name = name
        self.source = source
        self.span = span
        let sonifier = Sonifier(preset: preset, sampleRate: sampleRate)
        conductor = Conductor(sonifier: sonifier, producer: producer, place: place, isTold: isTold, record: record)
        checkpoints = [Checkpoint(sample: 0, sonifier: sonifier)]
    }

    /// Hears what comes before `sample`, all of it.
    func conduct(to sample: Int64) throws {
        while let heard = try source?.next(before: sample) { conductor.hear(heard.update, at: heard.sample) }
        conductor.advance(to: sample)
    }

    // MARK: Its place in time

    /// Silent until it begins.
    /// - Parameter instant: where all tracks stand still; nil while they move.
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

    /// Whether it sounds at an instant of the track.
    func sounds(at time: TrackTime) -> Bool { span.map { $0.start <= time && time <= $0.end } ?? !isVacant }

    // MARK: Live tracks, which come and go

    /// It is silent until a track comes.
    func vacate() {
        isVacant = true
        conductor.rest(until: .max)
        rememberAlone()
        heard.removeAll()
        newest = nil
    }

    /// The track of an update that is about to be heard has the place.
    func welcome(_ heard: HeardUpdate) {
        let track = heard.update.track
        if isVacant || guest.map({ $0.track != track }) ?? false {
            // A newcomer finds nothing of whoever was here before.
            let sonifier = conductor.sonifier
            conductor.begin(Sonifier(preset: sonifier.preset, sampleRate: sonifier.sampleRate))
            if guest?.track != track { gap = LiveGap() }
            isVacant = false
            rememberAlone()
            self.heard.removeAll()
            newest = nil
        }
        if !heard.update.estimated { guest = (track, heard.sample, (guest?.track == track ? guest?.fixes ?? 0 : 0) + 1) }
    }

    /// The live track that has the place, or had it last.
    var track: String? { guest?.track }

    /// How long a live track has sent nothing, as a share of the time after which it may have left; 0 while it is not lost.
    /// - Parameters:
    ///   - patience: heard seconds that it has at least.
    ///   - speed: track seconds per heard second.
    func silence(at sample: Int64, patience: Double, speed: Double) -> Double {
        guard let guest, gap.isLost else { return 0 }
        // Of one fix alone nobody knows what is usual.
        let usual = guest.fixes > 1 ? source?.estimate?.gapAfter ?? 0 : 0
        return Double(sample - guest.lastFix) / Double(conductor.sonifier.sampleRate) / max(patience, 2 * usual / speed)
    }

    /// Decides everything before `sample`.
    func advance(to sample: Int64) {
        if isVacant { conductor.pass(to: sample) } else { conductor.advance(to: sample) }
    }

    // MARK: What was heard

    /// The rain answers an update.
    func note(_ update: HeardUpdate) {
        conductor.hear(update.update, at: update.sample)
        heard.append(update)
    }

    /// Sounds an event of the preset now.
    func strike(rule: Int) {
        conductor.strike(rule: rule)
        mustRemember = true
    }

    /// Takes a checkpoint of what has been conducted, unless the last one is less than `distance` frames old: each is a whole sonifier.
    func remember(every distance: Int64 = 0) {
        guard !isVacant else { return rememberAlone() }
        if !mustRemember, let last = checkpoints.last, conductor.conducted - last.sample < distance { return }
        mustRemember = false
        checkpoints.append(Checkpoint(sample: conductor.conducted, sonifier: conductor.sonifier))
    }

    /// The same, and nothing before: while it stands still.
    func rememberAlone() { checkpoints = [Checkpoint(sample: conductor.conducted, sonifier: conductor.sonifier)] }

    /// Drops what can no longer be wanted: everything before the newest state that has been heard.
    func forget(before position: Int64) {
        let past = checkpoints.lastIndex { $0.sample <= position } ?? 0
        checkpoints.removeFirst(past)
        let gone = heard.firstIndex { $0.sample >= checkpoints[0].sample } ?? heard.count
        if gone > 0 { newest = heard[gone - 1].update }
        heard.removeFirst(gone)
    }

    /// The newest update that is heard at a sample.
    func update(at sample: Int64) -> TrackerUpdate? { heard.last { $0.sample <= sample }?.update ?? newest }

    /// The sonifier as it was at `sample`, and what was to be heard from there on.
    func rewind(to sample: Int64) -> (sonifier: Sonifier, coming: [TrackerUpdate]) {
        let checkpoint = checkpoints.last { $0.sample <= sample } ?? checkpoints[0]
        var sonifier = checkpoint.sonifier
        for update in heard where update.sample >= checkpoint.sample && update.sample < sample {
            sonifier.receive(update.update, at: update.sample)
        }
        sonifier.advance(to: sample) { _ in }
        return (sonifier, heard.filter { $0.sample >= sample }.map(\.update))
    }

    /// A new timeline begins at `start`.
    /// - Parameter heard: the first sample that was not heard of the old one.
    func restart(from state: Sonifier, at start: Int64, heard sample: Int64, generation: UInt32) {
        conductor.restart(from: state, at: start, heard: sample, generation: generation)
        guest?.lastFix += start - sample
        checkpoints = [Checkpoint(sample: start, sonifier: conductor.sonifier)]
        heard.removeAll()
    }
}
