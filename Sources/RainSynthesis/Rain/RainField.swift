// SPDX-License-Identifier: MIT
/// One instant of rain: which drops sound one by one, and the power of all the others.
struct RainField: BitwiseCopyable, Sendable {
    /// Single drops per second.
    var rate = 0.0
    /// The part of the single drops that belongs to a class or a smaller one.
    var sizes = SIMD16<Float>(repeating: 0)
    /// The square of the distance in m within which the drops of a class sound one by one.
    var nearSquare = SIMD16<Float>(repeating: 0)
    /// The ring of the nearest drops.
    var firstRing = 0
    /// The square of the nearest drop's distance.
    var closestSquare: Float = 0
    /// The square of the distance in m within which the drops of a class become no louder.
    var loudSquare = SIMD16<Float>(repeating: 0)
    /// The part of the drops able to ring that fall into water.
    var water: Float = 0
    /// The power of the drops in reach that are not single, and of the far rain, in each band, both channels together.
    var bed = RainBands.Lanes()
    var far = RainBands.Lanes()
    /// The mean power of everything, singles and bed, both channels together.
    var power: Float = 0

    @_noLocks init() {}

    /// Reduces the rain to a part of it: that part of its drops, each at its full level, and that part of the bed's power.
    @_noLocks mutating func scale(by share: Double) {
        rate *= share
        bed *= Float(share)
        far *= Float(share)
        power *= Float(share)
    }
}
