import ArgumentParser
import AudioOutput
import Sonification
import Transport

struct AudioKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Write what a preset's mappings and events sound like, each once.",
        discussion: """
            Every mapping is swept over its range, every event is struck once. What is heard when is told on standard error.

            EXAMPLE
              amaoto key -p commuter -o key.wav
            """)

    @OptionGroup var sound: SoundOptions
    @OptionGroup var talk: TalkOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The sound file; - is standard output.", valueName: "file"), completion: .file())
    var output: String

    @Flag(name: [.customShort("y"), .customLong("overwrite")], help: "Replace the file if it is there.")
    var overwrites = false

    @Option(help: ArgumentHelp("The kind of file, where its name does not say: wav, flac, ogg or raw.", valueName: "kind"))
    var container: SoundContainer?

    func run() async throws {
        let console = talk.console
        let interrupts = Interrupts()
        var performance = Performance(preset: try PresetLibrary.standard.load(sound.preset))
        performance.sampleRate = sound.rate ?? 48_000
        performance.seed = sound.seed
        performance.gain = Float(sound.gain)
        let key = AudioKey(preset: performance.preset, sampleRate: performance.sampleRate)

        var settings = SoundFileSettings()
        settings.sampleRate = performance.sampleRate
        settings.channels = sound.channels
        settings.container = container
        settings.format = sound.format
        settings.ditherSeed = sound.seed
        settings.title = "Audio key of \(performance.preset.title)"
        settings.comment = "preset \(performance.preset.name), seed \(sound.seed)"
        settings.overwrites = overwrites
        settings.expectedFrames = key.frames + performance.fadeFrames
        interrupts.hold()
        let sink = try SoundSinkOpening.open(output, settings: settings)
        for caption in key.captions {
            console.say("\(Words.clock(Double(caption.start) / Double(performance.sampleRate)))  \(caption.text)")
        }
        let render = OfflineRender(performance: performance, totalFrames: key.frames + performance.fadeFrames)
        let report = try await render.run(key.entries, to: sink, progress: { _ in !interrupts.arrived })
        console.say("\(report.place): \(Words.clock(Double(report.frames) / Double(performance.sampleRate)))")
        if let code = interrupts.exitCode { throw ExitCode(code) }
    }
}
