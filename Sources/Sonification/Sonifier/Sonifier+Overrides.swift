// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

extension Sonifier {
    /// Replaces all overrides, effective at the current position of `advance`. Released parameters follow the preset again at
    /// once, without a click.
    public mutating func override(_ next: ParameterOverrides) {
        guard next != overrides else { return }
        overrides = next
        restUnmapped()
        mustEmit = true
        nextGrid = clock
    }

    /// Sets channels from outside the track, effective at the current position of `advance`. Each keeps its value until it is set
    /// again.
    public mutating func control(_ values: ChannelValues) {
        guard !values.entries.isEmpty else { return }
        controls.replace(with: values)
        take(.controls(values), at: clock)
    }

    /// Lets the mappings and events of channels set from outside follow them.
    mutating func follow(_ values: ChannelValues, at sample: Int64) {
        lastUpdate?.channels.replace(with: values)
        var update = TrackerUpdate(time: lastUpdate?.time ?? TrackTime(nanoseconds: 0), fix: nil)
        update.channels = values
        for index in glides.indices {
            let active = active[index]
            guard let value = values[active.mapping.channel.name] else { continue }
            if glides[index].receive(value, at: update.time, by: active.mapping) { wake() }
        }
        for rule in watches.indices {
            // A mark of the way or of time is none of theirs.
            guard case .crosses = watches[rule].trigger else { continue }
            for subject in watches[rule].occurrences(in: update) {
                occur(rule, .init(subject: subject, channels: lastUpdate?.channels ?? controls), at: sample)
            }
        }
    }

    /// Sets every unmapped parameter to its override, or else to the preset's resting value.
    mutating func restUnmapped() {
        let resting = preset.restingParameters
        let mapped = groups.map(\.parameter)
        for id in ParameterID.allCases where !mapped.contains(id) { steady[id] = overrides[id] ?? resting[id] }
    }
}
