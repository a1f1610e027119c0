// SPDX-License-Identifier: MIT
import Tracking

/// Decides when events sound: at most two at once, onsets at least 300 ms apart, higher priority first.
///
/// An event waits for at most its patience of playback time and is then dropped. If more than 64 events wait, the one with the
/// lowest priority is dropped. Among equal priorities the older event comes first, then the one listed first in the preset.
struct StrikeSchedule {
    struct Waiting {
        var rule: Int
        var priority: Int
        var due: Int64
        /// The maximum wait in samples.
        var patience: Int64
        /// The event's subject, and the channels at that moment.
        var occurrence = Occurrence()
    }

    /// The data reported about an event besides its sound.
    struct Occurrence {
        var subject: String?
        var channels = ChannelValues()
    }

    /// The minimum time between the onsets of two events, in seconds.
    private static let spacing = 0.3
    /// The time for which a note rings, in seconds.
    static let ring = 0.6
    private static let longestQueue = 64

    private let spacing: Int64
    private var waiting: [Waiting] = []
    private var lastOnset: Int64?
    /// The ends of the events that are sounding, in samples.
    private var ends: [Int64] = []
    private var started: Int64 = 0
    private var dropped: Int64 = 0
    /// The events so far by outcome.
    var counts: EventCounts { EventCounts(struck: started, dropped: dropped, waiting: Int64(waiting.count)) }

    init(sampleRate: Int) {
        spacing = Int64(Double(sampleRate) * StrikeSchedule.spacing)
    }

    mutating func add(_ event: Waiting) {
        // Sorted by priority, then by age: events arrive in time order, and at equal times in the preset's order.
        let place = waiting.firstIndex { $0.priority < event.priority } ?? waiting.count
        waiting.insert(event, at: place)
        if waiting.count > StrikeSchedule.longestQueue {
            waiting.removeLast()
            dropped += 1
        }
    }

    /// The sample at which the next waiting event can start, not before `now`; nil if none is waiting.
    func next(from now: Int64) -> Int64? {
        guard let due = waiting.lazy.map(\.due).min() else { return nil }
        var start = max(due, now)
        if let lastOnset { start = max(start, lastOnset + spacing) }
        let sounding = ends.filter { $0 > start }
        return sounding.count < 2 ? start : max(start, sounding.min() ?? start)
    }

    /// Removes and returns the event that starts at `sample`; nil if all have exceeded their patience.
    mutating func start(at sample: Int64) -> Waiting? {
        let patient = waiting.filter { $0.due + $0.patience >= sample }
        dropped += Int64(waiting.count - patient.count)
        waiting = patient
        guard !waiting.isEmpty else { return nil }
        lastOnset = sample
        started += 1
        return waiting.removeFirst()
    }

    /// Records that a started event sounds until `end`.
    mutating func markSounding(until end: Int64, from sample: Int64) {
        ends.removeAll { $0 <= sample }
        ends.append(end)
    }

    /// Maps waiting events to the new indices of their rules, and drops those whose rule no longer exists.
    mutating func renumber(_ place: (Int) -> Int?) {
        waiting = waiting.compactMap { event in
            guard let rule = place(event.rule) else { return nil }
            var event = event
            event.rule = rule
            return event
        }
    }

    /// Shifts waiting and sounding events when the clock jumps by `shift` samples.
    mutating func move(by shift: Int64) {
        for index in waiting.indices { waiting[index].due += shift }
        for index in ends.indices { ends[index] += shift }
        lastOnset? += shift
    }
}
