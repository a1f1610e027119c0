import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// Gives every update its sample, and the engine its timeline, in order. Control side, one owner.
struct Conductor: ~Copyable {
    private(set) var sonifier: Sonifier
    private var outbox: TimelineOutbox
    /// Where it sounds among others.
    private var place: TrackSlot
    /// Notes that the place delays beyond what is decided, in order.
    private var delayed: [TimelineEntry] = []
    /// What went to the engine since it was asked for last; nil where nobody asks.
    private var told: [TimelineEntry]?
    /// Everything before this sample is decided; a later update acts here.
    private(set) var conducted: Int64 = 0
    private var stopSample: Int64?
    /// When every layer starts, while all rest.
    private var startSample: Int64?
    /// True once the layers stop: what happens after it sounds no more.
    private var hasStopped = false
    private let record: ((StateRecord) -> Void)?
    /// What became of the events of tracks that have gone.
    private var past = EventCounts()
    /// Records of what is not settled yet.
    private var records: [StateRecord] = []

    /// - Parameters:
    ///   - place: among other tracks.
    ///   - isTold: true keeps what goes to the engine until `takeTold`.
    ///   - record: what the state log wants of every set and onset, once it is settled.
    init(
        sonifier: Sonifier, producer: consuming EventQueueProducer<TimelineEntry>?, place: TrackSlot = .alone, isTold: Bool = false,
        record: ((StateRecord) -> Void)? = nil
    ) {
        self.sonifier = sonifier
        outbox = TimelineOutbox(producer)
        self.place = place
        told = isTold ? [] : nil
        self.record = record
    }

    /// The first sample that may still change: every entry before it is in the queue.
    var horizon: Int64 { min(conducted, outbox.firstSample ?? .max) }

    /// False while it has no part of the engine: what it decides is heard by nobody.
    var isAttached: Bool { outbox.isAttached }

    /// It has a part of the engine from here on.
    mutating func attach(_ timeline: consuming EventQueueProducer<TimelineEntry>) { outbox.attach(timeline) }

    /// Everything that was decided is sent, and it has a part no more.
    mutating func detach() {
        outbox.send()
        outbox.attach(nil)
    }

    /// How often the queue was full.
    var overflowCount: Int { outbox.overflowCount }

    /// What went to the engine since the last call.
    mutating func takeTold() -> [TimelineEntry] {
        defer { told?.removeAll() }
        return told ?? []
    }

    /// The rain answers `update` at heard sample `sample`.
    mutating func hear(_ update: TrackerUpdate, at sample: Int64) { sonifier.receive(update, at: sample) }

    /// Another preset rules from the first sample that is not decided yet, at the same place or another.
    mutating func use(_ preset: Preset, at place: TrackSlot = .alone) {
        self.place = place
        sonifier.use(preset)
    }

    /// What the engine has been told last, or begins with.
    var parameters: SynthParameters { place.applied(to: sonifier.parameters) }

    /// What became of the events of all tracks that it had.
    var counts: EventCounts {
        var counts = past
        counts.add(sonifier.counts)
        return counts
    }

    /// What somebody outside holds, through every restart.
    var overrides: ParameterOverrides { sonifier.overrides }

    /// These parameters are held from the first sample that is not decided yet.
    mutating func override(_ overrides: ParameterOverrides) { sonifier.override(overrides) }

    /// The sound of one of the preset's events, as soon as others let it.
    mutating func strike(rule: Int) { sonifier.strike(rule: rule) }

    /// Every layer stops at `sample`, exact silence follows 200 ms later.
    mutating func stop(at sample: Int64) { stopSample = max(sample, conducted) }

    /// No layer sounds from the first sample that is not decided yet to `sample`.
    mutating func rest(until sample: Int64) {
        guard sample > conducted else { return }
        startSample = sample
        give([event(.stop, at: conducted)])
    }

