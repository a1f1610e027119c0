// SPDX-License-Identifier: MIT
/// The start of a short sound.
public struct Onset: Equatable, Sendable {
    /// Seconds from the start of the sound, within about half a millisecond.
    public let time: Double
    /// How much it stands out: the jump in power relative to the fluctuation of the noise floor, in dB.
    let strength: Double
}
