// SPDX-License-Identifier: MIT
import CPlatform
import CRainKernel
import DeterministicMath

/// The location of a grain in the samples: one row for each of its positions between two frames.
struct RainGrain: BitwiseCopyable {
    let first: Int
    let length: Int
    let phases: Int

    @_noLocks init(first: Int, length: Int, phases: Int) {
        self.first = first
        self.length = length
        self.phases = phases
    }

    /// The row for `place`, in `phases`-ths of a frame, not negative.
    @_noLocks func row(_ place: Int) -> Int { first &+ (place % phases) &* length }
}

/// The precomputed sounds of single drops: impacts of every size at three distances and bubbles of 16 pitches, each at several
/// positions between two samples.
///
/// Made at `init`; any thread reads. A grain's energy (the integral of its square over seconds) is 1 before air
/// absorption; `impactEnergy` and `bubbleEnergy` are the energy that remains, band by band.
struct RainGrains: ~Copyable {
    /// Grains of each size, and kinds of bubbles: 14 of large drops, 2 of small ones.
    private static var variants: Int { @_noLocks get { 4 } }
    static var bubbles: Int { @_noLocks get { 16 } }
    static var largeBubbles: Int { @_noLocks get { 14 } }
    /// Rings of distance; single drops fall in the first three.
    static var rings: Int { @_noLocks get { 5 } }
    static var nearRings: Int { @_noLocks get { 3 } }

    /// The distance in m at which a ring begins.
    @_noLocks static func ringStart(_ ring: Int) -> Double {
        ring == 0 ? 0 : ring == 1 ? 5 : ring == 2 ? 15 : ring == 3 ? 45 : ring == 4 ? 135 : 1e9
    }

    /// The ring of a single drop at `distance` m.
    @_noLocks static func nearRing(_ distance: Float) -> Int { distance < 5 ? 0 : distance < 15 ? 1 : 2 }

    /// The distance in m for which a ring's air absorption holds.
    private static func ringDistance(_ ring: Int) -> Double { [3, 9, 26, 80, 230][ring] }

    /// The number of positions between two samples at which a grain can begin.
    let phases: Int
    private let sounds: FixedBuffer<Float>
    let impactLength: Int
    private let bubbleGrains = FixedBuffer<RainGrain>(unset: RainGrains.bubbles)
    private let bubbleGain: FixedBuffer<Float>
    /// The energy of the impacts for each size and ring, the mean over its grains.
    private let impacts: FixedBuffer<RainBands.Lanes>
    /// The energy of the bubbles for large and small drops and each ring.
    private let rings: FixedBuffer<RainBands.Lanes>

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        let isa = instructionSet.kernel
        let rate = Double(sampleRate)
        phases = sampleRate < 64_000 ? 8 : sampleRate < 128_000 ? 4 : 2
        impactLength = DeterministicMath.roundToInt(0.008 * rate)
        let bubbleShapes = (0..<RainGrains.bubbles).map { RainBubbleShape($0) }
        let lengths = bubbleShapes.map { DeterministicMath.roundToInt($0.length * rate) + 1 }
        let impactRows = RainSizes.count * RainGrains.variants * RainGrains.nearRings * phases
        let total = impactRows * impactLength + lengths.reduce(0, +) * phases
        sounds = FixedBuffer(repeating: 0, count: total, margin: GrainVoices.margin)
        bubbleGain = FixedBuffer(repeating: 0, count: RainGrains.bubbles * RainGrains.rings)
        impacts = FixedBuffer(repeating: .zero, count: RainSizes.count * RainGrains.rings)
        rings = FixedBuffer(repeating: .zero, count: 2 * RainGrains.rings)

