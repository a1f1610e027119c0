/// A quantum's worth of working memory. The engine's own; freed with it.
struct EngineBuffers: ~Copyable {
    /// The finished quantum, interleaved, of up to eight channels.
    let output: UnsafeMutablePointer<Float>
    /// Everything that ducks, and the event notes that do not.
    let rainLeft: UnsafeMutablePointer<Float>
    let rainRight: UnsafeMutablePointer<Float>
    let strikesLeft: UnsafeMutablePointer<Float>
    let strikesRight: UnsafeMutablePointer<Float>
    /// Gains frame by frame: the rain's, and that of the whole.
    let duck: UnsafeMutablePointer<Float>
    let gain: UnsafeMutablePointer<Float>

    init() {
        let frames = EngineConfiguration.quantum
        output = .allocate(capacity: 14 * frames)
        output.initialize(repeating: 0, count: 14 * frames)
        rainLeft = output + 8 * frames
        rainRight = rainLeft + frames
        strikesLeft = rainRight + frames
        strikesRight = strikesLeft + frames
        duck = strikesRight + frames
        gain = duck + frames
    }

    deinit { output.deallocate() }

    /// Empties the notes' bus.
    @_noLocks func clearStrikes() {
        var index = 0
        while index < 2 &* EngineConfiguration.quantum {
            strikesLeft[index] = 0
            index &+= 1
        }
    }

    /// Empties the two busses.
    @_noLocks func clear() {
        var index = 0
        while index < 4 &* EngineConfiguration.quantum {
            rainLeft[index] = 0
            index &+= 1
        }
    }
}
