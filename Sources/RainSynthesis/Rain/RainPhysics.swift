// SPDX-License-Identifier: MIT
/// The figures that physics leaves free, and their sources. "Fitted": found by search against 23 recordings of rain.
enum RainPhysics {
    /// The amplitude of a drop of 2 mm, 1 m away, as the RMS over 1 s of its sound. Free: it sets the loudness of 10 mm/h.
    static let reference = 3.1e-5
    /// How much drops of one size and position differ in level with what they strike: uniformly, up to this many dB up
    /// and down. Free; the fit has an SD of 4.3 dB, but without bounds, so that one drop in a minute would stand out.
    static let scatter = 12.0
    /// The width of the impact's pulse relative to diameter/speed; the build-up lasts about 0.2 radius/speed. Fitted: 0.04 ms at 2 mm.
    static let clickWidth = 0.1
    /// The narrowest width in ms: the film of water on every wet surface.
    static let filmWidth = 0.028
    /// The spread of the widths, as the SD of the logarithm (fitted).
    static let clickSpread = 0.4
    /// The struck body: middle frequency in Hz, SD of its logarithm, Q and level (fitted).
    static let bodyFrequency = 1250.0
    static let bodySpread = 0.6
    static let bodyQ = 2.5
    static let bodyLevel = 1.1
    /// The spray: its duration in ms, its level (fitted), and the width of its droplets' pulses in ms (free).
    static let sprayTime = 1.4
    static let sprayLevel = 0.06
    static let sprayWidth = 0.04
    /// The energy of a bubble relative to that of its drop's impact (free).
    static let bubbleEnergy = 1.0
    /// Bubbles of drops over 2.2 mm: middle frequency in Hz and SD of its logarithm (fitted; Medwin 1992 has 2-10 kHz).
    static let bubbleFrequency = 3000.0
    static let bubbleSpread = 0.6
    /// How fast a bubble's pitch rises, as a multiple of its damping (van den Doel 2005).
    static let bubbleRise = 0.1
    /// Milliseconds from impact to bubble (fitted).
    static let bubbleDelay = 2.0...14.0
    /// The far rain's power relative to that of all drops in reach (free: soil, leaves, roofs and runnels far off).
    static let farPower = 4.0
    /// Air absorption as the width of a Gaussian at 100 m, in ms. It gives 2.1, 8.5 and 34 dB at 4, 8 and 16 kHz.
    static let airWidth = 0.0278
    /// The mean of |time left - time right| of a drop in ms (free: it produces the coherence of the table).
    static let timeSpread = 0.047
}
