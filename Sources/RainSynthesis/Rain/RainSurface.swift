// SPDX-License-Identifier: MIT
import DeterministicMath

/// A surface that the rain falls on, as a body that every drop sets ringing: a resonance pattern and a hardness. Control side.
///
/// The body is linear, and the same for single drops and for the noise that represents all others, so that it keeps their
/// balance. Every body is as loud as open ground under the spectrum of real rain. The modes of thin plates and skins are evenly
/// spaced in frequency; higher modes decay faster (loss per cycle; Cremer, Heckl & Petersson 2005, chapter 3).
struct RainSurface: Sendable {
    let name: String
    /// The range of the modes in Hz, and the seconds in which a mode at 1 kHz falls to 1/e; for the others this time is
    /// inversely proportional to the square root of frequency.
    let modes: ClosedRange<Double>
    let decay: Double
    /// The modes' part of the loudness; 0 means no modes.
    let ring: Double
    /// The slope of the modes' power, dB per octave.
    let tilt: Double
    /// The cut-off in Hz of the low passes on the direct sound of the impact; nil for none, as hard as a wet stone.
    let softness: Double?
    /// The part that is standing water, regardless of `rain.water`.
    let water: Double
    /// Whether the surface is over the listener, who then hears its own rain from beneath and only the far rain through walls.
    let isOverhead: Bool

    /// In the order of the choices of `rain.surface`.
    static let all: [RainSurface] = [
        RainSurface(name: "ground", modes: 1...1, decay: 0, ring: 0, tilt: 0, softness: nil, water: 0, isOverhead: false),
        open("water", 700...4200, 0.006, ring: 0.25, tilt: -3, softness: 9000, water: 1),
        open("puddle", 1100...7000, 0.004, ring: 0.3, tilt: 0, softness: nil, water: 0.6),
        open("stone", 1800...9000, 0.003, ring: 0.4, tilt: 0, softness: nil),
        open("soil", 160...1100, 0.004, ring: 0.35, tilt: -3, softness: 2600),
        open("leaves", 1000...14000, 0.0012, ring: 0.6, tilt: -1, softness: 3500),
        over("tent", 90...1400, 0.006, ring: 0.55, tilt: -4, softness: 4500),
        over("umbrella", 240...2600, 0.004, ring: 0.55, tilt: -3, softness: 6000),
        over("wood", 170...2400, 0.008, ring: 0.6, tilt: -3, softness: 5000),
        over("tin", 320...7500, 0.018, ring: 0.65, tilt: -1.5, softness: nil),
        over("glass", 420...9500, 0.010, ring: 0.5, tilt: -1, softness: nil),
        over("car roof", 120...2800, 0.012, ring: 0.6, tilt: -3, softness: 5500),
    ]

    private static func open(
        _ name: String, _ modes: ClosedRange<Double>, _ decay: Double, ring: Double, tilt: Double, softness: Double?, water: Double = 0
    ) -> RainSurface {
        RainSurface(name: name, modes: modes, decay: decay, ring: ring, tilt: tilt, softness: softness, water: water, isOverhead: false)
    }

    private static func over(
        _ name: String, _ modes: ClosedRange<Double>, _ decay: Double, ring: Double, tilt: Double, softness: Double?
    ) -> RainSurface {
        RainSurface(name: name, modes: modes, decay: decay, ring: ring, tilt: tilt, softness: softness, water: 0, isOverhead: true)
    }
}
