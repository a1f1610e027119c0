import RainSynthesis

/// How to play: the device and what to ask of it.
public struct PlayerSettings: Sendable {
    /// Who keeps the frames from running ahead of real time.
    public enum Pacing: Sendable {
        /// The device, or the player by the clock while the device takes whatever it is given (`null`, `file`).
        case automatic
        /// The device alone.
        case device
    }

    /// alsa-lib's name of the device.
    public var device = "default"
    /// Hz, the first that the device takes.
    public var sampleRates = [48_000, 44_100, 96_000, 88_200, 192_000, 176_400]
    /// The first that the device takes.
    public var formats: [SampleFormat] = [.float32, .signed32, .signed24, .signed16]
    /// Whose signals the channels are. The device's own order is found out.
    public var layout = SpeakerLayout.stereo
    /// Frames between two wake-ups; a power of two is best.
    public var periodFrames = 256
    /// Frames that the device holds: latency and reserve.
    public var bufferFrames = 1024
    public var pacing = Pacing.automatic
    /// Seconds for which a device may take no sound before it counts as lost.
    public var stallSeconds = 3.0
    /// Seconds for which a lost device is tried to be opened again before the playing ends; 0 for not at all.
    public var reconnectSeconds = 30.0
    /// The same for one that was lost because it took no sound, if that is less: its server hangs or was killed.
    public var stallReconnectSeconds = 3.0
    /// Play exactly this many frames, then end. Nil: until stopped.
    public var maximumFrames: Int64?
    /// Seed of the render; 16-bit dither is drawn from it.
    public var ditherSeed: UInt64 = 1
    /// SCHED_FIFO priority to ask for, 1 ... 99; 0 asks for none.
    public var realtimePriority: Int32 = 60
    /// True asks for memory that cannot be swapped out.
    public var locksMemory = true
    public init() {}

    /// Seconds for which a device is tried to be opened again.
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

/// What the device granted.
public struct DeviceReport: Equatable, Sendable {
    public var device: String
    /// Hz.
    public var sampleRate: Int
    public var format: SampleFormat
    public var layout: SpeakerLayout
    /// Which of the engine's channels each of the device's is; nil where the orders are the same.
    var order: ChannelOrder?
    /// Frames.
    public var period: Int
    public var buffer: Int
    /// True once the audio thread runs under SCHED_FIFO.
    public var isRealtime = false
    public var isMemoryLocked = false
    /// What was asked for and not granted, one sentence each.
    public var notes: [String] = []

    public init(
        device: String, sampleRate: Int, format: SampleFormat, layout: SpeakerLayout, period: Int, buffer: Int
    ) {
        self.device = device
        self.sampleRate = sampleRate
        self.format = format
        self.layout = layout
        self.period = period
        self.buffer = buffer
    }
}
