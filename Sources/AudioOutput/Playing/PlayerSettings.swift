// SPDX-License-Identifier: MIT
import RainSynthesis

/// Playback settings: the device and what to request from it.
public struct PlayerSettings: Sendable {
    /// What keeps the frames from running ahead of real time.
    public enum Pacing: Sendable {
        /// The device, or the player's clock while the device accepts everything it is given (`null`, `file`).
        case automatic
        /// The device only.
        case device
    }

    /// alsa-lib's name of the device.
    public var device = "default"
    /// Sample rates in Hz; the first that the device supports is used.
    public var sampleRates = [48_000, 44_100, 96_000, 88_200, 192_000, 176_400]
    /// Sample formats; the first that the device supports is used.
    public var formats: [SampleFormat] = [.float32, .signed32, .signed24, .signed16]
    /// The speaker layout, which defines the channels. The device's channel order is detected.
    public var layout = SpeakerLayout.stereo
    /// Frames between two wake-ups; preferably a power of two.
    public var periodFrames = 256
    /// Frames that the device holds: both latency and reserve.
    public var bufferFrames = 1024
    public var pacing = Pacing.automatic
    /// Seconds without accepting frames after which a device counts as lost.
    public var stallSeconds = 3.0
    /// Seconds for which reopening a lost device is tried before playback ends; 0 disables it.
    public var reconnectSeconds = 30.0
    /// The same for a device lost by a stall, if less: its server hangs or was killed.
    public var stallReconnectSeconds = 3.0
    /// The render's seed, which also seeds 16-bit dither.
    public var ditherSeed: UInt64 = 1
    /// The SCHED_FIFO priority to request, 1 ... 99; 0 requests none.
    public var realtimePriority: Int32 = 60
    /// Whether to request locked memory, which cannot be swapped out.
    var locksMemory = true
    public init() {}

    /// Seconds for which reopening a device is tried.
    public func reconnectSeconds(afterStall hasStalled: Bool) -> Double {
        hasStalled ? min(reconnectSeconds, stallReconnectSeconds) : reconnectSeconds
    }

    /// `stallSeconds` and `reconnectSeconds` in nanoseconds, at most a day.
    var stallLimit: Int64 { Self.nanoseconds(stallSeconds) }
    func reconnectLimit(after loss: AudioDeviceError) -> Int64 { Self.nanoseconds(reconnectSeconds(afterStall: loss.kind == .stalled)) }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        seconds > 0 ? Int64(min(seconds, 86_400) * 1e9) : 0
    }
}

/// The settings that the device granted.
public struct DeviceReport: Equatable, Sendable {
    public var device: String
    /// Hz.
    public var sampleRate: Int
    public var format: SampleFormat
    public var layout: SpeakerLayout
    /// Maps the device's channels to the engine's; nil where the orders are the same.
    var order: ChannelOrder?
    /// Frames in a period and in the buffer.
    public var period: Int
    public var buffer: Int
    /// True once the audio thread runs under SCHED_FIFO.
    public var isRealtime = false
    public var isMemoryLocked = false
    /// What was requested but not granted, one sentence each.
    public var notes: [String] = []

    public init(device: String, sampleRate: Int, format: SampleFormat, layout: SpeakerLayout, period: Int, buffer: Int) {
        self.device = device
        self.sampleRate = sampleRate
        self.format = format
        self.layout = layout
        self.period = period
        self.buffer = buffer
    }
}
