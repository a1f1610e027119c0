// SPDX-License-Identifier: MIT
/// Audio thread: serves blocks of any size from rendered quanta, so that the block size does not affect the output.
struct BlockAdapter {
    /// Frames copied since the last refill, of the `rendered` ones.
    private var copied = 0
    private var rendered = 0

    /// True when more must be rendered first.
    var isEmpty: Bool { @_noLocks get { copied == rendered } }

    /// Makes all frames of newly rendered quanta available.
    @_noLocks mutating func refill(quanta: Int) {
        copied = 0
        rendered = quanta &* EngineConfiguration.quantum
    }

    /// Copies the next frames of `quanta`, interleaved with `channels` samples each: those that remain, but at most `wanted`.
    /// - Returns: the number of frames copied.
    @_noLocks mutating func copy(
        _ quanta: UnsafeMutablePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, atMost wanted: Int
    ) -> Int {
        let ready = rendered &- copied
        let count = ready < wanted ? ready : wanted
        let source = quanta + channels &* copied
        for index in 0..<channels &* count { target[index] = source[index] }
        copied = copied &+ count
        return count
    }
}
