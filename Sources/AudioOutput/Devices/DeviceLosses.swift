// SPDX-License-Identifier: MIT
import Synchronization

/// The current condition of a device. It complements the counts of losses, for status displays.
public enum DeviceCondition: UInt8, AtomicRepresentable, Sendable {
    case playing
    /// The machine or the device is suspended; it is being resumed.
    case asleep
    /// It does not accept frames.
    case stalled
    /// It is lost; it is being reopened.
    case gone
}

/// What the device did not play, and why. Counted by the audio thread.
public struct DeviceLosses: BitwiseCopyable, Sendable, Equatable {
    /// How often the device ran dry.
    public var xruns: Int64 = 0
    /// How often it was suspended.
    var suspends: Int64 = 0
    /// How often it took no frames for a second or more.
    public var stalls: Int64 = 0
    /// How often it was lost and reopened.
    public var reconnections: Int64 = 0
    /// Frames that it took and discarded, as far as its last position shows.
    public var framesLost: Int64 = 0
    /// Seconds without sound where there should have been some, as far as is known now.
    public var silence: Double = 0
    public init() {}
}

/// Tracks the playback position, to find how long a device was silent and what it discarded. Nanoseconds and frames.
struct PlaybackContinuity: BitwiseCopyable {
    /// When playback was first interrupted; nil once the device runs again.
    private var interrupted: Int64?
    /// The last position known: the frame being played, and when.
    private var frame: Int64 = 0
    private var instant: Int64 = 0
    private var hasBegun = false

    /// Records that the device is running and plays `frame` at `instant`.
    /// - Returns: after an interruption, the seconds in which nothing was played.
    mutating func advance(to frame: Int64, at instant: Int64, rate: Int) -> Double {
        defer {
            self.instant = instant
            self.frame = frame
            hasBegun = true
            interrupted = nil
        }
        guard interrupted != nil, hasBegun else { return 0 }
        return max(0, Double(instant - self.instant) / 1e9 - Double(frame - self.frame) / Double(rate))
    }

    /// Ends playback.
    /// - Returns: after an interruption, the seconds since then.
    func end(at instant: Int64) -> Double {
        guard let interrupted, hasBegun else { return 0 }
        return max(0, Double(instant - interrupted) / 1e9)
    }

    /// Records that playback stops at `instant`; nil: at the last position known.
    mutating func interrupt(at instant: Int64?) { interrupted = interrupted ?? instant ?? self.instant }

    /// Records that the device discarded what it held.
    /// - Parameter buffer: the most that it can have held.
    /// - Returns: the frames of it that cannot have been played before the interruption.
    mutating func discard(written: Int64, buffer: Int, rate: Int) -> Int64 {
        guard hasBegun, let interrupted else { return 0 }
        let played = frame + Int64(Double(interrupted - instant) / 1e9 * Double(rate))
        let lost = min(max(0, written - max(played, frame)), Int64(buffer))
        // They count as played when the device resumes.
        frame += lost
        return lost
    }
}
