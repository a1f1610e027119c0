// SPDX-License-Identifier: MIT
/// Cuts a stream of blocks into overlapping frames of one size, all channels in step.
struct FrameSlicer {
    let size: Int
    /// Samples not yet consumed, by channel.
    private(set) var channels: [[Float]] = []
    /// Where the current frame starts in `channels`.
    private(set) var start = 0

    init(size: Int) { self.size = size }

    /// Appends a block to the pending samples.
    mutating func append(_ block: Sound) {
        if channels.isEmpty { channels = [[Float]](repeating: [], count: block.channels.count) }
        precondition(block.channels.count == channels.count, "the number of channels changed within a stream")
        let used = min(start, channels.first?.count ?? 0)
        start -= used
        for channel in channels.indices {
            channels[channel].removeFirst(used)
            channels[channel] += block.channels[channel]
        }
    }

    /// True while a complete frame begins at `start`.
    var hasFrame: Bool { start + size <= (channels.first?.count ?? 0) }

    /// Advances to the frame `hop` samples later.
    mutating func advance(by hop: Int) { start += hop }
}