    /// Another track begins here, at the first sample that is not decided yet, whether the place rested or not.
    mutating func begin(_ state: Sonifier) {
        let overrides = overrides
        let generation = sonifier.generation
        past.add(sonifier.counts)
        sonifier = state
        sonifier.restart(at: conducted, generation: generation)
        sonifier.override(overrides)
        startSample = nil
        delayed.removeAll()
        // Once all has stopped, nothing begins.
        if !hasStopped { give([event(.start, at: conducted)]) }
    }

    /// Nothing is decided before `end` but that it rests.
    mutating func pass(to end: Int64) {
        if let stop = stopSample, stop < end {
            stopSample = nil
            hasStopped = true
        }
        conducted = max(conducted, end)
        outbox.send()
    }

    /// No layer stops.
    mutating func goOnForEver() { stopSample = nil }

    /// Queues every entry before `end`. What finds no room stays first in line for the next call.
    mutating func advance(to end: Int64) {
        if let start = startSample, start < min(end, stopSample ?? .max) {
            startSample = nil
            emit(to: start)
            give([event(.start, at: start)])
        }
        if let stop = stopSample, stop < end {
            stopSample = nil
            emit(to: stop)
            give([event(.stop, at: stop)])
            hasStopped = true
        }
        emit(to: end)
        outbox.send()
    }

    /// What lies before `sample` can no longer change: the state log takes it.
    mutating func settle(before sample: Int64) {
        guard let record else { return }
        let settled = records.firstIndex { $0.sample >= sample } ?? records.count
        for entry in records[..<settled] { record(entry) }
        records.removeFirst(settled)
    }

    /// A new generation begins at `sample`: nothing older will be heard after it.
    /// - Parameters:
    ///   - state: the sonifier as it was at `heard`.
    ///   - heard: the first sample that was not heard.
    mutating func restart(from state: Sonifier, at sample: Int64, heard: Int64, generation: UInt32) {
        settle(before: heard)
        records.removeAll()
        let overrides = overrides
        sonifier = state
        sonifier.restart(at: sample, generation: generation)
        sonifier.override(overrides)
        stopSample = nil
        startSample = nil
        hasStopped = false
        conducted = sample
        outbox.waiting.removeAll()
        delayed.removeAll()
        told?.removeAll()
        // The engine may have stopped already, at an end that is none any more.
        give([event(.start, at: sample)])
    }

    private mutating func emit(to end: Int64) {
        guard end > conducted else { return }
        // The closures may not touch `self` while the sonifier is being changed.
        var entries: [TimelineEntry] = []
        var records: [StateRecord] = []
        swap(&records, &self.records)
        let isSilent = hasStopped
        sonifier.advance(
            to: end, emit: { entries.append($0) },
            record: record == nil
                ? nil : { if !isSilent || $0.events.isEmpty { records.append($0) } })
        swap(&records, &self.records)
        conducted = end
        give(place == .alone ? entries : placed(entries, before: end))
    }

    /// What goes to the engine.
    private mutating func give(_ entries: [TimelineEntry]) {
        outbox.waiting += entries
        told? += entries
    }

    /// The entries as the place wants them, in order: tones a little apart, notes a little later. What falls on `end` or after
    /// it waits.
    private mutating func placed(_ entries: [TimelineEntry], before end: Int64) -> [TimelineEntry] {
        let delay = place.delay(sampleRate: sonifier.sampleRate)
        let moved = entries.map { entry in
            var entry = entry
            switch entry.payload {
            case .parameters(let set, let glide): entry.payload = .parameters(place.applied(to: set), glide: glide)
            case .event: entry.sample += delay
            case .volume: break
            }
            return entry
        }
        // Stable: of one sample the earlier decided acts first.
        let all = (delayed + moved).enumerated().sorted { ($0.element.sample, $0.offset) < ($1.element.sample, $1.offset) }
            .map(\.element)
        let next = all.firstIndex { $0.sample >= end } ?? all.count
        delayed = Array(all[next...])
        return Array(all[..<next])
    }

    private func event(_ kind: SynthEvent.Kind, at sample: Int64) -> TimelineEntry {
        TimelineEntry(sample: sample, generation: sonifier.generation, payload: .event(SynthEvent(kind: kind)))
    }
}
