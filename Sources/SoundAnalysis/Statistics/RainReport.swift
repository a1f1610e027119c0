// SPDX-License-Identifier: MIT
/// The measurements of a sound, one row for each statistic in the order of `RainStatistic`.
public struct RainReport: Equatable, Sendable {
    /// Why a figure is left out.
    public enum Reason: Equatable, Sendable, CustomStringConvertible {
        /// The sound is shorter than the needed seconds.
        case tooShort(needed: Double)
        /// The sample rate is below the needed rate in Hz.
        case rateTooLow(needed: Int)
        case oneChannel
        /// The band is silent.
        case silent

        public var description: String {
            switch self {
            case .tooShort(let seconds):
                "the sound is shorter than \(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s"
            case .rateTooLow(let rate): "the sample rate is below \(rate) Hz"
            case .oneChannel: "it compares two channels, but there is only one"
            case .silent: "its band is silent"
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

        /// The value's place among those of real rain; nil when left out, and for statistics without a reference.
        public var place: RealRainPlace? { value.flatMap { RealRain.row(statistic)?.place(of: $0) } }
    }

    public let sampleRate: Int
    public let channelCount: Int
    /// Seconds.
    public let duration: Double
    /// One row for each statistic.
    public let rows: [Row]

    /// The value of one statistic; nil when left out.
    public subscript(statistic: RainStatistic) -> Double? { rows.first { $0.statistic == statistic }?.value }

    /// Rows whose value is outside the range of all recordings of real rain.
    public var out: [Row] { rows.filter { $0.place == .out } }
}

extension RainReport {
    /// Measures a complete sound.
    public init(of sound: Sound) {
        var meter = RainMeter(sampleRate: sound.sampleRate, channelCount: sound.channels.count)
        meter.add(sound)
        self = meter.finish()
    }

    /// Measures the rest of a file.
    /// - Parameter onBlock: receives the number of frames done after each block.
    /// - Throws: `SoundFileError`, as `SoundFile.read(frames:)`.
    public init(of file: inout SoundFile, onBlock: (Int64) -> Void) throws(SoundFileError) {
        var meter = RainMeter(sampleRate: file.sampleRate, channelCount: file.channelCount)
        while let block = try file.read(frames: 32_768) {
            meter.add(block)
            onBlock(file.position)
        }
        self = meter.finish()
    }
}
