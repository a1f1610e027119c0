import RainSynthesis
import RealtimeExchange

/// Entries on their way into an engine's queue, in order. Control side, one owner.
struct TimelineOutbox: ~Copyable {
    /// Nil while nobody hears: then nothing waits.
    private var producer: EventQueueProducer<TimelineEntry>?
    /// How often the queues were full that it has had.
    private(set) var overflowCount = 0
    /// Not in the queue yet; the first ones found it full.
    var waiting: [TimelineEntry] = []

    init(_ producer: consuming EventQueueProducer<TimelineEntry>?) { self.producer = producer }

    /// The sample of the first entry that is not in the queue.
    var firstSample: Int64? { waiting.first?.sample }

    var isAttached: Bool { producer != nil }

    /// From here on all goes there; nil: nowhere.
    mutating func attach(_ producer: consuming EventQueueProducer<TimelineEntry>?) { self.producer = producer }

    /// Queues what finds room; the rest stays first in line.
    mutating func send() {
        var sent = 0
        while sent < waiting.count, producer?.push(waiting[sent]) ?? true { sent += 1 }
        if sent < waiting.count { overflowCount += 1 }
        waiting.removeFirst(sent)
    }
}
