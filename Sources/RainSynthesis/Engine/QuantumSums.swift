import CRainKernel
import DeterministicMath

/// Where the voices of a quantum are summed, smooth ones by their values at Chebyshev points, and the way from there to
/// frames. Audio thread, but for `init` and `deinit`; no memory is taken after `init`.
struct QuantumSums: ~Copyable {
    /// Which kernels run; equal bytes whichever.
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

    /// Adds all that was summed to 64 frames of both channels, and begins anew.
    @_noLocks func collect(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        crain_collect(isa, sums, nodes, left, right)
    }

    /// Memory for the kernels' widest vectors.
    private static func aligned<T: BitwiseCopyable>(_ value: T) -> UnsafeMutablePointer<T> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<T>.size, alignment: 64)
        return memory.initializeMemory(as: T.self, to: value)
    }

    /// The places of the nodes and, behind them, Lagrange's polynomials through them at the frames.
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

    /// The zeros of Chebyshev's polynomial of that degree.
    private static func chebyshev(_ count: Int) -> [Double] {
        (0..<count).map { DeterministicMath.sincos(turns: Double(2 * $0 + 1) / Double(4 * count)).1 }
    }
}
