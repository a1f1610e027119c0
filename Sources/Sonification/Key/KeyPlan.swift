// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// The part of an audio key between two silences.
struct KeyStretch {
    /// One sound, with a cue where it begins.
    struct Step {
        var label: String
        var text: String
        /// The duration in steps of the sonifier's grid (20 ms).
        var gridSteps: Int
        /// The causes of the sound; none if the rain simply continues.
        var arrivals: [Sonifier.Arrival] = []
    }

    /// Updates that took effect long before the stretch begins.
    var preparation: [TrackerUpdate] = []
    var steps: [Step]
}

/// The stretches of a preset's audio key, in order: the rain at rest, each fact at several values of the main one and of the
/// names, each event over thin and over dense rain.
///
/// Whatever else is true during a sound varies independently of it: facts that always came together would be taken for one.
struct KeyPlan {
    /// The time given to each sound, in seconds.
    private struct Pace {
        /// A step of the main number, of which there are five.
        var point: Double
        /// A step of anything else.
        var hold: Double
        /// The time from the onset of an event's last note.
        var ring: Double
    }

    /// From the easiest to learn to the shortest that is still distinguishable.
    private static let paces = [
        Pace(point: 3, hold: 1.2, ring: 1.1), Pace(point: 2, hold: 1.1, ring: 0.9), Pace(point: 1.6, hold: 1, ring: 0.8),
        Pace(point: 1.5, hold: 0.9, ring: 0.7), Pace(point: 1.2, hold: 0.85, ring: 0.55),
    ]

    private(set) var stretches: [KeyStretch] = []
    private let preset: Preset
    private let pace: Pace
    private let facts: [KeyFact]
    /// The fact that is played at several values with every other one; nil if no channel is a number.
    private let main: KeyFact?
    private let named: [KeyFact]
    /// For each channel the groups of names not yet drawn in this round, and the group drawn last.
    private var undrawn: [String: [Int]] = [:]
    private var drawn: [String: Int] = [:]
    private var stream = SplitMix64(KeyPlan.seed)

    /// Of eight, the one from which a machine listener learnt most.
    private static let seed: UInt64 = 2
    /// The values of the main number at which a switch is on.
    private static let onPlaces = [0, 1.0 / 3, 2.0 / 3, 1]
    /// The number of events for which everything else stays as it is.
    private static let eventsTogether = 3

    /// The slowest plan within `seconds`, or the shortest one if none fits.
    static func fitting(_ preset: Preset, seconds: Double) -> KeyPlan {
        let plans = paces.lazy.map { KeyPlan(preset, $0) }
        return plans.first { $0.seconds <= seconds } ?? KeyPlan(preset, paces[paces.count - 1])
    }

    /// The total length, including the silences between the stretches.
    private var seconds: Double {
        let steps = stretches.reduce(0) { $0 + $1.steps.reduce(0) { $0 + $1.gridSteps } }
        return Double(steps + (stretches.count - 1) * Int(AudioKey.rest)) / Double(Sonifier.gridRate)
    }

    private init(_ preset: Preset, _ pace: Pace) {
        self.preset = preset
        self.pace = pace
        facts = KeyFact.facts(of: preset)
        main = facts.first { $0.kind == .number }
        named = facts.filter { !$0.groups.isEmpty }
        stretches.append(KeyStretch(steps: [step("at rest", "The rain at rest.", 2)]))
        for fact in facts {
            switch fact.kind {
            case .number where fact.channel == main?.channel: stretches.append(sweep(fact))
            case .number: stretches.append(lowAndHigh(fact))
            case .onOff: stretches.append(switched(fact))
            case .names, .numbers: stretches.append(choices(of: fact))
            }
        }
        if !preset.events.isEmpty { stretches.append(events(isDense: false)) }
        if !preset.events.isEmpty, main != nil { stretches.append(events(isDense: true)) }
    }

    private func step(_ label: String, _ text: String, _ seconds: Double, _ arrivals: [Sonifier.Arrival] = []) -> KeyStretch.Step {
        KeyStretch.Step(
            label: label, text: text, gridSteps: Int(seconds * Double(Sonifier.gridRate) + 0.5), arrivals: arrivals)
    }

    // MARK: States

    /// What is true during a step, as channels and as words.
    private struct State {
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        var words: [String] = []

        mutating func set(_ fact: KeyFact, at place: Double) {
            update.channels[fact.channel.name] = fact.value(at: place)
            words.append(fact.label(at: place))
        }

        mutating func set(_ fact: KeyFact, _ group: KeyFact.Group) {
            update.channels[fact.channel.name] = fact.value(of: group)
            words.append(fact.label(group))
        }

        var label: String { words.joined(separator: "; ") }
    }

    /// Draws a group of names for each fact. Each is drawn once before any comes again, in an order that chance decides: in a
    /// fixed order two facts would run in step.
    private mutating func drawNames() {
        for fact in named {
            var remaining = undrawn[fact.channel.name] ?? []
            if remaining.isEmpty { remaining = Array(fact.groups.indices) }
            drawn[fact.channel.name] = remaining.remove(at: stream.index(below: remaining.count))
            undrawn[fact.channel.name] = remaining
        }
    }

