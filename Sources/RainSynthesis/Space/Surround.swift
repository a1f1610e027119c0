/// Audio thread: what a layout has beyond one pair of loudspeakers: the further pairs, and the way from pairs to channels.
///
/// Mono and stereo have none of it, and it costs them nothing. The front pair is the engine's own; here are its frames alone.
struct Surround: ~Copyable {
    let plan: SurroundPlan
    /// The frames of each pair of channels that leave the engine: left, right, left, ... of `plan.outputs` pairs.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let further: UnsafeMutablePointer<SurroundPair>
    private let furtherCount: Int
    private let frontLeft: UnsafeMutablePointer<Float>
    private let frontRight: UnsafeMutablePointer<Float>
    /// The frames of the further pairs, then of what is encoded.
    private let samples: UnsafeMutablePointer<Float>
    private let sampleCount: Int
    private var head: BinauralHead?

    /// - Parameter front: the front pair's frames, which stay the caller's and outlive this.
    init(
        _ plan: SurroundPlan, sampleRate: Int, seed: UInt64, layers: SoundLayers = .all,
        front: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
    ) {
        self.plan = plan
        (frontLeft, frontRight) = front
        let quantum = EngineConfiguration.quantum
        furtherCount = plan.pairs - 1
        let encoded = plan.encoding == .loudspeakers ? 0 : plan.outputs
        sampleCount = 2 * quantum * (furtherCount + encoded)
        samples = .allocate(capacity: sampleCount)
        samples.initialize(repeating: 0, count: sampleCount)
        further = .allocate(capacity: furtherCount)
        planes = .allocate(capacity: 2 * plan.outputs)
        for pair in 0..<plan.pairs - 1 {
            (further + pair).initialize(
                to: SurroundPair(
                    soundscape: Soundscape(
                        sampleRate: sampleRate, seed: seed, pair: pair + 1, share: 1 / Double(plan.pairs),
                        layers: layers),
                    sampleRate: sampleRate, left: samples + 2 * quantum * pair))
        }
        let first = plan.encoding == .loudspeakers ? front.left : samples + 2 * quantum * furtherCount
        let second = plan.encoding == .loudspeakers ? front.right : first + quantum
        planes.initialize(to: first)
        (planes + 1).initialize(to: second)
        for output in 1..<max(plan.outputs, 1) {
            let left = plan.encoding == .loudspeakers ? samples + 2 * quantum * (output - 1) : first + 2 * quantum * output
            (planes + 2 * output).initialize(to: left)
            (planes + 2 * output + 1).initialize(to: left + quantum)
        }
        head = plan.encoding == .binaural ? BinauralHead(sampleRate: sampleRate, pairs: plan.pairs) : nil
    }

    deinit {
        further.deinitialize(count: furtherCount)
        further.deallocate()
        planes.deallocate()
        samples.deallocate()
    }

    /// True where the front pair is all there is.
    var isEmpty: Bool { @_noLocks get { furtherCount == 0 } }

    /// Empties the frames.
    @_noLocks func clear() {
        for index in 0..<sampleCount { samples[index] = 0 }
    }

    /// One segment of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterGlide) {
        for pair in 0..<furtherCount { further[pair].schedule(offset: offset, frames: frames, glide: glide) }
    }

    /// Completes the quantum: the further pairs, and what is encoded from all of them.
    @_noLocks mutating func mix(duck: UnsafePointer<Float>, gain: UnsafePointer<Float>, glide: borrowing ParameterGlide) {
        for pair in 0..<furtherCount { further[pair].mix(duck: duck, gain: gain, glide: glide) }
        switch plan.encoding {
        case .loudspeakers: break
        case .ambisonic:
            for pair in 0..<plan.pairs {
                AmbisonicEncoder(turns: SurroundPlan.turns(pair: pair)).add(left(pair), right(pair), to: planes)
            }
        case .binaural:
            for pair in 0..<plan.pairs {
                let (left, right) = (left(pair), right(pair))
                head?.add(pair, left, right, to: planes)
            }
        }
    }

    /// Forgets everything that sounds.
    @_noLocks mutating func silence() {
        for pair in 0..<furtherCount { further[pair].silence() }
        head?.silence()
    }

    /// Adds the quantum's frames to others of the same layout.
    @_noLocks func add(to others: UnsafePointer<UnsafeMutablePointer<Float>>) {
        for plane in 0..<2 &* plan.outputs {
            let source = planes[plane]
            let target = others[plane]
            for frame in 0..<EngineConfiguration.quantum { target[frame] += source[frame] }
        }
    }

    @_noLocks private func left(_ pair: Int) -> UnsafeMutablePointer<Float> {
        pair == 0 ? frontLeft : further[pair &- 1].left
    }

    @_noLocks private func right(_ pair: Int) -> UnsafeMutablePointer<Float> {
        pair == 0 ? frontRight : further[pair &- 1].right
    }
}
