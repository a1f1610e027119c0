import RainSynthesis
import RealtimeExchange

/// Entries on their way into an engine's queue, in order. Control side, one owner.
struct TimelineOutbox: ~Copyable {
    private var producer: EventQueueProducer<TimelineEntry>
    /// Not in the queue yet; the first ones found it full.
    var waiting: [TimelineEntry] = []

    init(_ producer: consuming EventQueueProducer<TimelineEntry>) { self.producer = producer }

    /// The sample of the first entry that is not in the queue.
    var firstSample: Int64? { waiting.first?.sample }

    /// How often the queue was full.
    var overflowCount: Int { producer.overflowCount }

    /// Queues what finds room; the rest stays first in line.
    mutating func send() {
        let sent = waiting.firstIndex { !producer.push($0) } ?? waiting.count
        waiting.removeFirst(sent)
    }
}
