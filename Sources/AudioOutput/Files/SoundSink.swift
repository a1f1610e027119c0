// SPDX-License-Identifier: MIT
import RainSynthesis

/// A destination of rendered frames other than a device: a file, a stream or nowhere. One thread at a time; may block.
public protocol SoundSink: AnyObject {
    /// The name used in messages.
    var place: String { get }
    /// Frames taken so far.
    var framesWritten: Int64 { get }
    /// Takes complete frames as the engine renders them (`SpeakerLayout.engineChannels` samples each) at the sink's rate.
    ///
    /// After an error the sink has removed its partial output, unless it keeps what came; only `abandon` may follow.
    /// - Throws: `AudioFileError` when the frames cannot be written.
    func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError)
    /// Names a position in the sound. Ignored by sinks that cannot store names.
    func mark(_ cue: SoundCue)
    /// Completes the file after the last frame. Returns its path.
    /// - Throws: `AudioFileError` when the file cannot be completed.
    @discardableResult func finish() throws(AudioFileError) -> String
    /// Completes the file with the frames so far, after an interruption. Returns its path.
    /// - Throws: `AudioFileError` when the file cannot be completed.
    @discardableResult func interrupt() throws(AudioFileError) -> String
    /// Gives up and leaves nothing behind.
    func abandon()
}

extension SoundSink {
    public func mark(_ cue: SoundCue) {}
}

/// A sink that writes nothing down: there is no file to complete or to remove.
public protocol TransientSink: SoundSink {}

extension TransientSink {
    public func finish() -> String { place }
    public func interrupt() -> String { place }
    public func abandon() {}
}

/// Discards all frames: for `/dev/null` and benchmarks.
public final class NullOutput: TransientSink {
    public let place: String
    public private(set) var framesWritten: Int64 = 0
    private let channels: Int
    public init(place: String = "/dev/null", layout: SpeakerLayout = .stereo) {
        self.place = place
        channels = layout.engineChannels
    }
    public func write(_ frames: UnsafeBufferPointer<Float>) { framesWritten += Int64(frames.count / channels) }
}
