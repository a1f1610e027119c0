/// Audio thread: every parameter's way through the current segment, the stretch of a quantum between two stamped sets.
struct ParameterGlide: ~Copyable {
    private var values: SynthParameters
    private var steps: SynthParameters

    init(_ parameters: SynthParameters) {
        values = parameters
        steps = parameters
        for id in ParameterID.allCases { steps[id] = 0 }
    }

    /// The parameter over the current segment, in its unit.
    @_noLocks func ramp(_ id: ParameterID) -> Ramp { Ramp(value: values[id], step: steps[id]) }
}
