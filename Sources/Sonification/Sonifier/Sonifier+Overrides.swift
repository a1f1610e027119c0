// SPDX-License-Identifier: MIT
import RainSynthesis
import Tracking

extension Sonifier {
    /// Replaces all overrides, effective at the current position of `advance`. Released parameters follow the preset again at
    /// once, without a click.
    public mutating func override(_ next: ParameterOverrides) {
        guard next != overrides else { return }
        overrides = next
        emitAtOnce()
    }

    /// Sets channels from outside the track, effective at the current position of `advance`. Each keeps its value until it is set
    /// again.
    public mutating func control(_ values: ChannelValues) {
        guard !values.entries.isEmpty else { return }
        controls.replace(with: values)
        take(.controls(values), at: clock)
    }

    /// Emits a complete set at the current position of `advance`, with every unmapped parameter at its override, or else at the
    /// preset's resting value.
    mutating func emitAtOnce() {
        let resting = preset.restingParameters
        let mapped = groups.map(\.parameter)
        for id in ParameterID.allCases where !mapped.contains(id) { steady[id] = overrides[id] ?? resting[id] }
        mustEmit = true
        nextGrid = clock
    }
}
