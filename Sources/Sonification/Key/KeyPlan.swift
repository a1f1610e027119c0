// SPDX-License-Identifier: MIT
import RainSynthesis
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
/// names, each event over the quietest and the densest rain.
struct KeyPlan {
    /// The time given to each sound, in seconds.
    private struct Pace {
        /// A step of the main number, of which there are five.
        var point: Double
        /// A step of anything else; a name stays for three of them.
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
    /// The fact that is played at three values with every other one; nil if no channel is a number.
    private let main: KeyFact?
    private let named: [KeyFact]
    /// Counts the states, so that names take turns.
    private var turn = 0

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
            case .number: stretches.append(moves(fact, places: [0, 1], seconds: pace.hold))
            case .onOff: stretches.append(moves(fact, places: [0, 1], seconds: pace.hold))
            case .names, .numbers: stretches.append(choices(of: fact))
            }
        }
        if !preset.events.isEmpty { stretches.append(events(mainPlace: 0, isFirst: true)) }
        if !preset.events.isEmpty, main != nil { stretches.append(events(mainPlace: 1, isFirst: false)) }
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

    /// Adds the names whose turn it is: each fact's next. In every round of the largest set the others are one further, so that
    /// they meet in other combinations.
    private func addNames(to state: inout State, except fact: KeyFact?, turn: Int) {
        let round = turn / max(1, largest)
        for other in named where other.channel != fact?.channel && !(other.isOfRide && state.update.channels.isOffTrain) {
            let shift = other.groups.count == largest ? 0 : round
            state.set(other, other.groups[(turn + shift) % other.groups.count])
        }
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
            return step(
                state.label, state.label + (place == 0 ? ".\(fact.said)" : ""), pace.point, [.update(state.update)])
        }
        return stretch(steps, [fact])
    }

    /// A number or a switch at three values of the main number.
    private mutating func moves(_ fact: KeyFact, places: [Double], seconds: Double) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        for mainPlace in main == nil ? [0] : [0, 0.5, 1] {
            for place in places {
                var state = State()
                state.set(fact, at: place)
                if let main { state.set(main, at: mainPlace) }
                addNames(to: &state, except: nil, turn: turn)
                // The explanation is attached where its effect is audible.
                let isTold = steps.count == (fact.kind == .onOff ? 1 : 0)
                let isShort = fact.kind == .onOff && place == 0
                steps.append(
                    step(
                        state.label, state.label + (isTold ? ".\(fact.said)" : ""),
                        fact.kind == .number ? max(seconds, fact.settling) : isShort ? 0.6 * seconds : 1.6 * seconds,
                        [.update(state.update)]))
            }
            turn += 1
        }
        return stretch(steps, [fact, main])
    }

    // MARK: Names

    /// One name after the other: the largest set at three values of the main number, falling and rising in turn, each with other
    /// names of the other sets, lest one be taken for the other; the others, once more, in the middle.
    private mutating func choices(of fact: KeyFact) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        for (number, group) in fact.groups.enumerated() {
            let isLargest = fact.groups.count == largest
            let mainPlaces: [Double] = main == nil ? [0] : !isLargest ? [0.5] : number % 2 == 0 ? [0, 0.5, 1] : [1, 0.5, 0]
            for (place, mainPlace) in mainPlaces.enumerated() {
                var state = State()
                state.set(fact, group)
                if let main { state.set(main, at: mainPlace) }
                addNames(to: &state, except: fact, turn: turn + place)
                steps.append(
                    step(
                        state.label, state.label + (steps.isEmpty ? ".\(fact.said)" : ""), isLargest ? pace.hold : 1.6 * pace.hold,
                        [.update(state.update)]))
            }
            turn += mainPlaces.count
        }
        return stretch(steps, [main])
    }

    // MARK: Events

    private mutating func events(mainPlace: Double, isFirst: Bool) -> KeyStretch {
        var steps: [KeyStretch.Step] = []
        for (index, rule) in preset.events.enumerated() {
            var state = State()
            if let main { state.set(main, at: mainPlace) }
            // Names stay for three events.
            addNames(to: &state, except: nil, turn: turn + index / 3)
            if index == 0 {
                let label = state.label.isEmpty ? "events" : state.label
                steps.append(step(label, label + ". The events.", 0.8, [.update(state.update)]))
            }
            let words = (["event \(rule.trigger.name)"] + state.words).joined(separator: "; ")
            let length = Double(rule.play.notes.count - 1) * rule.play.gap + pace.ring
            let said = isFirst ? rule.say.map { ". \($0)" } ?? "" : ""
            steps.append(step(words, words + said, length, [.update(state.update), .rule(index)]))
        }
        turn += preset.events.count / 3 + 1
        return stretch(steps, [main])
    }
}
