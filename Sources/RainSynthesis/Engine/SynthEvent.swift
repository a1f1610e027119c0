// SPDX-License-Identifier: MIT
/// An event at one sample. Plain memory; any thread.
public struct SynthEvent: BitwiseCopyable, Sendable {
    public enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// A short tuned note.
        case strike
        /// Every layer starts (the engine starts running).
        case start
        /// Every layer stops: exact silence within 200 ms.
        case stop
    }

    /// The range of a note's fundamental in Hz; a value outside is clamped.
    public static var lowestFrequency: Float { @_noLocks get { 20 } }
    public static var highestFrequency: Float { @_noLocks get { 12_000 } }

    public var kind: Kind
    public var voice: StrikeVoice = .wood
    /// Fundamental in Hz, `lowestFrequency` ... `highestFrequency`.
    public var frequency: Float = 440
    /// Peak level of the note in dB of full scale.
    public var level: Float = -12
    /// -1 left ... 1 right.
    public var pan: Float = 0
    /// The ducking of the rain while the note sounds, in dB (0: none), and the time in seconds that the rain takes to return.
    public var duckBy: Float = 0
    public var duckRelease: Float = 0.6

    public init(kind: Kind) { self.kind = kind }
    /// Makes an event note.
    public init(strike voice: StrikeVoice, frequency: Float, level: Float, pan: Float = 0, duckBy: Float = 0, duckRelease: Float = 0.6) {
        kind = .strike
        self.voice = voice
        self.frequency = frequency
        self.level = level
        self.pan = pan
        self.duckBy = duckBy
        self.duckRelease = duckRelease
    }
}
