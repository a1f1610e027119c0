// SPDX-License-Identifier: MIT
import Platform
import SoundAnalysis

/// Compares what a listener reads in sounds with what is true in them.
public struct ListeningTest: Sendable {
    /// A sound that was read.
    struct Part: Sendable {
        var reading: Reading
        var truth: FactTimeline

        /// The events that happen while the sound lasts.
        var events: [FactTimeline.Event] { truth.events.filter { $0.time <= reading.duration } }
    }

    let listener: Listener
    private(set) var parts: [Part] = []

    /// Windows before and after the present one on which the class of a line is judged: 5 s with the window's own two.
    private static let longReach = 3
    /// How near to the true onset an event must be found, in seconds.
    fileprivate static let eventTolerance = 0.5

    public init(_ listener: Listener) { self.listener = listener }

    /// Teaches one listener for each condition, lets each read the sounds, and returns a test for each. What the notes of events
    /// sound like depends on no condition: they are learnt and found once for all.
    static func tests(
        in conditions: [HearingCondition], taughtBy lessons: [Lesson], reading sounds: [Lesson]
    ) async throws -> [ListeningTest] {
        let notes = NoteMatcher(lessons)
        let events = try await sounds.concurrentMap { notes?.matches(in: $0.hearing) ?? [] }
        return try await conditions.concurrentMap { condition in
            var test = ListeningTest(Listener(lessons, in: condition, notes: notes))
            for (sound, events) in zip(sounds, events) {
                test.parts.append(Part(reading: test.listener.read(sound.hearing, events: events), truth: sound.truth))
            }
            return test
        }
    }

    /// Reads a sound and stores the reading with what is true in it.
    public mutating func read(_ hearing: Hearing, truth: FactTimeline) {
        parts.append(Part(reading: listener.read(hearing), truth: truth))
    }

    /// Every figure that the truth allows.
    public var scores: [ListeningScore] {
        var scores: [ListeningScore] = []
        func add(_ fact: String, _ measure: ListeningScore.Measure, _ value: Double?, _ count: Int, other: String? = nil) {
            guard count > 0 else { return }
            scores.append(
                ListeningScore(
                    fact: fact, measure: measure, condition: listener.condition, value: value ?? .nan, count: count, other: other))
        }
        for fact in listener.facts where parts.contains(where: { $0.truth.courses[fact] != nil }) {
            if listener.isNumber(fact) {
                let pairs = numbers(fact)
                add(fact, .spearman, Correlation.spearman(pairs.map(\.read), pairs.map(\.true)), pairs.count)
                let squares = pairs.reduce(0) { $0 + ($1.read - $1.true) * ($1.read - $1.true) }
                add(fact, .rmse, (squares / Double(max(pairs.count, 1))).squareRoot(), pairs.count)
                if fact == "speed" {
                    let pairs = classes(Listener.motion)
                    add(Listener.motion, .balanced, Self.balanced(pairs), pairs.count)
                    let delays = delays(fact)
                    add(fact, .stepTime, Self.median(delays), delays.count)
                }
            } else {
                let pairs = classes(fact)
                add(fact, .accuracy, Double(pairs.count { $0.read == $0.true }) / Double(max(pairs.count, 1)), pairs.count)
                add(fact, .balanced, Self.balanced(pairs), pairs.count)
            }
        }
        let events = eventCounts
        if events.true + events.read > 0 {
            add("events", .f1, 2 * Double(events.found) / Double(events.true + events.read), events.true)
            if events.found > 0 { add("events", .eventClass, Double(events.right) / Double(events.found), events.found) }
        }
        for fact in listener.facts {
            if let talk = crossTalk(of: fact) { add(fact, .crossTalk, talk.value, talk.count, other: talk.other) }
        }
        return scores
    }

    // MARK: Numbers and classes

    /// The span of the truth that a window shows: the sound lags behind it.
    func span(_ start: Double) -> (Double, Double) { (max(0, start - Listener.lag), start + Listener.window - Listener.lag) }

    func numbers(_ fact: String) -> [(read: Double, true: Double)] {
        parts.flatMap { part in
            zip(part.reading.starts, part.reading.numbers[fact] ?? []).compactMap { start, read in
                let (from, to) = span(start)
                guard Listener.readable(part.truth, fact, from, to), let value = part.truth.mean(fact, from: from, to: to) else {
                    return nil
                }
                return (read, value)
            }
        }
    }