        let spectrum = RainSpectrum(rate: rate, airWidths: (0..<RainGrains.rings).map(RainGrains.airWidth), isa: isa)
        var random = RandomStream(seed: 0, stream: StreamID.rainGrains())
        for size in 0..<RainSizes.count {
            for variant in 0..<RainGrains.variants {
                let shape = RainImpactShape(size: size, variant: variant, random: &random)
                makeImpact(shape, size: size, variant: variant, rate: rate, spectrum, isa)
            }
        }
        var next = impactRows * impactLength
        for bubble in 0..<RainGrains.bubbles {
            bubbleGrains.first[bubble] = RainGrain(first: next, length: lengths[bubble], phases: phases)
            makeBubble(bubble, bubbleShapes[bubble], rate: rate, isa: isa)
            next += lengths[bubble] * phases
        }
    }

    /// The samples of all grains.
    var samples: UnsafePointer<Float> { @_noLocks get { UnsafePointer(sounds.first) } }

    /// The location of one impact.
    @_noLocks func impact(size: Int, variant: Int, ring: Int) -> RainGrain {
        RainGrain(first: impactRow(size: size, variant: variant, ring: ring, phase: 0), length: impactLength, phases: phases)
    }

    /// The location of one bubble.
    @_noLocks func bubble(_ bubble: Int) -> RainGrain { bubbleGrains.first[bubble] }

    /// The index at which the samples of an impact begin.
    @_noLocks private func impactRow(size: Int, variant: Int, ring: Int, phase: Int) -> Int {
        (((size &* RainGrains.variants &+ variant) &* RainGrains.nearRings &+ ring) &* phases &+ phase) &* impactLength
    }

    /// The part of a bubble's amplitude that remains after air absorption.
    @_noLocks func bubbleGain(_ bubble: Int, ring: Int) -> Float { bubbleGain.first[bubble &* RainGrains.rings &+ ring] }

    /// The energy of an impact in each band.
    @_noLocks func impactEnergy(size: Int, ring: Int) -> RainBands.Lanes { impacts.first[size &* RainGrains.rings &+ ring] }

    /// The energy of a bubble in each band.
    @_noLocks func bubbleEnergy(isLarge: Bool, ring: Int) -> RainBands.Lanes {
        rings.first[(isLarge ? 0 : RainGrains.rings) &+ ring]
    }

    private mutating func makeImpact(
        _ shape: RainImpactShape, size: Int, variant: Int, rate: Double, _ spectrum: RainSpectrum, _ isa: crain_isa
    ) {
        let lanes = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) / Double(phases)
        // The lanes past the last phase are not used.
        let offsets = lanes.replacing(with: 0, where: lanes .>= 1)
        let ring = shape.ring(frames: impactLength, offsets: offsets, rate: rate, isa: isa)
        withUnsafeTemporaryAllocation(of: SIMD8<Double>.self, capacity: impactLength) { rows in
            // Measured without offsets, on which the reach of pulses depends.
            shape.write(into: rows, ring: ring, offsets: .zero, rate: rate, airWidth: 0, isa: isa)
            let scale = 1 / DeterministicMath.sqrt(rows.reduce(0) { $0 + $1[0] * $1[0] } / rate)
            for (distance, spectrum) in spectrum.bands(rows.map { $0[0] * scale }).enumerated() {
                var bands = spectrum
                if distance < RainGrains.nearRings {
                    let airWidth = RainGrains.airWidth(distance)
                    shape.write(into: rows, ring: ring, offsets: offsets, rate: rate, airWidth: airWidth, isa: isa)
                    let energy = crain_cut_rows(
                        isa, rows.baseAddress, impactLength, scale, phases,
                        sounds.first + impactRow(size: size, variant: variant, ring: distance, phase: 0))
                    // Scaled to the exact energy of the grains themselves.
                    bands *= Float(energy / (rate * Double(phases))) / bands.sum()
                }
                impacts.first[size * RainGrains.rings + distance] += bands / Float(RainGrains.variants)
            }
        }
    }

    private mutating func makeBubble(_ bubble: Int, _ shape: RainBubbleShape, rate: Double, isa: crain_isa) {
        let grain = bubbleGrains.first[bubble]
        var energy = 0.0
        for phase in 0..<phases {
            let row = sounds.first + grain.row(phase)
            energy += shape.write(to: row, frames: grain.length, offset: Double(phase) / Double(phases), rate: rate, isa: isa)
        }
        let scale = Float(DeterministicMath.sqrt(RainPhysics.bubbleEnergy * rate * Double(phases) / energy))
        for index in 0..<(grain.length * phases) { sounds.first[grain.first + index] *= scale }
        let isLarge = bubble < RainGrains.largeBubbles
        let share = 1 / Float(isLarge ? RainGrains.largeBubbles : RainGrains.bubbles - RainGrains.largeBubbles)
        for ring in 0..<RainGrains.rings {
            let turns = shape.frequency * RainGrains.airWidth(ring) * 0.001 * (2 * DeterministicMath.pi)
            let gain = Float(DeterministicMath.exp(-0.5 * turns * turns))
            bubbleGain.first[bubble * RainGrains.rings + ring] = gain
            rings.first[(isLarge ? 0 : RainGrains.rings) + ring][RainBands.band(of: shape.frequency)] +=
                share * Float(RainPhysics.bubbleEnergy) * gain * gain
        }
    }

    /// The width in ms of the Gaussian that is equivalent to the air on the path from a ring.
    private static func airWidth(_ ring: Int) -> Double {
        RainPhysics.airWidth * DeterministicMath.sqrt(ringDistance(ring) / 100)
    }
}
