// SPDX-License-Identifier: MIT
/// The destination of the output channels: loudspeakers around the listener, a sound field, or two ears.
public enum SpeakerLayout: String, CaseIterable, Sendable {
    /// The mean of left and right.
    case mono
    case stereo
    case quad
    case surround51 = "5.1"
    case surround71 = "7.1"
    /// First order, ACN channel order (W, Y, Z, X), SN3D: the format of AmbiX files.
    case ambisonic
    /// Two ears, for headphones.
    case binaural

    /// Makes the layout that a number of channels implies: 1, 2, 4 (quad), 6 or 8; nil for any other number.
    public init?(channels: Int) {
        // The loudspeaker layouts come before the others.
        guard let layout = Self.allCases.first(where: { $0.channels == channels }) else { return nil }
        self = layout
    }

    /// Channels of a file or a device.
    public var channels: Int {
        switch self {
        case .mono: 1
        case .stereo, .binaural: 2
        case .quad, .ambisonic: 4
        case .surround51: 6
        case .surround71: 8
        }
    }

    /// Channels of the frames that an engine renders: for mono it renders stereo, which the output mixes down.
    public var engineChannels: Int { self == .mono ? 2 : channels }

    /// The loudspeaker of each channel, in the engine's order, which is that of WAVE and FLAC files. Empty if the channels do not
    /// belong to loudspeakers.
    public var speakers: [SpeakerPlace] {
        switch self {
        case .mono: [.frontCentre]
        case .stereo: [.frontLeft, .frontRight]
        case .quad: [.frontLeft, .frontRight, .rearLeft, .rearRight]
        case .surround51: [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .rearLeft, .rearRight]
        case .surround71:
            [.frontLeft, .frontRight, .frontCentre, .lowFrequency, .rearLeft, .rearRight, .sideLeft, .sideRight]
        case .ambisonic: []
        case .binaural: [.frontLeft, .frontRight]
        }
    }
}

/// The position of a loudspeaker.
public enum SpeakerPlace: Sendable {
    case frontLeft, frontRight, frontCentre, lowFrequency, rearLeft, rearRight, sideLeft, sideRight
}
