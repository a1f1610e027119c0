import RainSynthesis

extension Sonifier {
    /// Holds these parameters and no others from where `advance` has got; what is released follows the preset again, at once
    /// and without a click.
    public mutating func override(_ next: ParameterOverrides) {
        guard next != overrides else { return }
        overrides = next
        restUnmapped()
        mustEmit = true
        nextGrid = clock
    }

    /// What no mapping moves is as the preset, or whoever holds it, says.
    mutating func restUnmapped() {
        let resting = preset.restingParameters
        let mapped = groups.map(\.parameter)
        for id in ParameterID.allCases where !mapped.contains(id) { steady[id] = overrides[id] ?? resting[id] }
    }
}
