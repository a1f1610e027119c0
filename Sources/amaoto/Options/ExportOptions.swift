// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Platform
import RainSynthesis
import Transport

/// Render outputs for studio work: loops and stems.
struct ExportOptions: ParsableArguments, FileNaming {
    @Option(
        help: ArgumentHelp(
            "Folder for stems: one file per layer, before the limiter; their sum is the mix.", valueName: "dir"),
        completion: .directory)
    var stems: String?

    @Flag(help: "Render a seamless loop of -d seconds of resting rain.")
    var loop = false

    @Flag(help: "Add every drop and note onset to --state, with sample, layer, material, level and pan.")
    var stateDrops = false

    func name(in claims: inout OutputClaims) {
        guard let stems else { return }
        claims.fill(folder: stems, as: "--stems")
        for path in StemFolder.paths(in: stems) { claims.write(path, as: "--stems") }
    }

    /// Returns the shape of a loop with the given length in seconds; nil when none is requested.
    func shape(seconds: Double?, _ performance: Performance) -> LoopShape? {
        guard loop, let seconds else { return nil }
        return LoopShape(seconds: seconds, sampleRate: performance.sampleRate, channels: performance.layout.engineChannels)
    }

    /// Creates the stems' files; nil when they are not requested.
    func open(_ settings: SoundFileSettings) throws -> StemFolder? { try stems.map { try StemFolder($0, settings: settings) } }

    /// Renders each layer separately. Everything is computed again, so that every layer is the same as in the mix.
    func write(
        _ folder: StemFolder, _ setup: RideSetup, _ span: RenderSpan, loop: LoopShape?, _ console: Console, _ interrupts: Interrupts
    ) async throws {
        var names: [String] = []
        for stem in folder.stems {
            var performance = setup.performance
            performance.layers = SoundLayers(stem.layer)
            performance.limits = false
            let progress = RenderProgress(
                console: console, sampleRate: performance.sampleRate, doing: "Stem \(names.count + 1) of \(folder.stems.count)")
            let report = try await span.render(performance, setup, loop: loop, to: stem) { state in
                progress.show(state)
                return !interrupts.arrived
            }
            console.endStatus()
            if report.wasInterrupted {
                folder.abandon()
                throw ExitCode(interrupts.exitCode ?? ExitStatus.runtime)
            }
            names.append("\(stem.layer.name).wav" + (stem.peak == 0 ? " (silent)" : ""))
        }
        let bytes = folder.stems.first.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.place)[.size] as? Int } ?? 0
        console.say("Stems in \(folder.folder): \(names.joined(separator: ", ")); 32-bit float, \(FigureText.bytes(bytes)) each.")
    }
}
