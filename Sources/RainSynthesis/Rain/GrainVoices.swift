// SPDX-License-Identifier: MIT
import CRainKernel

/// The grains of one channel that sound now or will soon. Audio thread; allocates only in `init`.
struct GrainVoices: ~Copyable {
    /// Samples that a table of grains has before its first and behind its last, for the kernels' vectors.
    static var margin: Int { EngineConfiguration.quantum }

    private(set) var count = 0
    /// Grains dropped since the start because the pool was full.
    private(set) var refused: Int64 = 0
    private let capacity: Int
    // The kernels' header documents the columns.
    private let memory: VoiceColumns
    private var columns: crain_grains
    private let isa: crain_isa

    init(capacity: Int, instructionSet: InstructionSet = .standard) {
        self.capacity = capacity
        var memory = VoiceColumns(voices: capacity, wide: 0, narrow: 4)
        columns = crain_grains(
            row: memory.column(of: Int32(0)), start: memory.column(of: Int32(0)), length: memory.column(of: Int32(0)),
            gain: memory.column(of: Float(0)))
        self.memory = memory
        isa = instructionSet.kernel
    }

    /// Begins a grain `start` frames into the quantum; if the pool is full, the grain is dropped and counted.
    @_noLocks mutating func add(row: Int, length: Int, start: Int, gain: Float) {
        guard count < capacity else {
            refused &+= 1
            return
        }
        columns.row[count] = Int32(truncatingIfNeeded: row)
        columns.start[count] = Int32(truncatingIfNeeded: start)
        columns.length[count] = Int32(truncatingIfNeeded: length)
        columns.gain[count] = gain
        count = count &+ 1
    }

    /// Adds a quantum of every grain to `output`, in the order of the list, and releases those that end.
    @_noLocks mutating func accumulate(_ samples: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        if count > 0 { count = crain_add_grains(isa, &columns, count, samples, output) }
    }

    @_noLocks mutating func removeAll() { count = 0 }
}
