// SPDX-License-Identifier: MIT
import CALSA
import RainSynthesis

/// Maps each channel of an output to a channel of the engine.
struct ChannelOrder: Equatable, Sendable {
    /// For each channel of the output, the engine's channel.
    let sources: [Int]

    /// Nil where the output has the engine's own order.
    private init?(of layout: SpeakerLayout, as places: [SpeakerPlace]) {
        let sources = places.compactMap(layout.speakers.firstIndex(of:))
        guard sources.count == layout.channels, sources != Array(layout.speakers.indices) else { return nil }
        self.sources = sources
    }

    /// The order of Ogg Vorbis (Vorbis I specification, 4.3.9).
    static func vorbis(_ layout: SpeakerLayout) -> ChannelOrder? {
        switch layout {
        case .surround51: Self(of: layout, as: [.frontLeft, .frontCentre, .frontRight, .rearLeft, .rearRight, .lowFrequency])
        case .surround71:
            Self(of: layout, as: [.frontLeft, .frontCentre, .frontRight, .sideLeft, .sideRight, .rearLeft, .rearRight, .lowFrequency])
        default: nil
        }
    }

    /// alsa-lib's default order (surround51, surround71), for devices that report none.
    static func alsa(_ layout: SpeakerLayout) -> ChannelOrder? {
        switch layout {
        case .surround51: Self(of: layout, as: [.frontLeft, .frontRight, .rearLeft, .rearRight, .frontCentre, .lowFrequency])
        case .surround71:
            Self(of: layout, as: [.frontLeft, .frontRight, .rearLeft, .rearRight, .frontCentre, .lowFrequency, .sideLeft, .sideRight])
        default: nil
        }
    }

    /// The order for the channel positions that a device reports: true and the order, nil for the engine's order; false if it
    /// lacks a loudspeaker of the layout. Four or six channels have one pair behind the listener, at the sides or the rear.
    static func device(_ positions: [UInt32], _ layout: SpeakerLayout) -> (fits: Bool, order: ChannelOrder?) {
        let hasSides = layout.speakers.contains(.sideLeft)
        let places = positions.compactMap { position -> SpeakerPlace? in
            switch position & UInt32(SND_CHMAP_POSITION_MASK) {
            case SND_CHMAP_FL.rawValue: .frontLeft
            case SND_CHMAP_FR.rawValue: .frontRight
            case SND_CHMAP_FC.rawValue: .frontCentre
            case SND_CHMAP_LFE.rawValue: .lowFrequency
            case SND_CHMAP_RL.rawValue: .rearLeft
            case SND_CHMAP_RR.rawValue: .rearRight
            case SND_CHMAP_SL.rawValue: hasSides ? .sideLeft : .rearLeft
            case SND_CHMAP_SR.rawValue: hasSides ? .sideRight : .rearRight
            default: nil
            }
        }
        guard places.count == layout.channels, layout.speakers.allSatisfy(places.contains) else { return (false, nil) }
        return (true, ChannelOrder(of: layout, as: places))
    }
}

extension SpeakerPlace {
    /// The bit in WAVE's dwChannelMask.
    var waveBit: Int {
        switch self {
        case .frontLeft: 0x1
        case .frontRight: 0x2
        case .frontCentre: 0x4
        case .lowFrequency: 0x8
        case .rearLeft: 0x10
        case .rearRight: 0x20
        case .sideLeft: 0x200
        case .sideRight: 0x400
        }
    }
}
