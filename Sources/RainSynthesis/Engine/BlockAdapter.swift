// SPDX-License-Identifier: MIT
/// Audio thread: serves blocks of any size from rendered quanta, so that the block size does not affect the output.
struct BlockAdapter {
    private var handedOut = EngineConfiguration.quantum

    /// True when the next quantum must be rendered first.
    var isEmpty: Bool { @_noLocks get { handedOut == EngineConfiguration.quantum } }

    /// Makes all frames of a newly rendered quantum available.
    @_noLocks mutating func refill() { handedOut = 0 }

    /// Copies the remaining frames of `quantum`, interleaved with `channels` samples each, but at most `wanted` frames.
    /// - Returns: the number of frames copied.
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
