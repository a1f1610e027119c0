/// One instant of rain: which drops sound one by one, and the power of all the others.
struct RainField: BitwiseCopyable, Sendable {
    /// Single drops a second.
    var rate = 0.0
    /// How many of them, as a part, are of a class or a smaller one.
    var sizes = SIMD16<Float>(repeating: 0)
    /// Square of the distance in m within which the drops of a class sound one by one.
    var nearSquare = SIMD16<Float>(repeating: 0)
    /// The ring of the nearest drops.
    var firstRing = 0
    /// Square of the nearest drop's distance.
    var closestSquare: Float = 0
    /// Square of the distance in m within which drops of a class are no louder.
    var loudSquare = SIMD16<Float>(repeating: 0)
    /// The part of the drops that can ring which find water.
    var water: Float = 0
    /// The power of the drops in reach that are not single, and of the far rain, in each band, both channels together.
    var bed = RainBands.Lanes()
    var far = RainBands.Lanes()
    /// The mean power of everything, singles and bed, both channels together.
    var power: Float = 0

    @_noLocks init() {}
}
