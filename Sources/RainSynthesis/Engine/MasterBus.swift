// SPDX-License-Identifier: MIT
/// Audio thread: sums the parts into the loudspeaker pairs of a layout and encodes these into channels.
struct MasterBus: ~Copyable {
    let plan: SurroundPlan
    /// The engine's output channels: left, right, left, ... of `plan.outputs` pairs.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The loudspeaker pairs one after another, left, right, left, ...; then the channels encoded from them.
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

    /// Clears the bus.
    @_noLocks func clear() {
        for index in 0..<sampleCount { samples[index] = 0 }
    }

    /// Adds a quantum to one pair.
    @_noLocks func add(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, toPair pair: Int) {
        let (toLeft, toRight) = (self.left(pair), self.left(pair) + EngineConfiguration.quantum)
        for frame in 0..<EngineConfiguration.quantum {
            toLeft[frame] += left[frame]
            toRight[frame] += right[frame]
        }
    }

    /// Applies a gain to the sum so far.
    @_noLocks func scale(_ gain: Ramp) {
        // A track alone is as loud as it is.
        if gain.value == 1 && gain.step == 0 { return }
        for plane in 0..<2 &* plan.pairs {
            let frames = samples + EngineConfiguration.quantum &* plane
            // A negative sample times 0 is -0; adding 0 turns that into the 0 of exact silence.
            for frame in 0..<EngineConfiguration.quantum { frames[frame] = frames[frame] * gain.at(frame) + 0 }
        }
    }

    /// Encodes the sum into the channels.
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

    /// Discards all sound in progress.
    @_noLocks mutating func silence() { head?.silence() }

    @_noLocks private func left(_ pair: Int) -> UnsafeMutablePointer<Float> {
        samples + 2 &* EngineConfiguration.quantum &* pair
    }
}
