/// Audio thread: serves blocks of any size from rendered quanta, so that the block size does not affect the output.
struct BlockAdapter {
    private var handedOut = EngineConfiguration.quantum

    /// True when the next quantum must be computed first.
    var isEmpty: Bool { @_noLocks get { handedOut == EngineConfiguration.quantum } }

    /// A quantum has been computed.
    @_noLocks mutating func refill() { handedOut = 0 }

    /// Copies what is left of `quantum`, interleaved frames of `channels` samples each, but no more than `wanted` frames.
    /// - Returns: how many frames.
    @_noLocks mutating func hand(
        _ quantum: UnsafeMutablePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, atMost wanted: Int
    ) -> Int {
        let ready = EngineConfiguration.quantum &- handedOut
        let count = ready < wanted ? ready : wanted
        let source = quantum + channels &* handedOut
        var index = 0
        while index < channels &* count {
            target[index] = source[index]
            index &+= 1
        }
        handedOut = handedOut &+ count
        return count
    }
}
