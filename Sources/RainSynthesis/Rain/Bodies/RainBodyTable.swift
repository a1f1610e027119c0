// SPDX-License-Identifier: MIT
/// Every surface at one sample rate, in the order of `RainSurface.all`. Made at `init`; any thread reads.
struct RainBodyTable: ~Copyable {
    static let shared = RateTables { RainBodyTable(sampleRate: $0) }

    private let bodies: FixedBuffer<RainBody>

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        var random = RandomStream(seed: 0, stream: StreamID.rainBodies())
        let outside = RainBodySpectrum(isOverhead: false, sampleRate: sampleRate)
        let overhead = RainBodySpectrum(isOverhead: true, sampleRate: sampleRate)
        bodies = FixedBuffer(count: RainSurface.all.count) { index in
            let surface = RainSurface.all[index]
            let spectrum = surface.isOverhead ? overhead : outside
            return RainBody(surface, sampleRate: sampleRate, spectrum: spectrum, random: &random, isa: instructionSet.kernel)
        }
    }

    /// The surfaces one after another.
    var first: UnsafePointer<RainBody> { @_noLocks get { UnsafePointer(bodies.first) } }
}
