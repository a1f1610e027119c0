// SPDX-License-Identifier: MIT
import Tracking

/// What is true while a sound lasts: the values of facts over time, and events. Seconds from the start of the sound.
public struct FactTimeline: Sendable {
    /// An event and its onset.
    public struct Event: Equatable, Sendable {
        var time: Double
        var name: String
    }

    /// The values of one fact, each until the next; nil while it is unknown.
    struct Course: Sendable {
        private(set) var times: [Double] = []
        private(set) var values: [ChannelValue?] = []

        mutating func set(_ value: ChannelValue?, at time: Double) {
            if (values.last ?? nil) == value { return }
            if times.last == time {
                values[values.count - 1] = value
            } else {
                times.append(time)
                values.append(value)
            }
        }

        /// Passes the pieces of constant value within a span; false if the value is unknown somewhere in it.
        func pieces(from start: Double, to end: Double, _ body: (ChannelValue, Double) -> Void) -> Bool {
            let after = times.partitioningIndex { $0 > start }
            guard after > 0 else { return false }
            var place = after - 1, time = start
            while time < end {
                let next = place + 1 < times.count ? min(times[place + 1], end) : end
                guard let value = values[place] else { return false }
                body(value, next - time)
                time = next
                place += 1
            }
            return true
        }
    }

    private(set) var courses: [String: Course] = [:]
    public private(set) var events: [Event] = []
    /// The end of the span in which events are known, in seconds.
    private(set) var end = 0.0

    public init() {}

    /// The facts that ever have a value, in alphabetical order.
    public var names: [String] { courses.keys.sorted() }

    /// Sets the values of facts from `time` on; those not listed become unknown.
    public mutating func set(_ facts: [String: ChannelValue], at time: Double) {
        for name in courses.keys where facts[name] == nil { courses[name]?.set(nil, at: time) }
        for (name, value) in facts { courses[name, default: Course()].set(value, at: time) }
        end = max(end, time)
    }

    mutating func addEvent(_ name: String, at time: Double) {
        events.append(Event(time: time, name: name))
        end = max(end, time)
    }

    /// The mean of a numeric fact over a span; nil if it is unknown somewhere in it.
    func mean(_ name: String, from start: Double, to end: Double) -> Double? {
        var sum = 0.0, isNumber = true
        let isKnown = courses[name]?.pieces(from: start, to: end) { value, seconds in
            if let number = value.number { sum += number * seconds } else { isNumber = false }
        }
        return isKnown == true && isNumber && end > start ? sum / (end - start) : nil
    }

    /// The only class of a fact's values in a span; nil if it changes or is unknown.
    /// - Parameter classify: the class of a value, usually its name.
    func constant(
        _ name: String, from start: Double, to end: Double, as classify: (ChannelValue) -> String = FactTimeline.className
    ) -> String? {
        var single: String?, isConstant = true
        let isKnown = courses[name]?.pieces(from: start, to: end) { value, _ in
            let name = classify(value)
            if single == nil { single = name } else if single != name { isConstant = false }
        }
        return isKnown == true && isConstant ? single : nil
    }

    /// All classes of a fact, in order of their names.
    func classes(_ name: String) -> [String] {
        Set((courses[name]?.values ?? []).compactMap { $0.map(FactTimeline.className) }).sorted()
    }

    /// The changes of a numeric fact by at least `least` after at least `quiet` seconds, until the next change: time, from, to.
    func steps(_ name: String, least: Double, quiet: Double) -> [(time: Double, from: Double, to: Double, until: Double)] {
        guard let course = courses[name] else { return [] }
        return course.times.indices.dropFirst().compactMap { place in
            guard let from = course.values[place - 1]?.number, let to = course.values[place]?.number, abs(to - from) >= least,
                course.times[place] - course.times[place - 1] >= quiet
            else { return nil }
            return (course.times[place], from, to, place + 1 < course.times.count ? course.times[place + 1] : end)
        }
    }

    private static func className(_ value: ChannelValue) -> String {
        switch value {
        case .category(let name): name
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
        }
    }
}
