// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

/// Converts tracker updates to the engine's timeline according to a preset. Control side, one owner.
///
/// Parameters are evaluated on a grid of 50 points per second of playback time, counted from sample 0. A set is emitted only if
/// something changed, and is ramped over one grid step. Events are emitted at their exact sample. The output depends only on
/// the updates and their samples, not on how `advance` is called, provided that every update is received before `advance` has
/// passed its sample; a later one takes effect at once.
public struct Sonifier: Sendable {
    /// Grid points per second of playback time.
    public static let gridRate = 50

    public internal(set) var preset: Preset
    /// Frames per second; a multiple of 50.
    public let sampleRate: Int
    /// Frames from one grid point to the next.
    let gridStep: Int64
    /// Stamped on every entry.
    public private(set) var generation: UInt32
    /// Every parameter after mapping and smoothing: the set emitted last. Initially the preset's resting values, with which the
    /// engine must start.
    public internal(set) var parameters: SynthParameters
    /// The same set before fatigue is applied.
    var steady: SynthParameters
    /// Nil if the preset has no fatigue rule.
    var fatigue: FatigueWatch?
    /// Parameters held from outside the preset.
    public internal(set) var overrides = ParameterOverrides()
    /// The channels set from outside the track, such as a controller's; they join every update.
    public internal(set) var controls = ChannelValues()
    /// Counts of events by outcome.
    public var counts: EventCounts { schedule.counts }

    enum Arrival: Sendable {
        case update(TrackerUpdate)
        /// Channels set from outside the track.
        case controls(ChannelValues)
        /// Plays a rule's sound, for the audio key.
        case rule(Int)
    }

    var groups: [Group] = []
    /// The mappings in use, grouped by parameter, and the moving state of each.
    var active: [ActiveMapping] = []
    var glides: [MappingGlide] = []
    var watches: [EventWatch]
    var schedule: StrikeSchedule
    private var notes: [(sample: Int64, event: SynthEvent)] = []
    /// What has not taken effect yet, in order.
    var arrivals: [(sample: Int64, arrival: Arrival)] = []
    var clock: Int64 = 0
    /// The next grid point that needs work; nil while nothing is moving.
    var nextGrid: Int64?
    var mustEmit = false
    var lastUpdate: TrackerUpdate?

    public init(preset: Preset, sampleRate: Int, generation: UInt32 = 0) {
        self.preset = preset
        self.sampleRate = sampleRate
        self.generation = generation
        gridStep = Int64(max(1, sampleRate / Sonifier.gridRate))
        parameters = preset.restingParameters
        steady = parameters
        watches = preset.events.map { EventWatch($0.trigger) }
        schedule = StrikeSchedule(sampleRate: sampleRate)
        buildGroups()
        beginFatigue()
    }

    /// Starts the fatigue rule with a fresh state.
    mutating func beginFatigue() {
        fatigue = preset.fatigue.map {
            FatigueWatch($0, known: steady, at: clock, sampleRate: sampleRate, gridStep: gridStep)
        }
        awaitFatigue(after: clock)
    }

    private mutating func awaitFatigue(after sample: Int64) {
        if let next = fatigue?.next(after: sample) { nextGrid = min(nextGrid ?? .max, next) }
    }

    /// Receives an update that takes effect at playback sample `sample`. Updates take effect in the order received.
    public mutating func receive(_ update: TrackerUpdate, at sample: Int64) { take(.update(update), at: sample) }

    mutating func take(_ arrival: Arrival, at sample: Int64) {
        let earliest = arrivals.last?.sample ?? clock
        arrivals.append((min(max(sample, earliest, clock), 1 << 60), arrival))
    }

    /// Begins a new generation at `sample` after a pause, a seek or a change of speed. Events waiting to sound keep waiting
    /// from there, and cooldowns continue; updates that have not yet taken effect are discarded. A complete set is emitted at
    /// the next grid point.
    public mutating func restart(at sample: Int64, generation: UInt32) {
        self.generation = generation
        arrivals.removeAll()
        let start = min(max(sample, 0), 1 << 60)
        let shift = start - clock
        for index in notes.indices { notes[index].sample += shift }
        for index in watches.indices { watches[index].lastAccepted? += shift }
        schedule.move(by: shift)
        fatigue?.move(by: shift)
        clock = start
        mustEmit = true
        nextGrid = nil
        wake()
    }

    /// Emits every entry before `end`, in order, and records every emitted set, every onset of an event, and every event
    /// without a sound.
    public mutating func advance(
        to end: Int64, emit: (TimelineEntry) -> Void, record: ((StateRecord) -> Void)? = nil
    ) {
        var acted = 0
        while true {
            let arrival = acted < arrivals.count ? arrivals[acted].sample : .max
            let start = schedule.next(from: clock) ?? .max
            let note = notes.first?.sample ?? .max
            let now = min(arrival, start, note, nextGrid ?? .max)
            guard now < end else { break }
            clock = max(clock, now)
            if arrival == now {
                act(on: arrivals[acted].arrival, at: now, record: record)
                acted += 1
            } else if start == now {
                startEvent(at: now, record: record)
            } else if note == now {
                emit(TimelineEntry(sample: now, generation: generation, payload: .event(notes.removeFirst().event)))
            } else {
                step(at: now, emit: emit, record: record)
            }
        }
        arrivals.removeFirst(acted)
        clock = max(clock, min(end, 1 << 60))
    }

    // MARK: Updates

