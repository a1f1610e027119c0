// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: far rain, a noise whose power is set octave by octave. Both channels share its lows, and each has its own highs.
///
/// Every band has noise for the middle and for the side, and two equal band passes in series for each. The four lower bands run at
/// an eighth of the rate. Silence costs nothing.
struct RainBed: ~Copyable {
    private let isa: crain_isa
    private let design: UnsafePointer<RainBedDesign>
    /// The generators of the upper and of the lower bank.
    private let noise: FixedBuffer<NoiseStream>
    private let state: FixedBuffer<Float>
    private let bed: crain_bed
    /// The kernel's gains and steps: rows of the upper and the lower bank in turn.
    private let ramps = FixedBuffer<Float>(repeating: 0, count: 32)
    /// The gains of middle and side now, their targets, and the quanta until these are reached.
    private var current = RainBedGains()
    private var target = RainBedGains()
    private var quantaLeft = 0

    /// `stream`: the first of two random streams.
    init(sampleRate: Int, seed: UInt64, stream: UInt64 = StreamID.rainBed(0), instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        design = RainBedDesign.shared.table(sampleRate: sampleRate)
        noise = FixedBuffer(count: 2) { NoiseStream(seed: seed, stream: stream &+ UInt64($0)) }
        state = FixedBuffer(repeating: 0, count: 128)
        bed = crain_bed(noise: noise.words, state: state.first, filters: design.pointee.filters.first, taps: design.pointee.taps.first)
    }

    /// Whether nothing sounds, in this quantum or the next.
    var isSilent: Bool { @_noLocks get { current.isSilent && target.isSilent } }

    /// Glides each band to the wanted power (of one channel) within `quanta` quanta, at least 1. `width` 1 is the measured
    /// coherence, 0 is mono.
    @_noLocks mutating func glide(to wanted: RainBands.Lanes, width: Float, over quanta: Int) {
        target = RainBedGains(design.pointee.gains(wanted), width: width)
        quantaLeft = quanta
    }

    /// Adds a quantum.
    @_noLocks mutating func render(into block: StereoBlock) {
        guard !isSilent else { return }
        var next = target
        if quantaLeft > 1 {
            let share = 1 / Float(Int32(truncatingIfNeeded: quantaLeft))
            next.middle = current.middle + (target.middle - current.middle) * share
            next.side = current.side + (target.side - current.side) * share
        }
        if quantaLeft > 0 { quantaLeft &-= 1 }
        let middle = (next.middle - current.middle) * Ramp.perFrame, side = (next.side - current.side) * Ramp.perFrame
        setRow(current.middle.highHalf, current.side.highHalf, row: 0)
        setRow(middle.highHalf, side.highHalf, row: 1)
        setRow(current.middle.lowHalf, current.side.lowHalf, row: 2)
        setRow(middle.lowHalf, side.lowHalf, row: 3)
        crain_add_bed(isa, bed, ramps.first, block.left, block.right)
        current = next
    }

    @_noLocks private func setRow(_ middle: SIMD4<Float>, _ side: SIMD4<Float>, row: Int) {
        UnsafeMutableRawPointer(ramps.first + 8 &* row).storeBytes(of: SIMD8(lowHalf: middle, highHalf: side), as: SIMD8<Float>.self)
    }

    /// Clears the filters' state, and the gains.
    @_noLocks mutating func silence() {
        state.clear()
        current = RainBedGains()
        target = RainBedGains()
    }
}

/// The gains of the bed's bands.
private struct RainBedGains: BitwiseCopyable {
    var middle = RainBands.Lanes()
    var side = RainBands.Lanes()

    @_noLocks init() {}

    @_noLocks init(_ gains: RainBands.Lanes, width: Float) {
        let shared = 1 - (1 - RainBands.shared) * width
        for band in 0..<RainBands.count {
            middle[band] = gains[band] * DeterministicMath.sqrt((1 + shared[band]) * 0.5)
            side[band] = gains[band] * DeterministicMath.sqrt((1 - shared[band]) * 0.5)
        }
    }

    var isSilent: Bool { @_noLocks get { RainBands.sum(middle) == 0 } }
}
