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
    private var conducted: Int64 = 0
    private var stopSample: Int64?
    /// What the state log wants of every emitted set and onset.
    private let record: ((StateRecord) -> Void)?

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

    /// Every layer stops at `sample`, exact silence follows 200 ms later.
    mutating func stop(at sample: Int64) { stopSample = max(sample, conducted) }

    /// Queues every entry before `end`. What finds no room stays first in line for the next call.
    mutating func advance(to end: Int64) {
        if let stop = stopSample, stop < end {
            stopSample = nil
            emit(to: stop)
            waiting.append(
                TimelineEntry(
                    sample: stop, generation: sonifier.generation, payload: .event(SynthEvent(kind: .stop))))
        }
        emit(to: end)
        conducted = max(conducted, end)
        let sent = waiting.firstIndex { !producer.push($0) } ?? waiting.count
        waiting.removeFirst(sent)
    }

    private mutating func emit(to end: Int64) {
        guard end > conducted else { return }
        // The closure may not touch `self` while the sonifier is being changed.
        var entries: [TimelineEntry] = []
        swap(&entries, &waiting)
        sonifier.advance(to: end, emit: { entries.append($0) }, record: record)
        swap(&entries, &waiting)
        conducted = end
    }

    /// A new generation begins at `sample`: nothing older will be heard after it.
    /// - Parameter state: the sonifier as it was at the last sample that was heard.
    mutating func restart(from state: Sonifier, at sample: Int64, generation: UInt32) {
        sonifier = state
        sonifier.restart(at: sample, generation: generation)
        waiting.removeAll()
        stopSample = nil
        conducted = sample
    }
}
