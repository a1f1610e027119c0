// SPDX-License-Identifier: MIT
import CPlatform

/// Audio thread: the gain for a sum of tracks, 1 over the square root of their number, which ramps to a new value over 60 ms.
///
/// Tracks add up in power, so the sum is as loud as one track.
struct PartShare {
    private let length: Int
    private var sounding = 0
    private var target: Float = 1
    private var origin: Float = 1
    private var left = 0
    /// The gain at the next frame.
    private(set) var value: Float = 1

    init(sampleRate: Int) { length = sampleRate * 60 / 1000 }

    /// Sets the number of tracks that sound now; 0 keeps the current gain.
    /// - Parameter isSilent: true if nothing is sounding, so that the gain jumps.
    @_noLocks mutating func set(_ tracks: Int, isSilent: Bool) {
        guard tracks > 0, tracks != sounding else { return }
        let jumps = isSilent || sounding == 0
        sounding = tracks
        target = 1 / Float(crealtime_sqrt(Double(tracks)))
        origin = jumps ? target : value
        value = origin
        left = jumps ? 0 : length
    }

    /// Returns the gain over the next `frames` frames and advances past them.
    @_noLocks mutating func ramp(frames: Int) -> Ramp {
        guard left > 0 else { return Ramp(value: value) }
        let start = value
        left = left > frames ? left &- frames : 0
        let way = Float(length &- left) / Float(length)
        value = left == 0 ? target : origin + (target - origin) * way
        return Ramp(value: start, step: (value - start) / Float(frames))
    }
}
