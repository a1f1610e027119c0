// SPDX-License-Identifier: MIT
import DeterministicMath

/// Draws drops. Sign and position have one random stream, and each quality that varies has another, so that varying one
/// quality leaves all other draws unchanged. Audio thread.
struct DropDraw: ~Copyable {
    private var place: RandomStream
    private var impactAmplitude: NormalStream
    private var impactDuration: NormalStream
    private var delay: NormalStream
    private var bubbleAmplitude: NormalStream
    private var frequency: NormalStream
    private var decay: NormalStream
    private var bubbleDuration: NormalStream
    private var rise: NormalStream

    @_noLocks init(seed: UInt64) {
        place = RandomStream(seed: seed, stream: StreamID.drops(2))
        impactAmplitude = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(3)))
        impactDuration = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(4)))
        delay = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(5)))
        bubbleAmplitude = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(6)))
        frequency = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(7)))
        decay = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(8)))
        bubbleDuration = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(9)))
        rise = NormalStream(RandomStream(seed: seed, stream: StreamID.drops(10)))
    }

    /// Draws the next drop. Bounds far outside the parameters' ranges keep extreme draws finite: amplitudes up to 1024,
    /// durations of 0.01 ... 2^23 samples, pitch up to 8 turns per sample, decay of at least 0.01.
    @_noLocks mutating func next(_ recipe: borrowing DropRecipe) -> DropShape {
        let isNegative = place.next() &>> 63 != 0
        let sign = recipe.isUniform ? 1.0 : isNegative ? -1 : 1
        let scatter = place.symmetric()
        let position = DropDraw.bounded(recipe.pan + recipe.width * scatter, -1, 1)
        let (sin, cos) = DeterministicMath.sincos(turns: (position + 1) * 0.125)
        return DropShape(
            impactAmplitude: DropDraw.vary(recipe.impactAmplitude, recipe.isUniform, &impactAmplitude, 0, 1024),
            impactDuration: DropDraw.vary(recipe.impactDuration, recipe.isUniform, &impactDuration, 0.01, 0x1p23),
            delay: DropDraw.vary(recipe.delay, recipe.isUniform, &delay, 0, 0x1p23),
            bubbleAmplitude: DropDraw.vary(recipe.bubbleAmplitude, recipe.isUniform, &bubbleAmplitude, 0, 1024),
            frequency: DropDraw.vary(recipe.frequency, recipe.isUniform, &frequency, 0, 8),
            decay: DropDraw.vary(recipe.decay, recipe.isUniform, &decay, 0.01, 0x1p23),
            bubbleDuration: DropDraw.vary(recipe.bubbleDuration, recipe.isUniform, &bubbleDuration, 0.01, 0x1p23),
            rise: DropDraw.vary(recipe.rise, recipe.isUniform, &rise, 0, 0x1p23), left: Float(sign * cos), right: Float(sign * sin))
    }

    @_noLocks private static func vary(
        _ quality: DropRecipe.Quality, _ isUniform: Bool, _ normals: inout NormalStream, _ low: Double, _ high: Double
    ) -> Double {
        if quality.spread == 0 { return bounded(quality.value, low, high) }
        if isUniform { return bounded(quality.value * (1 + quality.spread * normals.symmetric()), low, high) }
        let exponent = quality.spread * (normals.next() - 0.5 * quality.spread)
        return bounded(quality.value * DeterministicMath.exp(exponent), low, high)
    }

    @_noLocks private static func bounded(_ x: Double, _ low: Double, _ high: Double) -> Double {
        x > low ? (x < high ? x : high) : low
    }
}
