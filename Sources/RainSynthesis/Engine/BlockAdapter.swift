// SPDX-License-Identifier: MIT
/// Audio thread: serves blocks of any size from rendered quanta, so that the block size does not affect the output.
struct BlockAdapter {
    private var handedOut = 0
    private var rendered = 0

    /// True when more must be rendered first.
    var isEmpty: Bool { @_noLocks get { handedOut == rendered } }

    /// Makes all frames of newly rendered quanta available.
    @_noLocks mutating func refill(quanta: Int) {
        handedOut = 0
        rendered = quanta &* EngineConfiguration.quantum
    }

    /// Copies the remaining frames of `quanta`, interleaved with `channels` samples each, but at most `wanted` frames.
    /// - Returns: the number of frames copied.
    @_noLocks mutating func hand(
        _ quanta: UnsafeMutablePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, atMost wanted: Int
    ) -> Int {
        let ready = rendered &- handedOut
        let count = ready < wanted ? ready : wanted
        let source = quanta + channels &* handedOut
        for index in 0..<channels &* count { target[index] = source[index] }
        handedOut = handedOut &+ count
        return count
    }
}
