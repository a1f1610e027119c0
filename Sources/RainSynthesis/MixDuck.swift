import DeterministicMath

/// Audio thread: how far the rain steps back for an event's note: down in 10 ms, held for 200 ms, back in a straight line of dB.
struct MixDuck {
    private let attack: Int
    private let hold: Int
    private let sampleRate: Float
    private var release = 1
    /// Depths in dB, 0 or more.
    private var from: Float = 0
    private var depth: Float = 0
    private var elapsed = 0
    private var isActive = false
    /// The rain's gain now, linear.
    private(set) var value: Float = 1

    init(sampleRate: Int) {
        attack = sampleRate / 100
        hold = sampleRate / 5
        self.sampleRate = Float(sampleRate)
    }

    /// Steps back by `decibels` (0 ... 60) and returns over `seconds` (0.01 ... 60). A duck under way is never made shallower.
    @_noLocks mutating func start(decibels: Float, seconds: Float) {
        guard decibels > 0 else { return }
        let now = isActive ? depth(at: elapsed) : 0
        from = now
        depth = decibels > now ? decibels : now
        release = Int(Int32(seconds * sampleRate))
        elapsed = 0
        isActive = true
    }

    @_noLocks mutating func advance(_ frames: Int) {
        guard isActive else { return }
        elapsed = elapsed &+ frames
        if elapsed >= attack &+ hold &+ release {
            clear()
        } else {
            value = DeterministicMath.gain(decibels: -depth(at: elapsed))
        }
    }

    @_noLocks mutating func clear() {
        isActive = false
        value = 1
    }

    @_noLocks private func depth(at frame: Int) -> Float {
        if frame < attack { return from + (depth - from) * (Float(frame) / Float(attack)) }
        if frame < attack &+ hold { return depth }
        return depth * (1 - Float(frame &- attack &- hold) / Float(release))
    }
}
