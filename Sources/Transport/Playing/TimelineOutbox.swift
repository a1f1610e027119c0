// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange

/// Entries on their way into an engine's queue, in order. Control side, one owner.
struct TimelineOutbox: ~Copyable {
    /// Nil while no engine part is attached; entries are then discarded.
    private var producer: EventQueueProducer<TimelineEntry>?
    /// The number of times that a queue was full.
    private(set) var overflowCount = 0
    /// Entries not in the queue yet, because it was full.
    var waiting: [TimelineEntry] = []

    init(_ producer: consuming EventQueueProducer<TimelineEntry>?) { self.producer = producer }

    /// The sample of the first entry that is not in the queue.
    var firstSample: Int64? { waiting.first?.sample }

    var isAttached: Bool { producer != nil }

    /// Redirects all further entries to `producer`; nil discards them.
    mutating func attach(_ producer: consuming EventQueueProducer<TimelineEntry>?) { self.producer = producer }

    /// Queues as many entries as fit; the rest stays first in line.
    mutating func send() {
        var sent = 0
        while sent < waiting.count, producer?.push(waiting[sent]) ?? true { sent += 1 }
        if sent < waiting.count { overflowCount += 1 }
        waiting.removeFirst(sent)
    }
}
