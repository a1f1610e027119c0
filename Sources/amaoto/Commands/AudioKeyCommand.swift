// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import PlainText
import Platform
import Sonification
import Transport

struct AudioKeyCommand: AsyncParsableCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Render an audio key: what a preset's mappings and events sound like, usually in 90 seconds.",
        discussion: """
            The key begins with the rain at rest. Then the main number (the speed) rises in five steps; every other channel and \
            set of names is played at several values of it, and each event over thin and over dense rain, with short silences \
            between them; presets with many mappings take longer. Captions (WebVTT) beside the sound, cue points in a WAV file \
            and lines on standard error state the facts at each time; `amaoto listen` learns from them.

            EXAMPLES
              amaoto key -p commuter -o key.wav             # and key.vtt
              amaoto key -p hiker -o key.flac --captions -
              amaoto key -p commuter --list
            """)

    @OptionGroup var sound: SoundOptions
    @OptionGroup var messages: MessageOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("Output sound file; - for standard output.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var writing: WritingOptions

    @Option(help: ArgumentHelp("File type when the name has no ending.", valueName: "kind"))
    var container: SoundContainer?

    @Option(
        help: ArgumentHelp(
            "WebVTT caption file; - for standard output (default: the sound file's name with .vtt).", valueName: "file"),
        completion: .file(extensions: ["vtt"]))
    var captions: String?

    @Flag(name: [.customLong("dry-run"), .customLong("list")], help: "List what would be heard and when, without writing a file.")
    var isListed = false

    func validate() throws {
        if output == nil, !isListed { throw ValidationError("Give -o FILE, or --list to list the steps.") }
        if let output { try SoundContainer.check(output, container) }
    }

    func declareFiles(in claims: inout OutputClaims) {
        sound.declareFiles(in: &claims)
        guard !isListed, let output else { return }
        claims.write(output, as: "-o")
        claims.write(captionPath(output), as: "--captions")
    }

    func run() async throws {
        let claims = try checkedClaims()
        let console = messages.console
        let interrupts = Interrupts()
        let performance = sound.performance(try sound.preset.load())
        let key = AudioKey(preset: performance.preset, sampleRate: performance.sampleRate)
        guard !isListed, let output else { return report(key, performance, console) }

        let sink = try Render.openSink(output, settings(key, performance, claims), interrupts)
        let words = try captionPath(output).map { try LineFile($0, claims, interrupts: interrupts) }
        words?.write(Self.text(of: key, performance))
        report(key, performance, console)
        if (sink as? SoundFileWriter)?.container.isWave != true, sink.place != "/dev/null" {
            console.say(
                "Cue points need a .wav file; "
                    + (words == nil ? "give --captions FILE for captions." : "the captions say what is heard when."))
        }
        let render = OfflineRender(performance: performance, totalFrames: key.frames + performance.fadeFrames)
        let report = try await render.run(timeline: key.entries, to: sink, progress: { _ in !interrupts.arrived })
        let captionFile = try words?.close(interrupted: report.wasInterrupted)
        let places = [report.place] + (captionFile.map { $0 == "stdout" ? [] : [$0] } ?? [])
        if report.wasInterrupted { console.sayInterrupted(places) } else { console.say("Wrote \(places.joined(separator: " and ")).") }
        try interrupts.throwIfArrived()
    }

    private func report(_ key: AudioKey, _ performance: Performance, _ console: Console) {
        let rate = Double(performance.sampleRate)
        // A requested list is data.
        let say = isListed ? { print($0) } : { console.say($0) }
        say("Audio key of \(performance.preset.title): \(FigureText.number(Double(key.frames) / rate)) s")
        for cue in key.cues {
            let seconds = Double(cue.start) / rate
            say("  \(ClockText.text(seconds)).\(Int((seconds * 10).rounded(.down)) % 10)  \(cue.text)")
        }
        if Double(key.frames) / rate > AudioKey.usualLength {
            say("The key is long because this preset has many mappings.")
        }
    }

    /// Beside the sound if that is a file, else only where requested.
    private func captionPath(_ output: String) -> String? {
        captions ?? (OutputTarget(output) == .file ? CaptionFile.path(beside: output) : nil)
    }

    private static func text(of key: AudioKey, _ performance: Performance) -> String {
        ([WebVTT.head("Audio key of \(performance.preset.title)")]
            + key.cues.map { WebVTT.cue(from: $0.start, to: $0.end, sampleRate: performance.sampleRate, $0.text) })
            .joined(separator: "\n")
    }

    private func settings(_ key: AudioKey, _ performance: Performance, _ claims: OutputClaims) -> SoundFileSettings {
        var settings = sound.fileSettings(performance, container, claims)
        settings.title = "Audio key of \(performance.preset.title)"
        settings.expectedFrames = key.frames + performance.fadeFrames
        settings.cues = key.cues.map { SoundCue(frame: $0.start, label: $0.label) }
        return settings
    }
}
