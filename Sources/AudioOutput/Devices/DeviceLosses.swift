/// How the device does. Beside the counts of what went wrong, for who tells the listener.
public enum DeviceCondition: UInt8, Sendable {
    case playing
    /// The machine or the device slept; it is being woken.
    case asleep
    /// It takes no sound.
    case stalled
    /// It has gone; it is being opened again.
    case gone
}

/// What the device did not play, and why. Counted by the audio thread.
public struct DeviceLosses: BitwiseCopyable, Sendable, Equatable {
    /// How often the device ran dry.
    public var xruns: Int64 = 0
    /// How often it was put to sleep.
    public var suspends: Int64 = 0
    /// How often it took no sound for a second and more.
    public var stalls: Int64 = 0
    /// How often it was lost and opened again.
    public var reconnections: Int64 = 0
    /// Frames that it took and threw away, as far as its last word tells.
    public var framesLost: Int64 = 0
    /// Seconds in which it should have sounded and stood still, as far as is known by now.
    public var silence: Double = 0
    public init() {}
}

/// What is heard when: finds how long a device stood still and what it threw away. Nanoseconds and frames.
struct Continuity: BitwiseCopyable {
    /// When the first sign of trouble came, until the device runs again.
    private var broken: Int64?
    private var instant: Int64 = 0
    private var heard: Int64 = 0
    private var hasBegun = false

    /// The device runs and plays frame `heard` at `instant`.
    /// - Returns: after trouble, the seconds in which nothing was played.
    mutating func goOn(at instant: Int64, heard: Int64, rate: Int) -> Double {
        defer {
            self.instant = instant
            self.heard = heard
            hasBegun = true
            broken = nil
        }
        guard broken != nil, hasBegun else { return 0 }
        return max(0, Double(instant - self.instant) / 1e9 - Double(heard - self.heard) / Double(rate))
    }

    /// Nothing more is played.
    /// - Returns: after trouble, the seconds since then.
    func end(at instant: Int64) -> Double {
        guard let broken, hasBegun else { return 0 }
        return max(0, Double(instant - broken) / 1e9)
    }

    /// The device plays no more from `instant` on; nil: since it was last looked at.
    mutating func breakOff(at instant: Int64?) { broken = broken ?? instant ?? self.instant }

    /// The device threw away what it held.
    /// - Parameter buffer: the most that it can have held.
    /// - Returns: the frames of it that cannot have been played before the trouble.
    mutating func lose(written: Int64, buffer: Int, rate: Int) -> Int64 {
        guard hasBegun, let instant = broken else { return 0 }
        let played = heard + Int64(Double(instant - self.instant) / 1e9 * Double(rate))
        let lost = min(max(0, written - max(played, heard)), Int64(buffer))
        // They will count as heard when the device goes on.
        heard += lost
        return lost
    }
}
