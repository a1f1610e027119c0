import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// Gives every update its sample, and the engine its timeline, in order. Control side, one owner.
struct Conductor: ~Copyable {
    private(set) var sonifier: Sonifier
    private var producer: EventQueueProducer<TimelineEntry>
    /// Entries that found the queue full, in order; they go first.
    private var waiting: [TimelineEntry] = []
    /// Everything before this sample is decided; a later update acts here.
    private(set) var conducted: Int64 = 0
    private var stopSample: Int64?
    /// True once the layers stop: what happens after it sounds no more.
    private var hasStopped = false
    private let record: ((StateRecord) -> Void)?
    /// Records of what is not settled yet.
    private var records: [StateRecord] = []

    /// - Parameter record: what the state log wants of every set and onset, once it is settled.
    init(
        sonifier: Sonifier, producer: consuming EventQueueProducer<TimelineEntry>,
        record: ((StateRecord) -> Void)? = nil
    ) {
        self.sonifier = sonifier
        self.producer = producer
        self.record = record
    }

    /// The first sample that may still change: every entry before it is in the queue.
    var horizon: Int64 { min(conducted, waiting.first?.sample ?? .max) }

    /// How often the queue was full.
    var overflowCount: Int { producer.overflowCount }

    /// The rain answers `update` at heard sample `sample`.
    mutating func hear(_ update: TrackerUpdate, at sample: Int64) { sonifier.receive(update, at: sample) }

    /// Another preset rules from the first sample that is not decided yet.
    mutating func use(_ preset: Preset) { sonifier.use(preset) }

    /// What somebody outside holds, through every restart.
    var overrides: ParameterOverrides { sonifier.overrides }

    /// These parameters are held from the first sample that is not decided yet.
    mutating func override(_ overrides: ParameterOverrides) { sonifier.override(overrides) }

    /// The sound of one of the preset's events, as soon as others let it.
    mutating func strike(rule: Int) { sonifier.strike(rule: rule) }

    /// Every layer stops at `sample`, exact silence follows 200 ms later.
    mutating func stop(at sample: Int64) { stopSample = max(sample, conducted) }

    /// No layer stops.
    mutating func goOnForEver() { stopSample = nil }

    /// Queues every entry before `end`. What finds no room stays first in line for the next call.
    mutating func advance(to end: Int64) {
        if let stop = stopSample, stop < end {
            stopSample = nil
            emit(to: stop)
            waiting.append(event(.stop, at: stop))
            hasStopped = true
        }
        emit(to: end)
        let sent = waiting.firstIndex { !producer.push($0) } ?? waiting.count
        waiting.removeFirst(sent)
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
        hasStopped = false
        conducted = sample
        // The engine may have stopped already, at an end that is none any more.
        waiting = [event(.start, at: sample)]
    }

    private mutating func emit(to end: Int64) {
        guard end > conducted else { return }
        // The closures may not touch `self` while the sonifier is being changed.
        var entries: [TimelineEntry] = []
        var records: [StateRecord] = []
        swap(&entries, &waiting)
        swap(&records, &self.records)
        let isSilent = hasStopped
        sonifier.advance(
            to: end, emit: { entries.append($0) },
            record: record == nil
                ? nil : { if !isSilent || $0.events.isEmpty { records.append($0) } })
        swap(&entries, &waiting)
        swap(&records, &self.records)
        conducted = end
    }

    private func event(_ kind: SynthEvent.Kind, at sample: Int64) -> TimelineEntry {
        TimelineEntry(sample: sample, generation: sonifier.generation, payload: .event(SynthEvent(kind: kind)))
    }
}
