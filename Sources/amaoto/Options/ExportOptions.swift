// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Platform
import RainSynthesis
import Transport

/// Render outputs for studio work: loops and stems.
struct ExportOptions: ParsableArguments, FileDeclaring {
    @Option(
        help: ArgumentHelp(
            "Folder for stems: one file per layer, before the limiter; their sum is the mix.", valueName: "dir"),
        completion: .directory)
    var stems: String?

    @Option(
        help: ArgumentHelp(
            "Number of stems to render at once, 1 to 8 (default: one per processor core); the output does not depend on it.",
            valueName: "count"))
    var jobs: Int?

    @Flag(help: "Render a seamless loop of -d seconds of resting rain.")
    var loop = false

    @Flag(help: "Add every drop and note onset to --state, with sample, layer, material, level and pan.")
    var stateDrops = false

    func validate() throws {
        guard let jobs else { return }
        guard stems != nil else { throw ValidationError("--jobs requires --stems.") }
        guard (1...8).contains(jobs) else { throw ValidationError("--jobs takes 1 to 8.") }
    }

    func declareFiles(in claims: inout OutputClaims) {
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
}
