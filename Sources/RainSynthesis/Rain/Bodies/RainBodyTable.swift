// SPDX-License-Identifier: MIT
/// Every surface at one sample rate, in the order of `RainSurface.all`. Made at `init`; any thread reads.
struct RainBodyTable: ~Copyable {
    static let shared = RateTables { RainBodyTable(sampleRate: $0) }

    private let bodies: UnsafeMutablePointer<RainBody>
    private let count: Int

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        count = RainSurface.all.count
        bodies = .allocate(capacity: count)
        var random = RandomStream(seed: 0, stream: StreamID.rainBodies())
        let outside = RainBodySpectrum(isOverhead: false, sampleRate: sampleRate)
        let overhead = RainBodySpectrum(isOverhead: true, sampleRate: sampleRate)
        for (index, surface) in RainSurface.all.enumerated() {
            let spectrum = surface.isOverhead ? overhead : outside
            (bodies + index).initialize(
                to: RainBody(surface, sampleRate: sampleRate, spectrum: spectrum, random: &random, isa: instructionSet.kernel))
        }
    }

    deinit {
        bodies.deinitialize(count: count)
        bodies.deallocate()
    }

    /// The surfaces one after another.
    var first: UnsafePointer<RainBody> { @_noLocks get { UnsafePointer(bodies) } }
}
