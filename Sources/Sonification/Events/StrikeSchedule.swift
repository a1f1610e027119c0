import Tracking

/// Decides when events sound: at most two at once, onsets at least 300 ms apart, the higher priority first.
///
/// An event that must wait does so for at most its patience of heard time and is dropped after that; of more than 64
/// that wait, the lowest goes. Among equals the older comes first, then the one that stands first in the preset.
struct StrikeSchedule {
    struct Waiting {
        var rule: Int
        var priority: Int
        var due: Int64
        /// Samples it may wait.
        var patience: Int64
        /// What it happened to, and what was known then.
        var happening = Happening()
    }

    /// What is told of an event beside its sound.
    struct Happening {
        var subject: String?
        var channels = ChannelValues()
    }

    /// Seconds between the onsets of two events.
    static let spacing = 0.3
    /// Seconds a note rings on.
    static let ring = 0.6
    private static let longestQueue = 64

    private let spacing: Int64
    private var waiting: [Waiting] = []
    private var lastOnset: Int64?
    /// When the events that sound now will have ended.
    private var ends: [Int64] = []
    private(set) var dropped: Int64 = 0

    init(sampleRate: Int) {
        spacing = Int64(Double(sampleRate) * StrikeSchedule.spacing)
    }

    mutating func add(_ event: Waiting) {
        // Sorted by priority, then by age: events come in the order of their time and of the preset.
        let place = waiting.firstIndex { $0.priority < event.priority } ?? waiting.count
        waiting.insert(event, at: place)
        if waiting.count > StrikeSchedule.longestQueue {
            waiting.removeLast()
            dropped += 1
        }
    }

    /// The sample at which the next waiting event can start, not before `now`; nil when none waits.
    func next(from now: Int64) -> Int64? {
        guard let due = waiting.lazy.map(\.due).min() else { return nil }
        var start = max(due, now)
        if let lastOnset { start = max(start, lastOnset + spacing) }
        let sounding = ends.filter { $0 > start }
        return sounding.count < 2 ? start : max(start, sounding.min() ?? start)
    }

    /// The event that starts at `sample`, or nil when all have waited too long.
    mutating func start(at sample: Int64) -> Waiting? {
        let patient = waiting.filter { $0.due + $0.patience >= sample }
        dropped += Int64(waiting.count - patient.count)
        waiting = patient
        guard !waiting.isEmpty else { return nil }
        lastOnset = sample
        return waiting.removeFirst()
    }

    /// An event that has started sounds until `end`.
    mutating func sounds(until end: Int64, from sample: Int64) {
        ends.removeAll { $0 <= sample }
        ends.append(end)
    }

    /// What waits belongs to rules that stand elsewhere now; what has no rule any more waits no longer.
    mutating func renumber(_ place: (Int) -> Int?) {
        waiting = waiting.compactMap { event in
            guard let rule = place(event.rule) else { return nil }
            var event = event
            event.rule = rule
            return event
        }
    }

    /// The clock jumps by `shift` samples: what waits or sounds goes along.
    mutating func move(by shift: Int64) {
        for index in waiting.indices { waiting[index].due += shift }
        for index in ends.indices { ends[index] += shift }
        lastOnset? += shift
    }
}
