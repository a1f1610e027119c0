// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// Assigns a sample to every update, and sends the engine its timeline in order. Control side, one owner.
struct Conductor: ~Copyable {
    private(set) var sonifier: Sonifier
    private var outbox: TimelineOutbox
    /// The slot of this track among others.
    private var slot: TrackSlot
    /// Notes that the slot delays beyond the scheduled range, in order.
    private var delayed: [TimelineEntry] = []
    /// The entries sent to the engine since the last `takeSent`, for the shared soundscape; nil if they are not collected.
    private var sent: [TimelineEntry]?
    /// The end of the scheduled range: every earlier sample is final, and a later update takes effect here.
    private(set) var conducted: Int64 = 0
    private var stopSample: Int64?
    /// The sample at which every layer starts, while all are at rest.
    private var startSample: Int64?
    /// True once the layers have been stopped; later events do not sound.
    private var hasStopped = false
    /// The event counts of tracks that have left.
    private var past = EventCounts()
    /// The state log's records of every set and onset that are not settled yet; nil if none are kept.
    private var records: [StateRecord]?
    /// Those that are final and were not taken yet.
    private var settled: [StateRecord] = []

    /// - Parameters:
    ///   - slot: the slot among other tracks.
    ///   - collectsSent: true collects the entries sent to the engine until `takeSent`.
    ///   - keepsRecords: true keeps the state log's records until `takeRecords`.
    init(
        sonifier: Sonifier, producer: consuming EventQueueProducer<TimelineEntry>?, slot: TrackSlot = .alone, collectsSent: Bool = false,
        keepsRecords: Bool = false
    ) {
        self.sonifier = sonifier
        outbox = TimelineOutbox(producer)
        self.slot = slot
        sent = collectsSent ? [] : nil
        records = keepsRecords ? [] : nil
    }

    /// The first sample that can still change: every earlier entry is in the queue.
    var horizon: Int64 { min(conducted, outbox.firstSample ?? .max) }

    /// The sample of the next event that has not been passed to the state log.
    var nextEvent: Int64? { records?.first { !$0.events.isEmpty || !$0.silent.isEmpty }?.sample }

    /// False while it has no part of the engine; nothing it schedules is audible then.
    var isAttached: Bool { outbox.isAttached }

    /// Connects it to a part of the engine from here on.
    mutating func attach(_ timeline: consuming EventQueueProducer<TimelineEntry>) { outbox.attach(timeline) }

    /// Sends everything that was scheduled, and disconnects it from its part of the engine.
    mutating func detach() {
        outbox.send()
        outbox.attach(nil)
    }

    /// The number of times that the queue was full.
    var overflowCount: Int { outbox.overflowCount }

    /// Returns the entries sent to the engine since the last call.
    mutating func takeSent() -> [TimelineEntry] {
        defer { sent?.removeAll() }
        return sent ?? []
    }

    /// Makes the rain respond to `update` at playback sample `sample`.
    mutating func receive(_ update: TrackerUpdate, at sample: Int64) { sonifier.receive(update, at: sample) }

    /// Switches to another preset from the first unscheduled sample on, in the same slot or another.
    mutating func use(_ preset: Preset, at slot: TrackSlot = .alone) {
        self.slot = slot
        sonifier.use(preset)
    }

    /// The parameters last sent to the engine, or those it starts with.
    var parameters: SynthParameters { slot.applied(to: sonifier.parameters) }

    /// The event counts of all tracks that this conductor has had.
    var counts: EventCounts {
        var counts = past
        counts.add(sonifier.counts)
        return counts
    }

    /// The parameters held from outside, which persist through every restart.
    var overrides: ParameterOverrides { sonifier.overrides }

    /// Holds these parameters from the first unscheduled sample on.
    mutating func override(_ overrides: ParameterOverrides) { sonifier.override(overrides) }

    /// Sets channels from outside the track, from the first unscheduled sample on; they persist through every restart.
    mutating func control(_ values: ChannelValues) { sonifier.control(values) }

    /// Strikes the sound of one of the preset's events as soon as other events permit.
    mutating func strike(rule: Int) { sonifier.strike(rule: rule) }

    /// Stops every layer at `sample`; exact silence follows 200 ms later.
    mutating func stop(at sample: Int64) { stopSample = max(sample, conducted) }

    /// Silences all layers from the first unscheduled sample to `sample`.
    mutating func rest(until sample: Int64) {
        guard sample > conducted else { return }
        startSample = sample
        send([event(.stop, at: conducted)])
    }

