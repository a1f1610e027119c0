// SPDX-License-Identifier: MIT
import DeterministicMath

/// Computes the field of a weather: the drops on a plane around the listener, sorted by loudness.
///
/// Drops of every class fall evenly on the ring from the nearest distance to the reach. A drop of strength s at distance r has
/// the amplitude s/r, limited by a ceiling; the weather sets how many drops per second reach it. Rarer, louder drops would stand
/// out in a minute of rain. The loudest drops, those above one threshold in s/r, are singles; the power that the others would add
/// to each band belongs to the bed. So the mean power of the sum is the same in every band, wherever the threshold lies. Made at
/// `init`; any thread reads.
struct RainModel: ~Copyable {
    static let shared = RateTables { RainModel(sampleRate: $0) }

    private let strengthSquare: SIMD16<Double>
    let grains: RainGrains
    /// The most that scatter changes the natural logarithm of an amplitude, and the mean square of the factor.
    let scatter: Double
    private let scatterPower: Double
    private let referencePower: Double
    private let farPower: Double
    /// Which classes ring when they fall into water.
    let rings: SIMD16<Float>
    private let strengths: SIMD16<Float>
    /// The most energy that a nearby drop of amplitude 1 has in each band.
    private let brightest: RainBands.Lanes

    init(sampleRate: Int) {
        grains = RainGrains(sampleRate: sampleRate)
        var squares = SIMD16<Double>()
        var ringing = SIMD16<Float>(), strengths = SIMD16<Float>(), brightest = RainBands.Lanes()
        for size in 0..<RainSizes.count {
            let diameter = RainSizes.middle(size)
            let strength = RainSizes.strength(diameter)
            squares[size] = strength * strength
            strengths[size] = Float(strength)
            // Medwin, Nystuen, Jacobus, Ostwald & Snyder (1992): drops of 0.8-1.1 mm, and those above 2.2 mm.
            ringing[size] = diameter > 2.2 || (diameter > 0.8 && diameter < 1.1) ? 1 : 0
            let energy = grains.impactEnergy(size: size, ring: 0)
            brightest = brightest.replacing(with: energy, where: energy .> brightest)
        }
        self.brightest = brightest
        strengthSquare = squares
        rings = ringing
        self.strengths = strengths
        scatter = RainPhysics.scatter * 0.11512925464970229
        // The mean of exp(2 x) for x uniform over +-scatter.
        scatterPower = (DeterministicMath.exp(2 * scatter) - DeterministicMath.exp(-2 * scatter)) / (4 * scatter)
        referencePower = RainPhysics.reference * RainPhysics.reference
        farPower = RainPhysics.farPower
    }

    /// The amplitude of a class's drops at 1 m, relative to a drop of 2 mm.
    @_noLocks func strength(_ size: Int) -> Float { strengths[size] }

    /// Computes the field of a weather. Audio thread; about 3 microseconds. `masks`: whether drops that the others mask are noise too.
    @_noLocks func field(_ weather: RainWeather, masks: Bool) -> RainField {
        var field = RainField()
        guard weather.intensity > 0 else { return field }
        let flux = RainSizes.flux(intensity: weather.intensity)
        let closest = weather.distance
        let reach = max(weather.reach, closest)
        field.closestSquare = Float(closest * closest)
        field.firstRing = closest < RainGrains.ringStart(1) ? 0 : closest < RainGrains.ringStart(2) ? 1 : 2
        field.water = Float(weather.water)

        var loudest = 0.0
        for size in 0..<RainSizes.count { loudest += flux[size] * strengthSquare[size] }
        let ceiling = weather.peaks / (DeterministicMath.pi * loudest)
        var fromLoud = SIMD16<Double>()
        for size in 0..<RainSizes.count {
            let loud = RainModel.clamp(strengthSquare[size] * ceiling, closest * closest, reach * reach)
            field.loudSquare[size] = Float(loud)
            fromLoud[size] = 0.5 * DeterministicMath.log(loud)
        }
        // The logarithms of each ring's start and end, limited to the nearest distance and the reach.
        var starts = SIMD8<Double>(), ends = SIMD8<Double>()
        for ring in 0..<RainGrains.rings {
            let low = max(RainGrains.ringStart(ring), closest)
            let high = min(RainGrains.ringStart(ring &+ 1), reach)
            guard high > low else { continue }
            starts[ring] = DeterministicMath.log(low)
            ends[ring] = DeterministicMath.log(high)
        }
        let everything = power(flux, field, starts, ends, nearer: SIMD16(repeating: field.closestSquare), fromLoud)
        field.power = RainBands.sum(everything)
        if weather.bedLevel > -60 {
            let far = Float(farPower * DeterministicMath.exp(weather.bedLevel * 0.23025850929940458)) * field.power
            field.far = RainModel.farBands(weather) * far
        }

        let near = RainGrains.ringStart(RainGrains.nearRings)
        let farthest = min(reach, max(closest, near))
        let singlesLimit = threshold(flux, weather.singles, closest * closest, farthest * farthest)
        let audibleLimit = audibleThreshold(everything + field.far * (1 - weather.over))
        let y = !masks || singlesLimit < audibleLimit ? singlesLimit : audibleLimit
        var total = 0.0
        var fromQuiet = fromLoud
        for size in 0..<RainSizes.count {
            let square = RainModel.clamp(strengthSquare[size] * y, closest * closest, farthest * farthest)
            field.nearSquare[size] = Float(square)
            total += flux[size] * DeterministicMath.pi * (square - closest * closest)
            field.sizes[size] = Float(total)
            if Float(square) > field.loudSquare[size] { fromQuiet[size] = 0.5 * DeterministicMath.log(square) }
        }
        field.rate = total
        let share = total > 0 ? Float(1 / total) : 0
        for size in 0..<RainSizes.count { field.sizes[size] = field.sizes[size] * share }
        field.bed = power(flux, field, starts, ends, nearer: field.nearSquare, fromQuiet)
        field.power += RainBands.sum(field.far)
        return field
    }

