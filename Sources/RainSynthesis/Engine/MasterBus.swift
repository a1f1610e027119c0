/// Audio thread: what the parts are summed into: the pairs of loudspeakers of a layout, and the way from them to channels.
struct MasterBus: ~Copyable {
    let plan: SurroundPlan
    /// The channels that leave the engine: left, right, left, ... of `plan.outputs` pairs.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The pairs of loudspeakers one after the other, left, right, left, ...; then what is encoded from them.
    private let samples: UnsafeMutablePointer<Float>
    private let sampleCount: Int
    private var head: BinauralHead?

    init(_ plan: SurroundPlan, sampleRate: Int) {
        self.plan = plan
        let quantum = EngineConfiguration.quantum
        let isEncoded = plan.encoding != .loudspeakers
        sampleCount = 2 * quantum * (plan.pairs + (isEncoded ? plan.outputs : 0))
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        let first = samples + (isEncoded ? 2 * quantum * plan.pairs : 0)
        planes = .allocate(capacity: 2 * plan.outputs)
        for index in 0..<2 * plan.outputs { (planes + index).initialize(to: first + quantum * index) }
        head = plan.encoding == .binaural ? BinauralHead(sampleRate: sampleRate, pairs: plan.pairs) : nil
    }

    deinit {
        planes.deallocate()
        samples.deallocate()
    }

    /// Empties it.
    @_noLocks func clear() {
        for index in 0..<sampleCount { samples[index] = 0 }
    }

    /// Adds a quantum of one pair.
    @_noLocks func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, toPair pair: Int) {
        let (toLeft, toRight) = (self.left(pair), self.left(pair) + EngineConfiguration.quantum)
        for frame in 0..<EngineConfiguration.quantum {
            toLeft[frame] += left[frame]
            toRight[frame] += right[frame]
        }
    }

    /// Turns down what there is so far.
    @_noLocks func scale(_ gain: Ramp) {
        for plane in 0..<2 &* plan.pairs {
            let frames = samples + EngineConfiguration.quantum &* plane
            // A negative sample times 0 is -0, which plus 0 is the 0 that silence is made of.
            for frame in 0..<EngineConfiguration.quantum { frames[frame] = frames[frame] * gain.at(frame) + 0 }
        }
    }

    /// Puts the sum into the channels.
    @_noLocks mutating func encode() {
        let quantum = EngineConfiguration.quantum
        switch plan.encoding {
        case .loudspeakers: break
        case .ambisonic:
            for pair in 0..<plan.pairs {
                AmbisonicEncoder(turns: SurroundPlan.turns(pair: pair)).add(left(pair), left(pair) + quantum, to: planes)
            }
        case .binaural:
            for pair in 0..<plan.pairs {
                let left = left(pair)
                head?.add(pair, left, left + quantum, to: planes)
            }
        }
    }

    /// Forgets everything that sounds.
    @_noLocks mutating func silence() { head?.silence() }

    @_noLocks private func left(_ pair: Int) -> UnsafeMutablePointer<Float> {
        samples + 2 &* EngineConfiguration.quantum &* pair
    }
}