    /// Adds a value of the main number and the names that were drawn last.
    private func complete(_ state: inout State, at mainPlace: Double, except fact: KeyFact? = nil) {
        if let main { state.set(main, at: mainPlace) }
        for other in named where other.channel != fact?.channel && !(other.isOfRide && state.update.channels.isOffTrain) {
            if let place = drawn[other.channel.name] { state.set(other, other.groups[place]) }
        }
    }

    /// A step in which a state begins.
    /// - Parameter fact: the fact whose sentences its caption has.
    private func step(_ state: State, _ seconds: Double, saying fact: KeyFact?) -> KeyStretch.Step {
        step(state.label, state.label + (fact.map { ".\($0.sentences)" } ?? ""), seconds, [.update(state.update)])
    }

    /// The number of names in the largest set.
    private var largest: Int { named.map(\.groups.count).max() ?? 0 }

    /// Updates that lead an open domain to both of its ends.
    private func extent(_ fact: KeyFact?) -> [TrackerUpdate] {
        guard let fact, fact.isOpen else { return [] }
        return [0, 1, 0].map { place in
            var state = State()
            state.set(fact, at: place)
            return state.update
        }
    }

    /// The first update of a stretch, as its preparation.
    private func stretch(_ steps: [KeyStretch.Step], _ extents: [KeyFact?]) -> KeyStretch {
        var preparation = extents.flatMap(extent)
        if case .update(let first)? = steps.first?.arrivals.first { preparation.append(first) }
        return KeyStretch(preparation: preparation, steps: steps)
    }

    // MARK: Numbers

    /// The main number alone, in five steps.
    private func sweep(_ fact: KeyFact) -> KeyStretch {
        let steps = [0, 0.25, 0.5, 0.75, 1].map { place in
            var state = State()
            state.set(fact, at: place)
            return step(state, pace.point, saying: place == 0 ? fact : nil)
        }
        return stretch(steps, [fact])
    }

    /// A number, low and high, at three values of the main number.
    private mutating func lowAndHigh(_ fact: KeyFact) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        for mainPlace in main == nil ? [0] : [0, 0.5, 1] {
            drawNames()
            for place in [0.0, 1] {
                // The explanation is attached where its effect is audible.
                steps.append(step(fact, at: place, mainPlace, max(pace.hold, fact.settling), isExplained: steps.isEmpty))
            }
        }
        return stretch(steps, [fact, main])
    }

    /// A switch: on while the main number rises, after a moment off, twice.
    private mutating func switched(_ fact: KeyFact) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        for (number, mainPlace) in (main == nil ? [0] : Self.onPlaces).enumerated() {
            drawNames()
            if number % 2 == 0 { steps.append(step(fact, at: 0, mainPlace, 0.6 * pace.hold, isExplained: false)) }
            let seconds = main == nil ? max(1.6 * pace.hold, fact.settling) : 1.5 * pace.hold
            steps.append(step(fact, at: 1, mainPlace, seconds, isExplained: number == 0))
        }
        return stretch(steps, [fact, main])
    }

    /// A fact at a value, with a value of the main number and the names that were drawn last.
    private func step(_ fact: KeyFact, at place: Double, _ mainPlace: Double, _ seconds: Double, isExplained: Bool) -> KeyStretch.Step {
        var state = State()
        state.set(fact, at: place)
        complete(&state, at: mainPlace)
        return step(state, seconds, saying: isExplained ? fact : nil)
    }

    // MARK: Names

    /// One name after the other: the largest set at three values of the main number, falling and rising in turn; the others once
    /// more, each at one value of it.
    private mutating func choices(of fact: KeyFact) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        let isLargest = fact.groups.count == largest
        for (number, group) in fact.groups.enumerated() {
            let places: [Double] =
                main == nil
                ? [0] : !isLargest ? [DeterministicMath.vanDerCorput(number + 2)] : number % 2 == 0 ? [0, 0.5, 1] : [1, 0.5, 0]
            for place in places {
                drawNames()
                var state = State()
                state.set(fact, group)
                complete(&state, at: place, except: fact)
                steps.append(step(state, isLargest ? pace.hold : 1.6 * pace.hold, saying: steps.isEmpty ? fact : nil))
            }
        }
        return stretch(steps, [main])
    }

    // MARK: Events

    /// Every event while the main number rises through its lower half, or through its upper half.
    private mutating func events(isDense: Bool) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        // The number of the last group of both passes, which has the main number's greatest value.
        let last = Double(2 * ((preset.events.count - 1) / Self.eventsTogether) + 1)
        for (index, rule) in preset.events.enumerated() {
            if index % Self.eventsTogether == 0 { drawNames() }
            let group = Double(index / Self.eventsTogether) + (isDense ? (last + 1) / 2 : 0)
            var state = State()
            // In twentieths, so that labels stay short.
            let place = (20 * group / last).rounded() / 20
            complete(&state, at: place)
            if index == 0 {
                let label = state.label.isEmpty ? "events" : state.label
                steps.append(step(label, label + ". The events.", 0.8, [.update(state.update)]))
            }
            let words = (["event \(rule.trigger.name)"] + state.words).joined(separator: "; ")
            let length = Double(rule.play.notes.count - 1) * rule.play.gap + pace.ring
            let sentence = isDense ? "" : rule.say.map { ". \($0)" } ?? ""
            steps.append(step(words, words + sentence, length, [.update(state.update), .rule(index)]))
        }
        return stretch(steps, [main])
    }
}
