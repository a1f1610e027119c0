// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Platform
import RainSynthesis
import Sonification
import SoundAnalysis
import Tracking
import Transport

extension Plot {
    struct Ride: AsyncParsableCommand, FileWritingCommand, RideCommand {
        static let configuration = CommandConfiguration(
            commandName: "ride", abstract: "Plot a track and its rain: speed or the mapped columns, drops and spectrogram over time.",
            discussion: """
                A track of more than an hour is plotted as one minute of sound, unless --fit, --speed or -d is given.
                """)

        @OptionGroup var input: InputOptions
        @OptionGroup var sound: SoundOptions
        @OptionGroup var pace: PaceOptions
        @OptionGroup var length: LengthOptions
        @OptionGroup var railway: RideOptions
        @OptionGroup var messages: MessageOptions
        @OptionGroup var target: Target

        var writing: WritingOptions { target.writing }

        func declareFiles(in claims: inout OutputClaims) {
            input.declareFiles(in: &claims)
            sound.declareFiles(in: &claims)
            railway.declareFiles(in: &claims)
            target.declareFiles(in: &claims)
        }

        func validate() throws {
            if input.input == nil { throw ValidationError("Give a track.") }
            try sound.validateOnePair("plot ride")
            try input.validateOneInput("plot")
        }

        func run() async throws {
            let claims = try checkedClaims()
            let console = messages.console
            // A program that converts the track ends with this one.
            let interrupts = Interrupts()
            defer { interrupts.blockIfExiting() }
            var setup = try RideSetup(self, allowsLive: false, console: console)
            let fitted = setup.fit(longerThan: Self.longest, into: Self.fitted, pace, length)
            let span = try RenderSpan(setup: setup, duration: length.duration)
            guard let ride = setup.input, let journey = setup.survey?.tracks[0].journey, let clock = span.clock else { return }
            announce(fitted, span, setup, console)
            if let gaps = span.gapWarning(setup) { console.warn(gaps) }
            let sink = MeasuringSink(sampleRate: setup.performance.sampleRate)
            let progress = ProgressLine(console, patience: 0)
            var rain = RideCurve()
            let plotted = Self.plottedRain(setup.performance.preset)
            let channels = Self.plottedChannels(setup.performance.preset)
            var inputs = [RideCurve](repeating: RideCurve(), count: channels.count)
            let rate = Double(setup.performance.sampleRate)
            rain.append(0, Double(setup.performance.preset.restingParameters[plotted.parameter]) / plotted.scale)
            _ = try await span.render(
                setup.performance, to: sink,
                record: { state in
                    let time = Double(state.sample) / rate
                    rain.append(time, Double(state.parameters[plotted.parameter]) / plotted.scale)
                },
                progress: { state in
                    progress.show(state, at: setup.performance.sampleRate)
                    return true
                })
            console.endStatus()
            var updates = journey.updates()
            while let update = try updates.next() {
                let sample = clock.sample(at: update.time)
                // Updates beyond the end of the sound are not plotted.
                guard update.time <= span.end, sample <= span.frames else { continue }
                let time = Double(sample) / rate
                for (index, channel) in channels.enumerated() {
                    inputs[index].append(time, update.channels[channel.name]?.number.map { $0 / channel.scale } ?? .nan)
                }
            }
            // The last values hold to the end.
            rain.hold(to: Double(span.frames) / rate)
            let plot = plot(setup, ride, Array(zip(channels, inputs)), (plotted.label, rain), sink)
            try LineFile.write(plot.svg, to: target.output, claims)
        }

        /// The longest sound in seconds that is plotted without being requested: an hour is computed within half a minute.
        private static let longest = 3600.0
        /// The seconds of sound that a longer track is fitted into.
        private static let fitted = 60.0

        /// Reports a speed that was chosen here, or a sound that takes long.
        private func announce(_ fitted: Double?, _ span: RenderSpan, _ setup: RideSetup, _ console: Console) {
            let seconds = Double(span.frames) / Double(setup.performance.sampleRate)
            if let fitted {
                console.say(
                    "The track is \(FigureText.span(fitted)) long, so it is plotted as one minute of sound; --fit SECONDS chooses another length, --speed 1 keeps its own."
                )
            } else if seconds > Self.longest {
                console.say(
                    "That is \(FigureText.span(seconds)) of sound, which takes long to plot; --fit 60 fits the track into one minute.")
            }
        }

        /// A channel to plot, and the size of the unit in which it is plotted.
        private struct PlottedChannel {
            let name: String
            let label: String
            var scale = 1.0
        }

        /// The speed, and the columns of the track that the preset maps.
        private static func plottedChannels(_ preset: Preset) -> [PlottedChannel] {
            [PlottedChannel(name: "speed", label: "Speed (km/h)", scale: 1 / 3.6)]
                + preset.columns.map { PlottedChannel(name: "csv.\($0)", label: $0) }
        }

        /// What of the rain is plotted: its intensity where the preset maps it, else the rate of its drops.
        private static func plottedRain(_ preset: Preset) -> (parameter: ParameterID, label: String, scale: Double) {
            preset.mappings.contains { $0.parameter == .rainIntensity }
                ? (.rainIntensity, "Rain (mm/h)", 1) : (.dropsRate, "Drops per second", 60)
        }

        private func plot(
            _ setup: RideSetup, _ ride: RideInput, _ inputs: [(PlottedChannel, RideCurve)], _ rain: (label: String, curve: RideCurve),
            _ sink: MeasuringSink
        ) -> TimelinePlot {
            var panels: [TimelinePlot.Panel] = inputs.filter { $0.1.values.contains(where: \.isFinite) }.map { channel, curve in
                .curves(
                    label: channel.label,
                    curves: [
                        .init(label: channel.name, times: curve.times, values: curve.values, colour: .blue, filled: channel.name == "speed")
                    ],
                    includesZero: channel.name == "speed", limit: channel.name == "speed" ? TimelinePlot.usualLimit(curve.values) : nil)
            }
            panels += [
                .curves(
                    label: rain.label,
                    curves: [.init(label: "rain", times: rain.curve.times, values: rain.curve.values, colour: .orange)],
                    includesZero: true)
            ]
            if let spectrogram = sink.spectrogram { panels.append(.spectrogram(spectrogram)) }
            let name = URL(fileURLWithPath: ride.title).lastPathComponent
            var plot = TimelinePlot(
                title: "\(name) as rain",
                subtitle: "\(setup.performance.preset.title), \(FigureText.number(setup.speed, 1)) times the track's speed",
                panels: panels)
            plot.timeLabel = "Heard time"
            return plot
        }
    }
}

/// A value over sound time, for a plot.
private struct RideCurve {
    var times: [Double] = []
    var values: [Double] = []

    mutating func append(_ time: Double, _ value: Double) {
        times.append(time)
        values.append(value)
    }

    mutating func hold(to time: Double) {
        if let last = values.last, let end = times.last, end < time { append(time, last) }
    }
}

/// Receives a render and keeps its spectrogram.
private final class MeasuringSink: TransientSink {
    let place = "the plot"
    private(set) var framesWritten: Int64 = 0
    private let sampleRate: Int
    private var estimator: SpectrogramEstimator

    init(sampleRate: Int) {
        self.sampleRate = sampleRate
        estimator = SpectrogramEstimator(sampleRate: sampleRate)
    }

    var spectrogram: Spectrogram? { estimator.spectrogram }

    func write(_ frames: UnsafeBufferPointer<Float>) {
        estimator.add(Sound(sampleRate: sampleRate, interleaved: Array(frames), channelCount: 2))
        framesWritten += Int64(frames.count / 2)
    }
}
