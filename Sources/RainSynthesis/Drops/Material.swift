// SPDX-License-Identifier: MIT
/// A material that drops fall on: a resonance pattern that is independent of the drop. Control side.
///
/// Each material rings in two of six bands two thirds of an octave apart. Any two materials differ in at least one of their two bands, so
/// that a listener recognises a material by its bands, whatever the pitch of the drops (a 2-of-6 code). The decay is typical of the
/// material: glass and tin ring long, wood rings briefly, and fabric, leaves and stone hardly ring.
struct Material: Sendable {
    /// The centre frequencies of the six bands in Hz.
    static let bands: [Double] = [1200, 1900, 3000, 4800, 7600, 760]

    /// One of the two bands that ring.
    struct Resonance: Sendable {
        /// The index of the band.
        var band: Int
        /// The seconds in which the amplitude falls to 1/e.
        var decay: Double
        /// The share of the resonances' loudness.
        var share: Double
        /// The frequency of the band's second mode, as a ratio to the first.
        var partner: Double
    }

    let name: String
    /// Linear gains of the drop's own impact and bubble. The resonance has the energy that they take.
    let impactGain: Float
    let bubbleGain: Float
    /// Empty for `plain`.
    let resonances: [Resonance]

    /// In the order of the choices of `drops.material`.
    static let all: [Material] = [
        Material(name: "plain", impactGain: 1, bubbleGain: 1, resonances: []),
        material("water", impact: 0.6, bubble: 0.6, (0, 0.012, 0.5, 1.07), (2, 0.008, 0.5, 1.05)),
        material("wood", impact: 0.7, bubble: 0.25, (0, 0.009, 0.55, 1.04), (1, 0.006, 0.45, 1.05)),
        material("glass", impact: 0.3, bubble: 0.2, (2, 0.090, 0.6, 1.013), (4, 0.060, 0.4, 1.017)),
        material("tin", impact: 0.4, bubble: 0.2, (1, 0.055, 0.5, 1.033), (3, 0.045, 0.5, 1.027)),
        material("tent", impact: 0.8, bubble: 0.2, (0, 0.0035, 0.6, 1.08), (3, 0.0020, 0.4, 1.06)),
        material("leaves", impact: 0.4, bubble: 0.2, (3, 0.0016, 0.5, 1.07), (4, 0.0012, 0.5, 1.06)),
        material("stone", impact: 0.5, bubble: 0.2, (2, 0.0032, 0.5, 1.03), (3, 0.0028, 0.5, 1.04)),
        material("puddle", impact: 0.5, bubble: 0.7, (0, 0.010, 0.6, 1.06), (4, 0.0025, 0.4, 1.05)),
        material("soil", impact: 0.4, bubble: 0.2, (5, 0.0045, 0.55, 1.08), (3, 0.0016, 0.45, 1.07)),
        material("umbrella", impact: 0.6, bubble: 0.2, (5, 0.0060, 0.6, 1.06), (2, 0.0022, 0.4, 1.05)),
        material("car roof", impact: 0.5, bubble: 0.2, (5, 0.018, 0.55, 1.045), (1, 0.010, 0.45, 1.035)),
    ]

    private static func material(
        _ name: String, impact: Float, bubble: Float, _ low: (Int, Double, Double, Double), _ high: (Int, Double, Double, Double)
    ) -> Material {
        let resonances = [low, high].map { Resonance(band: $0.0, decay: $0.1, share: $0.2, partner: $0.3) }
        return Material(name: name, impactGain: impact, bubbleGain: bubble, resonances: resonances)
    }
}
