// SPDX-License-Identifier: MIT
/// An entry of the timeline that the control side sends to the engine, in order of sample.
public struct TimelineEntry: BitwiseCopyable, Sendable {
    public enum Payload: BitwiseCopyable, Sendable {
        /// A complete parameter set: from `sample` on, every continuous parameter glides to its value over `glide`
        /// samples, and every choice changes at once.
        case parameters(SynthParameters, glide: Int32)
        case event(SynthEvent)
        /// The volume knob (dB) and mute as the engine applied them, so that a log of applied entries reproduces them.
        /// Live control uses `Knobs`.
        case volume(gain: Float, muted: Bool)
    }

    /// The sample at which it takes effect. A late entry acts at the next quantum and is counted.
    public var sample: Int64
    /// Entries of an older generation than the knobs' are discarded (after a pause, seek or change of speed).
    public var generation: UInt32
    public var payload: Payload

    @_noLocks public init(sample: Int64, generation: UInt32 = 0, payload: Payload) {
        self.sample = sample
        self.generation = generation
        self.payload = payload
    }
}

/// The controls without a history, read through a `LatestValue`: the newest wins.
public struct Knobs: BitwiseCopyable, Sendable {
    /// Volume in dB, smoothed by the engine.
    public var gain: Float = 0
    /// True fades everything to silence; false fades it in again.
    public var muted = false
    /// Timeline entries of an older generation are discarded.
    public var generation: UInt32 = 0
    @_noLocks public init() {}
}

/// The engine's report on itself, published through a `LatestValue` after at most 8 quanta: the newest wins.
@dynamicMemberLookup public struct Telemetry: BitwiseCopyable, Sendable {
    /// The next sample that the engine will render.
    public var sample: Int64 = 0
    /// The newest generation the engine has seen, and the first sample at which it applied.
    public var generation: UInt32 = 0
    public var generationSample: Int64 = 0
    /// The totals of all parts, whose counters can be read from the report itself.
    public internal(set) var counts = PartCounts()
    /// Peak and mean square of the last quantum after the limiter, linear, left and right.
    public var peakLeft: Float = 0
    public var peakRight: Float = 0
    public var powerLeft: Float = 0
    public var powerRight: Float = 0
    /// Gain of the limiter at the end of the last quantum, linear, 1 = untouched.
    public var limiterGain: Float = 1
    @_noLocks public init() {}

    public subscript<Count>(dynamicMember counter: KeyPath<PartCounts, Count>) -> Count { counts[keyPath: counter] }
}
