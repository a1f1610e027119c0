// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Sums the voices of a quantum, smooth ones by their values at Chebyshev points, and converts the sums to frames.
/// Audio thread, except for `init` and `deinit`; allocates only in `init`.
struct QuantumSums: ~Copyable {
    /// The kernels to run; all give the same bytes.
    let isa: crain_isa
    private let buffer = FixedBuffer<crain_sums>(repeating: crain_sums(), count: 1)
    let nodes: UnsafePointer<crain_nodes>

    /// The same for every engine.
    private static let table = SharedTable(makeNodes())

    init(_ set: InstructionSet) {
        isa = set.kernel
        nodes = UnsafePointer(QuantumSums.table.pointer.pointee.first)
    }

    var sums: UnsafeMutablePointer<crain_sums> { @_noLocks get { buffer.first } }

    /// Adds the sums to 64 frames of both channels and resets them.
    @_noLocks func collect(into block: StereoBlock) {
        crain_collect(isa, sums, nodes, block.left, block.right)
    }

    /// The positions of the nodes, followed by the values of their Lagrange polynomials at the frames.
    private static func makeNodes() -> FixedBuffer<crain_nodes> {
        let nodes = FixedBuffer<crain_nodes>(repeating: crain_nodes(), count: 1)
        let frames = EngineConfiguration.quantum
        var next = UnsafeMutableRawPointer(nodes.first)
        func put(_ value: Double) {
            next.storeBytes(of: Float(value), as: Float.self)
            next += MemoryLayout<Float>.stride
        }
        let (sixteen, eight) = (chebyshev(16), chebyshev(8))
        for place in sixteen + eight + eight { put(place) }
        for places in [sixteen, eight] {
            for (index, node) in places.enumerated() {
                for frame in 0..<frames {
                    let x = Double(2 * frame - frames + 1) / Double(frames - 1)
                    var weight = 1.0
                    for (other, place) in places.enumerated() where other != index { weight *= (x - place) / (node - place) }
                    put(weight)
                }
            }
        }
        return nodes
    }

    /// The zeros of the Chebyshev polynomial of degree `count`.
    private static func chebyshev(_ count: Int) -> [Double] {
        (0..<count).map { DeterministicMath.sincos(turns: Double(2 * $0 + 1) / Double(4 * count)).1 }
    }
}
