// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Sums the voices of a quantum, smooth ones by their values at Chebyshev points, and converts the sums to frames.
/// Audio thread, except for `init` and `deinit`; allocates only in `init`.
struct QuantumSums: ~Copyable {
    /// The kernels to run; all give the same bytes.
    let isa: crain_isa
    let sums: UnsafeMutablePointer<crain_sums>
    let nodes: UnsafePointer<crain_nodes>

    init(_ set: InstructionSet) {
        isa = set.kernel
        sums = QuantumSums.aligned(crain_sums())
        let nodes = QuantumSums.aligned(crain_nodes())
        QuantumSums.fill(UnsafeMutableRawPointer(nodes))
        self.nodes = UnsafePointer(nodes)
    }

    deinit {
        sums.deallocate()
        nodes.deallocate()
    }

    /// Adds the sums to 64 frames of both channels and resets them.
    @_noLocks func collect(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        crain_collect(isa, sums, nodes, left, right)
    }

    /// Allocates memory aligned for the kernels' widest vectors.
    private static func aligned<T: BitwiseCopyable>(_ value: T) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<T>.size, alignment: 64)
        return memory.initializeMemory(as: T.self, to: value)
    }

    /// Writes the positions of the nodes, followed by the values of their Lagrange polynomials at the frames.
    private static func fill(_ memory: UnsafeMutableRawPointer) {
        let frames = EngineConfiguration.quantum
        var next = memory
        func put(_ value: Double) {
            next.storeBytes(of: Float(value), as: Float.self)
            next += MemoryLayout<Float>.stride
        }
        let (sixteen, eight) = (chebyshev(16), chebyshev(8))
        for place in sixteen + eight + eight { put(place) }
        for nodes in [sixteen, eight] {
            for (index, node) in nodes.enumerated() {
                for frame in 0..<frames {
                    let x = Double(2 * frame - frames + 1) / Double(frames - 1)
                    var weight = 1.0
                    for (other, place) in nodes.enumerated() where other != index { weight *= (x - place) / (node - place) }
                    put(weight)
                }
            }
        }
    }

    /// The zeros of the Chebyshev polynomial of degree `count`.
    private static func chebyshev(_ count: Int) -> [Double] {
        (0..<count).map { DeterministicMath.sincos(turns: Double(2 * $0 + 1) / Double(4 * count)).1 }
    }
}
