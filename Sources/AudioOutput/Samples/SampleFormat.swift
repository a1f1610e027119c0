// SPDX-License-Identifier: MIT
/// How one sample is stored, little endian. Named as in ALSA.
public enum SampleFormat: String, Sendable, CaseIterable {
    case float32 = "FLOAT_LE"
    case signed32 = "S32_LE"
    case signed24 = "S24_3LE"
    case signed16 = "S16_LE"

    /// Parses ALSA's name or the short one (`16`, `24`, `32`, `float`), in any case.
    public init?(named name: String) {
        switch name.uppercased() {
        case "FLOAT_LE", "FLOAT": self = .float32
        case "S32_LE", "32": self = .signed32
        case "S24_3LE", "24": self = .signed24
        case "S16_LE", "16": self = .signed16
        default: return nil
        }
    }

    /// Bytes of one sample of one channel.
    var bytesPerSample: Int {
        @_noLocks get {
            switch self {
            case .float32, .signed32: 4
            case .signed24: 3
            case .signed16: 2
            }
        }
    }
}
