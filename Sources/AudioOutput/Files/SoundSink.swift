import RainSynthesis

/// Where rendered frames go when they are not played: a file, a stream or nowhere. One thread at a time; may block.
public protocol SoundSink: AnyObject {
    /// What messages call it.
    var place: String { get }
    /// Frames taken so far.
    var framesWritten: Int64 { get }
    /// Takes whole frames as the engine renders them (`SpeakerLayout.engineChannels` samples each) at the sink's rate.
    ///
    /// After an error the sink has removed what it had begun; only `abandon` may follow.
    func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError)
    /// Puts a name to a place in the sound. What can hold no names forgets it.
    func mark(_ cue: SoundCue)
    /// All frames are there: completes the file. Returns where it stands.
    @discardableResult func finish() throws(AudioFileError) -> String
    /// The user wants no more: completes the file with what it has. Returns where it stands.
    @discardableResult func interrupt() throws(AudioFileError) -> String
    /// Gives up and leaves nothing behind.
    func abandon()
}

extension SoundSink {
    public func mark(_ cue: SoundCue) {}
}

/// Renders to nowhere: for `/dev/null` and benchmarks.
public final class NullOutput: SoundSink {
    public let place: String
    public private(set) var framesWritten: Int64 = 0
    private let channels: Int
    public init(place: String = "/dev/null", layout: SpeakerLayout = .stereo) {
        self.place = place
        channels = layout.engineChannels
    }
    public func write(_ frames: UnsafeBufferPointer<Float>) { framesWritten += Int64(frames.count / channels) }
    public func finish() -> String { place }
    public func interrupt() -> String { place }
    public func abandon() {}
}
