// SPDX-License-Identifier: MIT

/// A sink that keeps its stereo frames, from one on, in memory. One thread at a time.
package final class SoundInMemory: TransientSink {
    package let place = "memory"
    package private(set) var framesWritten: Int64 = 0
    /// The frames kept, left and right.
    package private(set) var channels: [[Float]] = [[], []]
    private var skipped: Int

    /// - Parameter first: The first frame to keep.
    package init(from first: Int = 0) { skipped = first }

    package func write(_ frames: UnsafeBufferPointer<Float>) {
        let count = frames.count / 2
        for channel in channels.indices {
            for frame in min(skipped, count)..<count { channels[channel].append(frames[2 * frame + channel]) }
        }
        skipped -= min(skipped, count)
        framesWritten += Int64(count)
    }
    package func abandon() { channels = [[], []] }
}
