// SPDX-License-Identifier: MIT
import ArgumentParser
import Transport

/// The target loudness.
struct LoudnessOptions: ParsableArguments {
    @Option(
        name: .customLong("loudness"), parsing: .unconditional,
        help: ArgumentHelp(
            "Target loudness in LUFS (EBU R 128), such as -23; measured by a render beforehand.",
            valueName: "LUFS"))
    var target: Double?

    func validate() throws {
        guard let target, !LoudnessMatch.targets.contains(target) else { return }
        throw ValidationError("--loudness takes LUFS from -60 to -5, such as -23.")
    }

    /// `--gain` would change the requested loudness.
    func check(against sound: SoundOptions) throws {
        if target != nil, sound.gain != 0 { throw ValidationError("Give --loudness or --gain, not both.") }
    }

    /// Renders the span to a meter until the right gain is found, and sets it.
    func apply(to performance: inout Performance, _ span: RenderSpan, console: Console, interrupts: Interrupts) async throws {
        guard let target else { return }
        let rate = performance.sampleRate
        var measured = performance
        let found = try await LoudnessMatch.find(target, sampleRate: rate, layout: performance.layout) { gain, sink in
            measured.gain = gain
            let progress = ProgressLine(console, patience: 0)
            let report = try await span.render(measured, to: sink) { state in
                progress.show(state, at: rate, doing: "Measuring the loudness")
                return !interrupts.arrived
            }
            return !report.wasInterrupted
        }
        console.endStatus()
        try interrupts.throwIfArrived()
        guard let found else {
            throw Failure("--loudness: the sound is silent or shorter than 0.4 s; render a longer part", .runtime)
        }
        performance.gain = found.gain
        var line = "Loudness: \(FigureText.number(found.loudness, 1)) LUFS with a gain of \(FigureText.number(Double(found.gain), 1)) dB"
        line += ", true peak \(FigureText.number(found.truePeak, 1)) dBTP"
        console.say(line)
        if !found.meets(target) {
            console.warn("the limiter allows at most \(FigureText.number(found.loudness, 1)) LUFS; choose a lower loudness")
        }
    }
}
