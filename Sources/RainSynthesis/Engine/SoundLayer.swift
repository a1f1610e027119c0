/// What of the sound can be heard apart from the rest; together they are the mix before the limiter.
public enum SoundLayer: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The drops that are read, with what they fall on.
    case drops
    /// Physical rain, its drops and their bed, on its surface and in its room, and the water that runs off.
    case rain
    case wind
    case thunder
    /// The continuous noise.
    case bed
    /// The wash that swells for uncertainty.
    case wash
    case tone
    /// The notes of events.
    case strikes

    /// The name that files and logs use.
    public var name: String { "\(self)" }
}

/// Which layers reach the mix.
public struct SoundLayers: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public init(_ layer: SoundLayer) { rawValue = 1 << UInt32(layer.rawValue) }

    public static let all = SoundLayers(rawValue: .max)
    /// What is read of a track: its drops, its tone and the notes of its events.
    public static let read: SoundLayers = [SoundLayers(.drops), SoundLayers(.tone), SoundLayers(.strikes)]
    /// What is around them.
    static let soundscape: SoundLayers = [
        SoundLayers(.rain), SoundLayers(.wind), SoundLayers(.thunder), SoundLayers(.bed), SoundLayers(.wash),
    ]

    /// Audio thread: whether that one does.
    @_noLocks func has(_ layer: SoundLayer) -> Bool {
        // The tag is the raw value, since the cases count from 0; `rawValue` itself is opaque to the lock checker.
        rawValue & (1 &<< UInt32(unsafeBitCast(layer, to: UInt8.self))) != 0
    }
}
