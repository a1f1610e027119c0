// SPDX-License-Identifier: MIT
extension Sonifier {
    /// Switches to another preset at the current position of `advance`, and emits a complete set there. Moving values continue
    /// to move, waiting events that both presets have keep waiting, and cooldowns continue.
    public mutating func use(_ next: Preset) {
        let former = (preset: preset, mappings: active.map(\.mapping), glides: glides)
        preset = next
        buildGroups()
        var taken = Set<Int>()
        for index in active.indices {
            let mapping = active[index].mapping
            let match = former.mappings.indices.first { old in
                !taken.contains(old) && former.mappings[old].channel.name == mapping.channel.name
                    && former.mappings[old].parameter == mapping.parameter && former.mappings[old].combine == mapping.combine
            }
            if let match {
                taken.insert(match)
                glides[index].takeOver(former.glides[match], lastUpdate, by: mapping)
            } else if let lastUpdate {
                _ = glides[index].receive(lastUpdate.channels[mapping.channel.name], at: lastUpdate.time, by: mapping)
            }
        }
        adoptEvents(of: former.preset)
        emitAtOnce()
        // Without a track, no update brings them to the next mappings.
        if lastUpdate == nil { control(controls) }
        if preset.fatigue != former.preset.fatigue { beginFatigue() }
    }

    /// Strikes the sound of one of the preset's events as soon as other events permit, ignoring its cooldown.
    public mutating func strike(rule: Int) {
        guard preset.events.indices.contains(rule) else { return }
        schedule.add(.init(rule: rule, priority: 100, due: clock, patience: samples(PresetForm.patience.standard)))
    }

    /// The current state of each mapping, in the preset's order.
    public var movements: [MappingMovement] {
        zip(active, glides).sorted { $0.0.number < $1.0.number }.map { _, glide in
            MappingMovement(value: glide.value, goal: glide.goal, isMoving: glide.isMoving, takesPart: glide.takesPart)
        }
    }

    /// Carries over the state of events that exist in both presets; events with equal triggers are the same.
    private mutating func adoptEvents(of formerPreset: Preset) {
        let places = formerPreset.events.map { old in preset.events.firstIndex { $0.trigger == old.trigger } }
        let former = watches
        watches = preset.events.map { EventWatch($0.trigger) }
        for (watch, place) in zip(former, places) { if let place { watches[place] = watch } }
        schedule.renumber { places.indices.contains($0) ? places[$0] : nil }
        arrivals = arrivals.compactMap { entry in
            guard case .rule(let rule) = entry.arrival else { return entry }
            guard places.indices.contains(rule), let place = places[rule] else { return nil }
            return (entry.sample, .rule(place))
        }
    }
}