    /// Begins another track at the first unscheduled sample, whether or not the slot was at rest.
    mutating func begin(_ state: Sonifier) {
        past.add(sonifier.counts)
        take(state, at: conducted, generation: sonifier.generation)
        startSample = nil
        delayed.removeAll()
        // After the final stop nothing starts.
        if !hasStopped { send([event(.start, at: conducted)]) }
    }

    /// Goes on with another sonifier; what is held from outside persists.
    private mutating func take(_ state: Sonifier, at sample: Int64, generation: UInt32) {
        let (overrides, controls) = (overrides, sonifier.controls)
        sonifier = state
        sonifier.restart(at: sample, generation: generation)
        sonifier.override(overrides)
        sonifier.control(controls)
    }

    /// Schedules rest up to `end`.
    mutating func pass(to end: Int64) {
        if let stop = stopSample, stop < end {
            stopSample = nil
            hasStopped = true
        }
        conducted = max(conducted, end)
        outbox.send()
    }

    /// Cancels the scheduled stop.
    mutating func cancelStop() { stopSample = nil }

    /// Queues every entry before `end`. Entries for which the queue is full stay first in line for the next call.
    mutating func advance(to end: Int64) {
        if let start = startSample, start < min(end, stopSample ?? .max) {
            startSample = nil
            emit(to: start)
            send([event(.start, at: start)])
        }
        if let stop = stopSample, stop < end {
            stopSample = nil
            emit(to: stop)
            send([event(.stop, at: stop)])
            hasStopped = true
        }
        emit(to: end)
        outbox.send()
    }

    /// Declares everything before `sample` final, and returns the state log's records of it since the last call.
    mutating func takeRecords(before sample: Int64) -> [StateRecord] {
        settle(before: sample)
        defer { settled.removeAll() }
        return settled
    }

    private mutating func settle(before sample: Int64) {
        let count = records?.firstIndex { $0.sample >= sample } ?? records?.count ?? 0
        settled += records?.prefix(count) ?? []
        records?.removeFirst(count)
    }

    /// Begins a new generation at `sample`; nothing older is played after it.
    /// - Parameters:
    ///   - state: the sonifier's state at `playedUntil`.
    ///   - playedUntil: the first sample that was not played.
    mutating func restart(from state: Sonifier, at sample: Int64, playedUntil: Int64, generation: UInt32) {
        settle(before: playedUntil)
        records?.removeAll()
        take(state, at: sample, generation: generation)
        stopSample = nil
        startSample = nil
        hasStopped = false
        conducted = sample
        outbox.waiting.removeAll()
        delayed.removeAll()
        sent?.removeAll()
        // The engine may already have stopped at an end that no longer applies.
        send([event(.start, at: sample)])
    }

    private mutating func emit(to end: Int64) {
        guard end > conducted else { return }
        // The closures must not access `self` while the sonifier is being mutated.
        var entries: [TimelineEntry] = []
        var records: [StateRecord]?
        swap(&records, &self.records)
        let isSilent = hasStopped
        sonifier.advance(
            to: end, emit: { entries.append($0) },
            record: records == nil
                ? nil : { if !isSilent || $0.events.isEmpty { records?.append($0) } })
        swap(&records, &self.records)
        conducted = end
        send(slot == .alone ? entries : placed(entries, before: end))
    }

    /// Passes entries on to the engine.
    private mutating func send(_ entries: [TimelineEntry]) {
        outbox.waiting += entries
        sent? += entries
    }

    /// The entries adapted to the slot, in order: tones slightly detuned, notes slightly delayed. Entries at or after `end`
    /// wait.
    private mutating func placed(_ entries: [TimelineEntry], before end: Int64) -> [TimelineEntry] {
        let delay = slot.delay(sampleRate: sonifier.sampleRate)
        var all = delayed
        for var entry in entries {
            switch entry.payload {
            case .parameters(let set, let glide): entry.payload = .parameters(slot.applied(to: set), glide: glide)
            case .event: entry.sample += delay
            case .volume: break
            }
            // Of equal samples, the one scheduled earlier comes first.
            var index = all.count
            while index > 0, all[index - 1].sample > entry.sample { index -= 1 }
            all.insert(entry, at: index)
        }
        let next = all.firstIndex { $0.sample >= end } ?? all.count
        delayed = Array(all[next...])
        all.removeSubrange(next...)
        return all
    }

    private func event(_ kind: SynthEvent.Kind, at sample: Int64) -> TimelineEntry {
        TimelineEntry(sample: sample, generation: sonifier.generation, payload: .event(SynthEvent(kind: kind)))
    }
}
