// SPDX-License-Identifier: MIT
import RainSynthesis

/// A source of frames for a player: the engine, or a test's replacement for it.
public protocol FrameSource: ~Copyable, SendableMetatype {
    /// Frames at the start that must not be played.
    var latency: Int { get }
    /// Samples per frame, 1 ... 8.
    var channels: Int { get }
    /// Audio thread: writes the next `frames` frames of `channels` samples each. Never waits.
    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int)
}

extension RainEngine: FrameSource {}
