// SPDX-License-Identifier: MIT
/// The grains of one channel that sound now or will soon. Audio thread; allocates only in `init`.
struct GrainVoices: ~Copyable {
    private(set) var count = 0
    /// Grains dropped since the start because the pool was full.
    private(set) var refused: Int64 = 0
    private let capacity: Int
    private let row: UnsafeMutablePointer<Int>
    /// Frames until the grain begins, counted from the quantum to be rendered next.
    private let start: UnsafeMutablePointer<Int>
    private let length: UnsafeMutablePointer<Int>
    private let gain: UnsafeMutablePointer<Float>

    init(capacity: Int) {
        self.capacity = capacity
        row = .allocate(capacity: 3 * capacity)
        row.initialize(repeating: 0, count: 3 * capacity)
        start = row + capacity
        length = start + capacity
        gain = .allocate(capacity: capacity)
        gain.initialize(repeating: 0, count: capacity)
    }

    deinit {
        row.deallocate()
        gain.deallocate()
    }

    /// Begins a grain `start` frames into the quantum; if the pool is full, the grain is dropped and counted.
    @_noLocks mutating func add(row: Int, length: Int, start: Int, gain: Float) {
        guard count < capacity else {
            refused &+= 1
            return
        }
        self.row[count] = row
        self.start[count] = start
        self.length[count] = length
        self.gain[count] = gain
        count = count &+ 1
    }

    /// Adds a quantum of every grain to `output`, in the order of the list, and releases those that end.
    @_noLocks mutating func accumulate(_ samples: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
        let quantum = EngineConfiguration.quantum
        var voice = 0
        while voice < count {
            let begins = start[voice]
            let from = begins > 0 ? begins : 0
            let ends = begins &+ length[voice]
            let to = ends < quantum ? ends : quantum
            if from < to {
                GrainVoices.add(samples + (row[voice] &+ from &- begins), gain[voice], output + from, frames: to &- from)
            }
            start[voice] = begins &- quantum
            if ends <= quantum {
                count = count &- 1
                row[voice] = row[count]
                start[voice] = start[count]
                length[voice] = length[count]
                gain[voice] = gain[count]
                continue
            }
            voice = voice &+ 1
        }
    }

    @_noLocks mutating func removeAll() { count = 0 }

    @_noLocks @inline(__always) private static func add(
        _ source: UnsafePointer<Float>, _ gain: Float, _ target: UnsafeMutablePointer<Float>, frames: Int
    ) {
        let source8 = UnsafeRawPointer(source), target8 = UnsafeMutableRawPointer(target)
        var frame = 0
        while frame &+ 8 <= frames {
            let x = source8.loadUnaligned(fromByteOffset: 4 &* frame, as: SIMD8<Float>.self)
            let y = target8.loadUnaligned(fromByteOffset: 4 &* frame, as: SIMD8<Float>.self)
            target8.storeBytes(of: y + x * gain, toByteOffset: 4 &* frame, as: SIMD8<Float>.self)
            frame = frame &+ 8
        }
        while frame < frames {
            target[frame] = target[frame] + source[frame] * gain
            frame = frame &+ 1
        }
    }
}
