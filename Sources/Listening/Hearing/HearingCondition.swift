// SPDX-License-Identifier: MIT

/// How a sound reaches the listener.
public enum HearingCondition: String, CaseIterable, Sendable {
    /// Both channels, 50 Hz to 16 kHz.
    case stereo
    /// All channels in one, 50 Hz to 16 kHz.
    case mono
    /// A small loudspeaker: one channel, 300 Hz to 8 kHz.
    case smallSpeaker = "small speaker"
    /// A telephone: one channel, 300 to 3400 Hz.
    case telephone
    /// Both channels under pink noise of the same loudness.
    case noise = "pink noise"

    /// The audible range in Hz.
    var range: ClosedRange<Double> {
        switch self {
        case .stereo, .mono, .noise: 50...16_000
        case .smallSpeaker: 300...8000
        case .telephone: 300...3400
        }
    }

    var isStereo: Bool { self == .stereo || self == .noise }
}
