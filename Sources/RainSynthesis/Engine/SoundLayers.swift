// SPDX-License-Identifier: MIT
/// A set of layers, such as those that reach the mix.
public struct SoundLayers: OptionSet, BitwiseCopyable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    // The tag is the case's index.
    @_noLocks public init(_ layer: SoundLayer) { rawValue = 1 &<< UInt32(unsafeBitCast(layer, to: UInt8.self)) }

    public static let all = SoundLayers(rawValue: .max)
    /// The layers from which a track is read: its drops, its tone and its event notes.
    public static let read: SoundLayers = [SoundLayers(.drops), SoundLayers(.tone), SoundLayers(.strikes)]

    /// Audio thread: whether the set contains `layer`.
    @_noLocks func has(_ layer: SoundLayer) -> Bool { rawValue & SoundLayers(layer).rawValue != 0 }
}
