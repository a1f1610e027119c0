// SPDX-License-Identifier: MIT
import RainSynthesis

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

    /// Sets every unmapped parameter to its override, or else to the preset's resting value.
    mutating func restUnmapped() {
        let resting = preset.restingParameters
        let mapped = groups.map(\.parameter)
        for id in ParameterID.allCases where !mapped.contains(id) { steady[id] = overrides[id] ?? resting[id] }
    }
}