    private mutating func act(on arrival: Arrival, at sample: Int64, record: ((StateRecord) -> Void)?) {
        switch arrival {
        case .rule(let rule): occur(rule, .init(), at: sample)
        case .controls(let values):
            lastUpdate?.channels.replace(with: values)
            var update = TrackerUpdate(time: lastUpdate?.time ?? TrackTime(nanoseconds: 0), fix: nil)
            update.channels = values
            follow(update, isWhole: false, at: sample)
        case .update(var update):
            update.channels.replace(with: controls)
            lastUpdate = update
            follow(update, isWhole: true, at: sample)
            if let record, !update.events.isEmpty { recordSilent(update, at: sample, record) }
        }
    }

    /// Lets the mappings and events follow an update.
    /// - Parameter isWhole: false for channels from outside the track: those that are absent are not missing, and marks of the
    ///   way or of time are not theirs.
    private mutating func follow(_ update: TrackerUpdate, isWhole: Bool, at sample: Int64) {
        for index in glides.indices {
            let active = active[index]
            let value = update.channels[active.mapping.channel.name]
            guard isWhole || value != nil else { continue }
            if glides[index].receive(value, at: update.time, by: active.mapping) { wake() }
        }
        for rule in watches.indices where isWhole || watches[rule].trigger.isCrossing {
            for subject in watches[rule].occurrences(in: update) {
                occur(rule, .init(subject: subject, channels: lastUpdate?.channels ?? controls), at: sample)
            }
        }
    }

    mutating func wake() {
        nextGrid = min(nextGrid ?? .max, (clock + gridStep - 1) / gridStep * gridStep)
    }

    private mutating func step(at sample: Int64, emit: (TimelineEntry) -> Void, record: ((StateRecord) -> Void)?) {
        var moving = false
        // An immediate change is emitted between two grid points; no glide is accelerated by it.
        let isOnGrid = sample % gridStep == 0
        for index in glides.indices where glides[index].isMoving {
            if isOnGrid { glides[index].step() }
            moving = moving || glides[index].isMoving
        }
        // After a preset change, evaluation starts between two grid points.
        nextGrid = moving ? (sample / gridStep + 1) * gridStep : nil
        var changed = mustEmit
        mustEmit = false
        for group in groups {
            var value = group.base
            for index in group.glides { value = glides[index].combined(with: value) }
            var limited = Float(min(max(value, group.limits.lowerBound), group.limits.upperBound))
            if !overrides.isEmpty, let held = overrides[group.parameter] { limited = held }
            steady[group.parameter] = limited
        }
        if fatigue != nil {
            fatigue?.notice(steady, at: sample)
            if isOnGrid { fatigue?.step(at: sample) }
            awaitFatigue(after: sample)
        }
        let heard = fatigue?.applied(to: steady, held: overrides) ?? steady
        if !heard.equals(parameters) {
            parameters = heard
            changed = true
        }
        guard changed else { return }
        emit(
            TimelineEntry(
                sample: sample, generation: generation, payload: .parameters(parameters, glide: Int32(gridStep))))
        if let record { record(state(at: sample)) }
    }

    /// Records events for which the preset has no rule.
    private func recordSilent(_ update: TrackerUpdate, at sample: Int64, _ record: (StateRecord) -> Void) {
        let silent = update.events.filter { event in !watches.contains { $0.trigger.matches(event) } }
        guard !silent.isEmpty else { return }
        var state = state(at: sample)
        state.silent = silent.map {
            EventRecord(
                name: $0.name, say: nil, subject: $0.subject, channels: update.channels, due: sample, onset: sample)
        }
        record(state)
    }

    private func state(at sample: Int64, _ events: [EventRecord] = []) -> StateRecord {
        StateRecord(
            sample: sample, track: lastUpdate?.track, time: lastUpdate?.time, channels: lastUpdate?.channels ?? controls,
            parameters: parameters, events: events)
    }

    // MARK: Events

    private mutating func occur(_ rule: Int, _ occurrence: StrikeSchedule.Occurrence, at sample: Int64) {
        let event = preset.events[rule]
        if let last = watches[rule].lastAccepted, sample - last < samples(event.cooldown) { return }
        if event.cooldown > 0 { watches[rule].lastAccepted = sample }
        schedule.add(
            .init(
                rule: rule, priority: event.priority, due: sample, patience: samples(event.patience),
                occurrence: occurrence))
    }

    func samples(_ seconds: Double) -> Int64 { Int64(seconds * Double(sampleRate) + 0.5) }

    private mutating func startEvent(at sample: Int64, record: ((StateRecord) -> Void)?) {
        guard let started = schedule.start(at: sample) else { return }
        let rule = preset.events[started.rule]
        if fatigue != nil {
            fatigue?.notice(at: sample)
            wake()
        }
        var onset = sample
        for (index, note) in rule.play.notes.enumerated() {
            onset = sample + samples(Double(index) * rule.play.gap)
            let strike = SynthEvent(
                strike: rule.play.voice, frequency: Float(note.frequency), level: Float(rule.play.level),
                pan: Float(rule.play.pan), duckBy: Float(rule.duck?.by ?? 0),
                duckRelease: Float(rule.duck?.release ?? PresetForm.duckRelease.standard))
            let place = notes.firstIndex { $0.sample > onset } ?? notes.count
            notes.insert((onset, strike), at: place)
        }
        schedule.markSounding(until: onset + samples(StrikeSchedule.ring), from: sample)
        let heard = EventRecord(
            name: rule.trigger.name, say: rule.say, subject: started.occurrence.subject,
            channels: started.occurrence.channels, due: started.due, onset: sample)
        if let record { record(state(at: sample, [heard])) }
    }
}
