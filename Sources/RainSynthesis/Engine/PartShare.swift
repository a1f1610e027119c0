import CRealtime

/// Audio thread: the gain of the sum of so many tracks, 1 over the root of their number, which takes 60 ms to a new value.
///
/// Tracks add up in power, so the sum is as loud as one.
struct PartShare {
    private let length: Int
    private var sounding = 0
    private var target: Float = 1
    private var origin: Float = 1
    private var left = 0
    /// The gain at the next frame.
    private(set) var value: Float = 1

    init(sampleRate: Int) { length = sampleRate * 60 / 1000 }

    /// Takes how many tracks sound now; none keeps the former gain.
    /// - Parameter isSilent: true when nothing sounds yet or any more: then it jumps.
    @_noLocks mutating func set(_ tracks: Int, isSilent: Bool) {
        guard tracks > 0, tracks != sounding else { return }
        let jumps = isSilent || sounding == 0
        sounding = tracks
        target = 1 / Float(crealtime_sqrt(Double(tracks)))
        origin = jumps ? target : value
        value = origin
        left = jumps ? 0 : length
    }

    /// The gain over the next `frames` frames, and on to what follows them.
    @_noLocks mutating func ramp(frames: Int) -> Ramp {
        guard left > 0 else { return Ramp(value: value) }
        let start = value
        left = left > frames ? left &- frames : 0
        let way = Float(length &- left) / Float(length)
        value = left == 0 ? target : origin + (target - origin) * way
        return Ramp(value: start, step: (value - start) / Float(frames))
    }
}
