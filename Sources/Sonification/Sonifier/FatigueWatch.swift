// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis

/// The state of `Fatigue`: the last change, and the current attenuation of the steady layers. Advances only on the sonifier's
/// grid, so that the result does not depend on how `advance` is called.
struct FatigueWatch: Sendable {
    let rule: Fatigue
    /// 0: full level; 1: the rule's full attenuation.
    private(set) var depth = 0.0
    /// The parameters to which the listener has become used.
    private var known: SynthParameters
    /// The sample of the last change.
    private var changed: Int64
    private let sampleRate: Int
    private let gridStep: Int64

    init(_ rule: Fatigue, known: SynthParameters, at sample: Int64, sampleRate: Int, gridStep: Int64) {
        self.rule = rule
        self.known = known
        changed = sample
        self.sampleRate = sampleRate
        self.gridStep = gridStep
    }

    /// The sample at which the attenuation begins.
    private var begins: Int64 { changed + Int64((rule.after * Double(sampleRate)).rounded()) }

    /// Records an audible change at `sample`.
    mutating func notice(at sample: Int64) { changed = max(changed, sample) }

    /// Records a change if the parameters differ audibly from the known ones.
    mutating func notice(_ parameters: SynthParameters, at sample: Int64) {
        guard ParameterTable.all.contains(where: { $0.isAudible(from: known[$0.id], to: parameters[$0.id]) }) else { return }
        known = parameters
        notice(at: sample)
    }

    /// Shifts the last change when the clock jumps, for example after a pause.
    mutating func move(by shift: Int64) { changed += shift }

    /// Advances to one grid point.
    mutating func step(at sample: Int64) {
        let seconds = Double(gridStep) / Double(sampleRate)
        depth = sample >= begins ? min(1, depth + seconds / rule.over) : max(0, depth - seconds / rule.back)
    }

    /// The next grid point after `sample` that needs work; nil if there is none.
    func next(after sample: Int64) -> Int64? {
        let next = (sample / gridStep + 1) * gridStep
        let isTired = next >= begins
        if isTired ? depth < 1 : depth > 0 { return next }
        return isTired ? nil : max(next, (begins + gridStep - 1) / gridStep * gridStep)
    }

    /// The parameters with the current attenuation applied.
    /// - Parameter held: overrides, which are not attenuated.
    func applied(to parameters: SynthParameters, held: ParameterOverrides) -> SynthParameters {
        guard depth > 0 else { return parameters }
        var parameters = parameters
        let level = rule.by * depth
        let factor = Float(DeterministicMath.pow(10, -level / 20))
        for spec in ParameterTable.all where spec.isSteadyLevel && held[spec.id] == nil {
            let value = parameters[spec.id]
            parameters[spec.id] =
                spec.averaging == .byPower
                ? max(spec.range.lowerBound, value - Float(level)) : value * factor
        }
        return parameters
    }
}
