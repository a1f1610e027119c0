// SPDX-License-Identifier: MIT
/// Audio thread: Gaussian white noise of RMS 1 times a level, in two independent channels.
struct WhiteNoise: ~Copyable {
    private var stream: NoiseStream
    private var block = NoiseBlock()

    init(seed: UInt64) {
        stream = NoiseStream(seed: seed, left: StreamID.white(0), right: StreamID.white(1))
    }

    /// Adds `frames` frames; `level` is the RMS, `gain` scales it. A silent ramp changes nothing.
    @_noLocks mutating func render(
        addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int, level: Ramp,
        gain: Ramp
    ) {
        if level.isSilent || gain.isSilent { return }
        var first = 0
        while first < frames {
            if block.isSpent { refill() }
            let count = min(frames &- first, NoiseBlock.frames &- block.used)
            block.mix(addingToLeft: left, right: right, first: first, frames: count, level: level, gain: gain)
            first = first &+ count
        }
    }

    @_noLocks private mutating func refill() {
        var local = stream
        var frame = 0
        while frame < NoiseBlock.frames {
            let (a, b) = local.gaussians()
            block.store(a, at: frame)
            block.store(b, at: frame &+ 4)
            frame = frame &+ 8
        }
        stream = local
        block.refilled()
    }
}

extension Ramp {
    /// True if the value is 0 over the entire segment.
    var isSilent: Bool { @_noLocks get { value == 0 && step == 0 } }
    /// A gain of 1.
    static var unity: Ramp { @_noLocks get { Ramp(value: 1) } }
}
