import RainSynthesis

/// What a player plays: the engine, or a stand-in for it in a test.
public protocol FrameSource: ~Copyable, SendableMetatype {
    /// Frames at the head that are not to be heard.
    var latency: Int { get }
    /// Samples of a frame, 1 ... 8.
    var channels: Int { get }
    /// Audio thread: writes the next `frames` frames of `channels` samples each. Never waits.
    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int)
}

extension RainEngine: FrameSource {}
