// SPDX-License-Identifier: MIT

/// A sink that keeps its stereo frames, from one on, in memory. One thread at a time.
package final class SoundInMemory: SoundSink {
    package let place = "memory"
    package private(set) var framesWritten: Int64 = 0
    /// The frames kept, interleaved.
    package private(set) var samples: [Float] = []
    private var skipped: Int

    /// - Parameter first: The first frame to keep.
    package init(from first: Int = 0) { skipped = 2 * first }

    package func write(_ frames: UnsafeBufferPointer<Float>) {
        samples += frames.dropFirst(skipped)
        skipped -= min(skipped, frames.count)
        framesWritten += Int64(frames.count / 2)
    }
    package func finish() -> String { place }
    package func interrupt() -> String { place }
    package func abandon() { samples = [] }
}