    /// The true and the read class in each window in which the fact has one class that the listener knows.
    func classes(_ fact: String) -> [(read: String, true: String)] {
        let known = fact == Listener.motion ? Listener.motionNames : listener.classNames(fact)
        let reach = fact.hasPrefix("line") ? Self.longReach : 0
        return parts.flatMap { part in
            part.reading.starts.indices.compactMap { place in
                let (from, to) = span(part.reading.starts[place])
                guard Listener.readable(part.truth, fact, from, to),
                    let read = part.reading.name(fact, at: place, before: reach, after: reach)
                else { return nil }
                let value: String?
                if fact == Listener.motion {
                    value = Listener.motion(part.truth, from, to)
                } else if reach > 0 {
                    // Judged after the class has been heard for five seconds.
                    let half = Double(reach) * Listener.hop
                    value = part.truth.constant(fact, from: max(0, from - half), to: to + half)
                } else {
                    value = part.truth.constant(fact, from: from, to: to)
                }
                return value.flatMap { FactLabel.known($0, among: known) }.map { (read, $0) }
            }
        }
    }

    /// The mean over the classes of the share read correctly; nil if fewer than two occur.
    static func balanced(_ pairs: [(read: String, true: String)]) -> Double? {
        // Sorted, since the sum depends on its order.
        let names = Set(pairs.map(\.true)).sorted()
        guard names.count > 1 else { return nil }
        return names.reduce(0) { sum, name in
            let own = pairs.filter { $0.true == name }
            return sum + Double(own.count { $0.read == name }) / Double(own.count)
        } / Double(names.count)
    }

    // MARK: Steps

    /// The median of times; nil of none, or if half of them are infinite.
    static func median(_ times: [Double]) -> Double? {
        let sorted = times.sorted()
        guard let last = sorted.indices.last else { return nil }
        let median = (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
        return median.isFinite ? median : nil
    }

    /// The delays of every large step of a number.
    private func delays(_ fact: String) -> [Double] {
        let values = parts.flatMap { $0.truth.courses[fact]?.values ?? [] }.compactMap { $0?.number }
        guard let low = values.min(), let high = values.max(), high > low else { return [] }
        return parts.flatMap { $0.delays(fact, least: 0.3 * (high - low)) }
    }

    // MARK: Events

    private var eventCounts: (true: Int, read: Int, found: Int, right: Int) {
        var counts = (true: 0, read: 0, found: 0, right: 0)
        for part in parts {
            let pairs = EventPairs(part.events, part.reading.events, within: Self.eventTolerance)
            counts.true += part.events.count
            counts.read += part.reading.events.count
            counts.found += pairs.count
            counts.right += pairs.right
        }
        return counts
    }
}

extension ListeningTest.Part {
    /// How often the events of a name happen and are recognised, and for which the others are taken: the nearest that is heard.
    func recognition(of name: String) -> (true: Int, recognised: Int, confused: [String]) {
        var found = (true: 0, recognised: 0, confused: [String]())
        for event in events where event.name == name {
            found.true += 1
            let near = reading.events.filter { abs($0.time - event.time) <= ListeningTest.eventTolerance }
            if near.contains(where: { $0.name == name }) {
                found.recognised += 1
            } else if let other = near.min(by: { abs($0.time - event.time) < abs($1.time - event.time) }) {
                found.confused.append(other.name)
            }
        }
        return found
    }

    /// Seconds from each step of a number by at least `least` to the end of the first window in which 90 % of it is read; infinite
    /// for a step of which less than half is read in the end: wherever such readings wander, they do not follow it.
    func delays(_ fact: String, least: Double) -> [Double] {
        let read = reading.numbers[fact] ?? []
        return truth.steps(fact, least: least, quiet: 3).compactMap { step in
            guard step.until - step.time >= 3, Listener.readable(truth, fact, step.time - 1, step.time + 3) else { return nil }
            // The reading once the step has settled and the one before it, so that a constant error does not count as delay.
            func mean(_ from: Double, _ to: Double) -> Double? {
                zip(reading.starts, read).filter { (from...to).contains($0.0 + Listener.window) }.map(\.1).mean
            }
            guard let before = mean(step.time - 1, step.time),
                let after = mean(min(step.time + 2.5, step.until), min(step.until, step.time + 6))
            else { return nil }
            guard (after - before) / (step.to - step.from) >= 0.5 else { return .infinity }
            let end = zip(reading.starts, read).first { start, value in
                start + Listener.window >= step.time && (value - before) / (after - before) >= 0.9
            }
            return end.map { $0.0 + Listener.window - step.time }
        }
    }
}
