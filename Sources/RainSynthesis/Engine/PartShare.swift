// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the gain for a sum of tracks, 1 over the square root of their number, which ramps to a new value over 60 ms.
///
/// Tracks add up in power, so the sum is as loud as one track.
struct PartShare {
    private var sounding = 0
    private var gain: LinearGlide

    init(sampleRate: Int) { gain = LinearGlide(1, frames: sampleRate * 60 / 1000) }

    /// The gain at the next frame.
    var value: Float { @_noLocks get { gain.value } }

    /// Sets the number of tracks that sound now; 0 keeps the current gain.
    /// - Parameter isSilent: true if nothing is sounding, so that the gain jumps.
    @_noLocks mutating func set(_ tracks: Int, isSilent: Bool) {
        guard tracks > 0, tracks != sounding else { return }
        let target = 1 / Float(DeterministicMath.sqrt(Double(tracks)))
        if isSilent || sounding == 0 { gain.jump(to: target) } else { gain.move(to: target) }
        sounding = tracks
    }

    /// Returns the gain over the next `frames` frames and advances past them.
    @_noLocks mutating func ramp(frames: Int) -> Ramp { gain.ramp(frames: frames) }
}
