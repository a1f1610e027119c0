// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the volume knob and mute as one linear gain that ramps to a new value over 20 ms and is exactly 0 when muted.
struct MixVolume {
    private let length: Int
    private var knob: Float = 0
    private var muted = false
    private var target: Float = 1
    private var origin: Float = 1
    private var left = 0
    private(set) var value: Float = 1

    init(sampleRate: Int) { length = sampleRate / 50 }

    /// Takes new knob values; a NaN keeps the previous volume.
    @_noLocks mutating func set(_ knobs: Knobs) {
        var wanted = knob
        if knobs.gain >= -120 { wanted = knobs.gain < 40 ? knobs.gain : 40 }
        if knobs.gain < -120 { wanted = -120 }
        guard wanted != knob || knobs.muted != muted else { return }
        knob = wanted
        muted = knobs.muted
        target = muted ? 0 : DeterministicMath.gain(decibels: wanted)
        origin = value
        left = length
    }

    /// Jumps to the target; for the very start.
    @_noLocks mutating func settle() {
        value = target
        left = 0
    }

    @_noLocks mutating func advance(_ frames: Int) {
        guard left > 0 else { return }
        left = left > frames ? left &- frames : 0
        let way = Float(length &- left) / Float(length)
        value = left == 0 ? target : origin + (target - origin) * way
    }
}
