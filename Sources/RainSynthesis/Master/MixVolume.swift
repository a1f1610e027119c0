// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the volume knob and mute as one linear gain that ramps to a new value over 20 ms and is exactly 0 when muted.
struct MixVolume {
    private var knobDecibels: Float = 0
    private var muted = false
    private var gain: LinearGlide

    init(sampleRate: Int) { gain = LinearGlide(1, frames: sampleRate / 50) }

    /// The gain at the next frame.
    var value: Float { @_noLocks get { gain.value } }

    /// Takes new knob values; a NaN keeps the previous volume.
    @_noLocks mutating func set(_ knobs: Knobs) {
        var decibels = knobDecibels
        if knobs.gain >= -120 { decibels = knobs.gain < 40 ? knobs.gain : 40 }
        if knobs.gain < -120 { decibels = -120 }
        guard decibels != knobDecibels || knobs.muted != muted else { return }
        knobDecibels = decibels
        muted = knobs.muted
        gain.move(to: muted ? 0 : DeterministicMath.gain(decibels: decibels))
    }

    /// Jumps to the target; for the very start.
    @_noLocks mutating func settle() { gain.settle() }

    @_noLocks mutating func advance(_ frames: Int) { _ = gain.ramp(frames: frames) }
}
