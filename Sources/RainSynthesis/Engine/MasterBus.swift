// SPDX-License-Identifier: MIT
/// Audio thread: sums the parts into the loudspeaker pairs of a layout and encodes these into channels, for several quanta at a time.
struct MasterBus: ~Copyable {
    let plan: SurroundPlan
    private let outputs: FixedBuffer<UnsafeMutablePointer<Float>>
    /// For each quantum the loudspeaker pairs one after another, left, right, left, ...; then the channels encoded from them.
    private let samples: FixedBuffer<Float>
    /// The samples of a quantum.
    private let sampleCount: Int
    /// Where the selected quantum begins, and its output channels in it.
    private var selected: UnsafeMutablePointer<Float>
    private let firstOutput: Int
    private var head: BinauralHead?
    /// One for each pair, where the layout is ambisonic.
    private let encoders: FixedBuffer<AmbisonicEncoder>

    init(_ plan: SurroundPlan, sampleRate: Int, quanta: Int = 1) {
        self.plan = plan
        let quantum = EngineConfiguration.quantum
        let isEncoded = plan.encoding != .loudspeakers
        sampleCount = 2 * quantum * (plan.pairs + (isEncoded ? plan.outputs : 0))
        samples = FixedBuffer(repeating: 0, count: quanta * sampleCount)
        selected = samples.first
        firstOutput = isEncoded ? 2 * quantum * plan.pairs : 0
        outputs = FixedBuffer(repeating: samples.first, count: 2 * plan.outputs)
        head = plan.encoding == .binaural ? BinauralHead(sampleRate: sampleRate, pairs: plan.pairs) : nil
        encoders = FixedBuffer(count: plan.encoding == .ambisonic ? plan.pairs : 0) { pair in
            AmbisonicEncoder(azimuths: SurroundPlan.azimuths(pair: pair))
        }
        select(0)
    }

    /// The engine's output channels in the selected quantum: left, right, left, ... of `plan.outputs` pairs.
    var planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>> { @_noLocks get { outputs.first } }

    /// Clears the first `quanta` quanta.
    @_noLocks func clear(quanta: Int = 1) {
        let samples = samples.first
        for index in 0..<quanta &* sampleCount { samples[index] = 0 }
    }

    /// Selects the quantum that everything below works on.
    @_noLocks mutating func select(_ quantum: Int) {
        selected = samples.first + quantum &* sampleCount
        for index in 0..<2 &* plan.outputs {
            planes[index] = selected + (firstOutput &+ index &* EngineConfiguration.quantum)
        }
    }

    /// Adds a quantum to one pair.
    @_noLocks func add(_ block: StereoBlock, toPair pair: Int) { sum(pair).add(block) }

    /// Applies a gain to the sum so far.
    @_noLocks func scale(_ gain: Ramp) {
        // A single track is not scaled.
        if gain.value == 1 && gain.step == 0 { return }
        for plane in 0..<2 &* plan.pairs {
            let frames = selected + EngineConfiguration.quantum &* plane
            // A negative sample times 0 is -0; adding 0 turns that into the 0 of exact silence.
            for frame in 0..<EngineConfiguration.quantum { frames[frame] = frames[frame] * gain.at(frame) + 0 }
        }
    }

    /// Encodes the sum into the channels.
    @_noLocks mutating func encode() {
        let planes = outputs.first
        switch plan.encoding {
        case .loudspeakers: break
        case .ambisonic:
            for pair in 0..<plan.pairs { encoders.first[pair].add(sum(pair), to: planes) }
        case .binaural:
            for pair in 0..<plan.pairs {
                let sum = sum(pair)
                head?.add(pair, sum, to: planes)
            }
        }
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() { head?.silence() }

    /// The sum of a pair.
    @_noLocks private func sum(_ pair: Int) -> StereoBlock { StereoBlock(selected + 2 &* EngineConfiguration.quantum &* pair) }
}