    /// The power in each band of the drops beyond the squares of distance `nearer`; `from`: the logarithms of the distances, not
    /// nearer, from which a class's drops become softer.
    @_noLocks private func power(
        _ flux: SIMD16<Double>, _ field: RainField, _ starts: SIMD8<Double>, _ ends: SIMD8<Double>, nearer: SIMD16<Float>,
        _ from: SIMD16<Double>
    ) -> RainBands.Lanes {
        var sum = RainBands.Lanes()
        for size in 0..<RainSizes.count {
            let weight = flux[size] * strengthSquare[size] * scatterPower * referencePower * (2 * DeterministicMath.pi)
            let loud = Double(field.loudSquare[size]), near = Double(nearer[size])
            // Drops at the ceiling, as an equivalent interval of ln of distance.
            let level = near < loud ? 0.5 * (1 - near / loud) : 0
            let ringing = field.water * rings[size]
            for ring in 0..<RainGrains.rings where ends[ring] > starts[ring] {
                let interval = max(ends[ring] - max(starts[ring], from[size]), 0)
                // Drops at the ceiling have the air absorption of the first ring.
                let energy =
                    grains.impactEnergy(size: size, ring: ring)
                    + grains.bubbleEnergy(isLarge: size > 4, ring: ring) * ringing
                sum += energy * Float(weight * (ring == field.firstRing ? interval + level : interval))
            }
        }
        return sum
    }

    /// The inverse square of the amplitude from which a drop is heard one by one in noise of the power `bands`: in the band in
    /// which it stands out most, its energy is at least a twelfth of what the noise has in a millisecond. The others cannot be
    /// distinguished from noise, neither by ear nor by the statistics of docs/analyse.md.
    @_noLocks private func audibleThreshold(_ bands: RainBands.Lanes) -> Double {
        var most: Float = 0
        for band in 0..<RainBands.count where bands[band] > 0 {
            let clear = brightest[band] / bands[band]
            if clear > most { most = clear }
        }
        return Double(most) * scatterPower * referencePower / (RainModel.audibleShare * 0.001)
    }

    /// The part of the noise's energy in a millisecond that a drop must have to be heard.
    private static var audibleShare: Double { @_noLocks get { 0.08 } }

    /// The inverse square of the amplitude above which there are `wanted` drops per second. That number grows with it, in each
    /// class from the point where its nearest drop is loud enough to the point where its farthest is.
    @_noLocks private func threshold(_ flux: SIMD16<Double>, _ wanted: Double, _ closest: Double, _ farthest: Double) -> Double {
        var low = closest / strengthSquare[RainSizes.count &- 1]
        var high = farthest / strengthSquare[0]
        for _ in 0..<26 {
            let middle = DeterministicMath.sqrt(low * high)
            var count = 0.0
            for size in 0..<RainSizes.count {
                let square = RainModel.clamp(strengthSquare[size] * middle, closest, farthest)
                count += flux[size] * (square - closest)
            }
            if count * DeterministicMath.pi > wanted { high = middle } else { low = middle }
        }
        return low
    }

    /// The division of the far bed's power among the bands.
    @_noLocks private static func farBands(_ weather: RainWeather) -> RainBands.Lanes {
        var bands = RainBands.Lanes()
        for band in 0..<RainBands.count {
            let middle = RainBands.middle(band)
            let octaves = DeterministicMath.log2(middle / 500)
            let tilt = octaves > 0 ? weather.bedTilt * octaves : 0
            let low = weather.bedLow / middle, high = middle / weather.bedHigh
            bands[band] = Float(middle * DeterministicMath.exp(tilt * 0.23025850929940458) / ((1 + low * low) * (1 + high * high)))
        }
        return bands / RainBands.sum(bands)
    }

    @_noLocks private static func clamp(_ x: Double, _ low: Double, _ high: Double) -> Double {
        x < low ? low : x > high ? high : x
    }
}
