/// What a sound measured, row by row in the order of `RainStatistic`.
public struct RainReport: Equatable, Sendable {
    /// Why a figure is left out.
    public enum Reason: Equatable, Sendable, CustomStringConvertible {
        /// Shorter than so many seconds.
        case tooShort(needed: Double)
        /// A sample rate below so many Hz.
        case rateTooLow(needed: Int)
        case oneChannel
        /// Nothing sounds in its band.
        case silent

        public var description: String {
            switch self {
            case .tooShort(let seconds): "the sound is too short, it takes \(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s"
            case .rateTooLow(let rate): "the sample rate is too low, it takes \(rate) Hz"
            case .oneChannel: "it compares two channels, and there is one"
            case .silent: "there is silence in its band"
            }
        }
    }

    public enum Outcome: Equatable, Sendable {
        /// In the statistic's unit.
        case value(Double)
        case leftOut(Reason)
    }

    public struct Row: Equatable, Sendable {
        public let statistic: RainStatistic
        public let outcome: Outcome

        /// In the statistic's unit; nil when left out.
        public var value: Double? { if case .value(let value) = outcome { value } else { nil } }

        /// Where the value lies among those of real rain; nil when left out, and for what the table has not.
        public var place: RealRainPlace? { value.flatMap { RealRain.row(statistic)?.place(of: $0) } }
    }

    public let sampleRate: Int
    public let channelCount: Int
    /// Seconds.
    public let duration: Double
    /// One for each statistic.
    public let rows: [Row]

    /// The value of one statistic; nil when left out.
    public subscript(statistic: RainStatistic) -> Double? { rows.first { $0.statistic == statistic }?.value }

    /// Rows whose value no recording of real rain has.
    public var out: [Row] { rows.filter { $0.place == .out } }
}

extension RainReport {
    /// Measures a whole sound.
    public init(of sound: Sound) {
        var meter = RainMeter(sampleRate: sound.sampleRate, channelCount: sound.channels.count)
        meter.add(sound)
        self = meter.finish()
    }

    /// Measures the rest of a file.
    /// - Parameter progress: told after each block how many frames are done; false ends it.
    /// - Returns: nil when `progress` ended it.
    /// - Throws: `SoundFileError` when the file breaks off, has no sound or a sample that is no number (or beyond 1e9), or what
    ///   libebur128 cannot measure (more than 64 channels, a rate below 16 Hz or above 2.8 MHz).
    public static func measure(
        _ file: inout SoundFile, progress: (Int64) -> Bool = { _ in true }
    ) throws(SoundFileError) -> RainReport? {
        guard (1...64).contains(file.channelCount), (16...2_822_400).contains(file.sampleRate) else {
            throw SoundFileError(
                place: file.name, cause: "it has \(file.channelCount) channels at \(file.sampleRate) Hz",
                remedy: "convert it to at most 64 channels at a usual rate (sox IN.wav -r 48000 OUT.wav)")
        }
        var meter = RainMeter(sampleRate: file.sampleRate, channelCount: file.channelCount)
        while let block = try file.read(frames: 32_768) {
            for channel in block.channels.indices {
                guard let bad = block.channels[channel].firstIndex(where: { !(abs($0) <= 1e9) }) else { continue }
                let frame = file.position - Int64(block.frames - bad)
                throw SoundFileError(
                    place: "\(file.name), frame \(frame), channel \(channel + 1)", cause: "the sample is not a number",
                    remedy: "write the file again, or cut it there")
            }
            meter.add(block)
            guard progress(file.position) else { return nil }
        }
        guard file.position > 0 else {
            throw SoundFileError(place: file.name, cause: "there is no sound in it", remedy: "record or render it again")
        }
        return meter.finish()
    }
}
