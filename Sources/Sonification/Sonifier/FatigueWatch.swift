import DeterministicMath
import RainSynthesis

/// How used the listener is to the rain: what counted last as a change, and how far the steady layers have stepped back.
/// Moves on the sonifier's grid alone, so that it is the same however the sonifier is asked.
struct FatigueWatch: Sendable {
    let rule: Fatigue
    /// 0: heard in full, 1: as far back as the rule says.
    private(set) var depth = 0.0
    /// The rain that the listener has got used to.
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

    /// When the listener has got used to it.
    private var tires: Int64 { changed + Int64((rule.after * Double(sampleRate)).rounded()) }

    /// Something is heard at `sample`.
    mutating func notice(at sample: Int64) { changed = max(changed, sample) }

    /// Looks whether the parameters differ from what is known.
    mutating func notice(_ parameters: SynthParameters, at sample: Int64) {
        guard ParameterTable.all.contains(where: { $0.isAudible(from: known[$0.id], to: parameters[$0.id]) }) else { return }
        known = parameters
        notice(at: sample)
    }

    /// Time has stood still, or what comes is heard later.
    mutating func move(by shift: Int64) { changed += shift }

    /// One point of the grid.
    mutating func step(at sample: Int64) {
        let seconds = Double(gridStep) / Double(sampleRate)
        depth = sample >= tires ? min(1, depth + seconds / rule.over) : max(0, depth - seconds / rule.back)
    }

    /// The next point of the grid after `sample` at which there is something to do; nil while there is none.
    func next(after sample: Int64) -> Int64? {
        let next = (sample / gridStep + 1) * gridStep
        let isTired = next >= tires
        if isTired ? depth < 1 : depth > 0 { return next }
        return isTired ? nil : max(next, (tires + gridStep - 1) / gridStep * gridStep)
    }

    /// The parameters as they are heard now.
    /// - Parameter held: what somebody outside holds stays as it is.
    func applied(to parameters: SynthParameters, held: ParameterOverrides) -> SynthParameters {
        guard depth > 0 else { return parameters }
        var parameters = parameters
        let level = rule.by * depth
        for spec in ParameterTable.all where spec.isSteadyLevel && held[spec.id] == nil {
            let value = parameters[spec.id]
            parameters[spec.id] =
                spec.averaging == .byPower
                ? max(spec.range.lowerBound, value - Float(level)) : value * Float(DeterministicMath.pow(10, -level / 20))
        }
        return parameters
    }
}
