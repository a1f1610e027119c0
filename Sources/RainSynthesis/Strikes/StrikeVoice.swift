// SPDX-License-Identifier: MIT
/// The body that an event note strikes.
public enum StrikeVoice: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case wood, glass, bell, drum

    /// The name that presets and logs use.
    public var name: String { "\(self)" }

    /// The raw value: the tag, since the cases count from 0. (`rawValue` itself is opaque to the lock checker.)
    var index: Int { @_noLocks get { Int(unsafeBitCast(self, to: UInt8.self)) } }
}

/// How one kind of body rings: its partials, as multiples of the fundamental, and how fast each of them fades.
struct StrikeRecipe: BitwiseCopyable, Sendable {
    /// Up to eight partials; those not used have amplitude 0.
    var ratios = SIMD8<Float>()
    var amplitudes = SIMD8<Float>()
    /// Seconds in which a partial falls by 60 dB; the first is the longest.
    var decays = SIMD8<Float>(repeating: 0.1)
    /// Seconds from silence to full strength.
    var attack: Float = 0.002

    /// A marimba bar: double octave and a third partial at 9.2 from the undercut, a short knock on top
    /// (Bork 1995; Fletcher & Rossing, The Physics of Musical Instruments).
    private static let wood = StrikeRecipe(
        [(1, 1, 0.32), (3.93, 0.38, 0.13), (9.24, 0.16, 0.07), (2.57, 0.12, 0.06), (6.3, 0.1, 0.045)], attack: 0.0015)

    /// A wine glass: its rim's bending modes, which rise roughly as the square of their number, hardly damped (French 1983).
    private static let glass = StrikeRecipe(
        [(1, 1, 0.5), (2.32, 0.55, 0.42), (4.25, 0.4, 0.34), (6.63, 0.22, 0.25), (9.38, 0.12, 0.18)], attack: 0.001)

    /// A church bell: hum, prime, tierce, quint, nominal and twelfth, the prime being the note
    /// (Fletcher & Rossing, chapter 21).
    private static let bell = StrikeRecipe(
        [(1, 0.8, 0.6), (0.5, 0.45, 0.6), (1.2, 0.6, 0.55), (1.5, 0.3, 0.45), (2, 1, 0.5), (3, 0.4, 0.3)], attack: 0.004
    )

    /// A drum: the modes of an ideal round membrane, whose ratios are those of the zeros of Bessel functions
    /// (Fletcher & Rossing, chapter 3).
    private static let drum = StrikeRecipe(
        [
            (1, 1, 0.42), (1.5933, 0.7, 0.3), (2.1355, 0.5, 0.22), (2.2954, 0.4, 0.2), (2.6531, 0.3, 0.16), (2.9173, 0.25, 0.13),
            (3.1555, 0.2, 0.11), (3.5001, 0.15, 0.1),
        ], attack: 0.0015)

    init(_ voice: StrikeVoice) {
        switch voice {
        case .wood: self = .wood
        case .glass: self = .glass
        case .bell: self = .bell
        case .drum: self = .drum
        }
    }

    private init(_ partials: [(ratio: Float, amplitude: Float, decay: Float)], attack: Float) {
        self.attack = attack
        for (index, partial) in partials.enumerated() {
            ratios[index] = partial.ratio
            amplitudes[index] = partial.amplitude
            decays[index] = partial.decay
        }
    }
}
