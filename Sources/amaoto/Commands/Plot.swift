// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import RainSynthesis
import Sonification
import SoundAnalysis

struct Plot: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Plot a drop, a preset's mappings, a spectrum, a spectrogram, a ride or its map as SVG.",
        discussion: """
            EXAMPLES
              amaoto plot drop -p classic -o drop.svg
              amaoto plot mapping -p hiker -o hiker.svg
              amaoto plot spectrum ride.flac -o spectrum.svg
              amaoto plot spectrogram ride.flac -o spectrogram.svg
              amaoto plot ride ride.gpx --fit 60 -o ride.svg
              amaoto plot track ride.gpx -o answer.svg
              amaoto plot map ride.gpx --lang ja -o map.svg
            """,
        subcommands: [
            Drop.self, MappingOfPreset.self, SpectrumOfFile.self, SpectrogramOfFile.self, Ride.self, TrackOfRide.self, MapOfRide.self,
        ])

    /// The output of a plot.
    struct Target: ParsableArguments, FileDeclaring {
        @Option(name: .shortAndLong, help: ArgumentHelp("Output SVG file; - for standard output.", valueName: "file"), completion: .file())
        var output = "-"

        @OptionGroup var writing: WritingOptions

        func validate() throws { try Self.check(output) }

        /// Refuses a name that promises another kind of picture: programs would not open the file.
        static func check(_ output: String) throws {
            let ending = URL(fileURLWithPath: output).pathExtension
            guard ["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "pdf"].contains(ending.lowercased()) else { return }
            throw ValidationError("A plot is SVG, not \(ending); give a name in .svg, which a browser or Inkscape converts.")
        }

        func declareFiles(in claims: inout OutputClaims) { claims.write(output, as: "-o") }
    }

    struct Drop: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "drop", abstract: "Plot one drop of a preset, its segments in colours.")

        @OptionGroup var source: PresetOptions
        @OptionGroup var target: Target
        @OptionGroup var messages: MessageOptions

        func svg() throws -> String {
            let preset = try source.load()
            if !preset.layers.contains(SoundLayers(.drops)) {
                messages.console.warn("\(source.reference) plays no such drop: drops.rate or drops.level keeps the drops off")
            }
            let shape = DropOutline(preset.restingParameters)
            let rate = 192_000
            return WaveformPlot(
                title: "A drop of \(preset.title)", subtitle: "impact, pause and bubble at rest, without variation",
                samples: shape.samples(rate: rate), sampleRate: rate,
                segments: shape.segments.map {
                    .init(label: $0.kind.rawValue, start: $0.start, end: $0.end, colour: Self.colour($0.kind))
                }
            ).svg
        }

        private static func colour(_ kind: DropOutline.Segment.Kind) -> PlotColour {
            switch kind {
            case .initialPadding: .grey
            case .impact: .orange
            case .pause: .green
            case .bubble: .blue
            case .trailingPadding: .violet
            }
        }
    }

    struct MappingOfPreset: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "mapping", abstract: "Plot a preset's mappings, a curve or a list for each.")

        @OptionGroup var source: PresetOptions
        @OptionGroup var target: Target
        @OptionGroup var messages: MessageOptions

        func svg() throws -> String { MappingSheet(preset: try source.load()).plot.svg }
    }

    /// A sound file, measured block by block.
    struct SoundSource: ParsableArguments, FileDeclaring {
        @Argument(help: "Sound file to read; - for standard input.", completion: .file()) var file: String

        func declareFiles(in claims: inout OutputClaims) { claims.read(file) }

        var name: String { file == "-" ? "standard input" : URL(fileURLWithPath: file).lastPathComponent }

        /// Measures the file block by block with an estimator.
        /// - Parameter what: the measure's name, for the message about a file that is too short for it.
        /// - Returns: the measure, and how much sound was measured in words.
        func measure<Estimator, Measure>(
            _ what: String, _ messages: MessageOptions, with estimator: (_ sampleRate: Int) -> Estimator,
            _ add: (inout Estimator, Sound) -> Void, _ result: (Estimator) -> Measure?
        ) throws -> (Measure, length: String) {
            var sound = try SoundFile(path: file), done: Int64 = 0
            let rate = sound.sampleRate, total = sound.frames, console = messages.console
            let progress = ProgressLine(console)
            var estimator = estimator(rate)
            try sound.forEachBlock { block in
                add(&estimator, block)
                done += Int64(block.frames)
                progress.show(measured: done, of: total, at: rate)
            }
            console.endStatus()
            guard let measure = result(estimator) else {
                throw Failure("\(file): it is too short for a \(what)", .input)
            }
            let seconds = Double(done) / Double(rate)
            let length = seconds < 10 ? "\(FigureText.number(seconds, 2)) s" : ClockText.text(seconds)
            return (measure, "\(length) of sound at \(FigureText.kilohertz(rate))")
        }
    }

    struct SpectrumOfFile: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "spectrum", abstract: "Plot the spectrum of a sound file, with third octaves.")

        @OptionGroup var source: SoundSource
        @OptionGroup var target: Target
        @OptionGroup var messages: MessageOptions

        func svg() throws -> String {
            let (spectrum, length) = try source.measure(
                "spectrum", messages, with: { WelchEstimator(sampleRate: $0) }, { $0.add($1) }, { $0.spectrum })
            return SpectrumPlot(title: "Spectrum of \(source.name)", subtitle: length, spectrum: spectrum).svg
        }
    }

    struct SpectrogramOfFile: ParsableCommand, SourcePlot {
        static let configuration = CommandConfiguration(
            commandName: "spectrogram", abstract: "Plot the spectrogram of a sound file.")

        @OptionGroup var source: SoundSource
        @OptionGroup var target: Target
        @OptionGroup var messages: MessageOptions

        func svg() throws -> String {
            let (spectrogram, length) = try source.measure(
                "spectrogram", messages, with: { SpectrogramEstimator(sampleRate: $0) }, { $0.add($1) }, { $0.spectrogram })
            var plot = TimelinePlot(
                title: "Spectrogram of \(source.name)", subtitle: length, panels: [.spectrogram(spectrogram)])
            plot.spectrogramHeight = 360
            return plot.svg
        }
    }
}

/// A plot of one source: its files are those of the source and the output.
protocol SourcePlot: FileWritingCommand {
    associatedtype Source: FileDeclaring
    var source: Source { get }
    var target: Plot.Target { get }
    func svg() throws -> String
}

extension SourcePlot {
    var writing: WritingOptions { target.writing }

    func declareFiles(in claims: inout OutputClaims) {
        source.declareFiles(in: &claims)
        target.declareFiles(in: &claims)
    }

    func run() throws {
        let claims = try checkedClaims()
        try LineFile.write(try svg(), to: target.output, claims)
    }
}
