// SPDX-License-Identifier: MIT
import ArgumentParser
import Listening
import PlainText
import Platform
import Sonification
import SoundAnalysis

struct Listen: AsyncParsableCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Measure how well a machine listener reads facts out of a sound, having learnt from a key.",
        discussion: """
            The listener learns from a preset's audio key (-p), from a key as a file (--key), or from sounds with their truth \
            (--learn). It then reads the given sounds and compares what it reads with the truth (--against): a state log of \
            `render --state`, or a CSV file with the column time (seconds of sound), one column per fact, and event. Without a \
            sound it reads invented rides through the preset.

            EXAMPLES
              amaoto listen -p my.yaml                                 invented rides
              amaoto listen ride.wav --against ride.jsonl -p commuter  learnt from its key
              amaoto listen ride.wav --against ride.csv --key key.wav  learnt from key.wav
              amaoto listen b.wav --against b.csv --learn a.wav=a.csv  learnt from a.wav
            """)

    @Argument(help: "Sound files to read.", completion: .file()) var sounds: [String] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Truth of each sound: a state log (.jsonl) or a CSV file; repeat in the order of the sounds.", valueName: "file"),
        completion: .file())
    var against: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Preset whose key is learnt, and whose rides are read if no sound is given (default: commuter).", valueName: "preset"),
        completion: NameCompletion.presets)
    var preset: String?

    @Option(
        help: ArgumentHelp("Key to learn from; captions of the same name beside it (.vtt), or --captions.", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp("WebVTT captions of --key (default: its name with .vtt).", valueName: "file"),
        completion: .file(extensions: ["vtt"]))
    var captions: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Sound to learn from with its truth, or `rides` for invented rides of the preset; repeat for more.", valueName: "wav=truth"))
    var learn: [String] = []

    @Option(help: ArgumentHelp("Number of invented rides to read.", valueName: "count")) var rides = 2
    @Option(help: ArgumentHelp("Seconds of each invented ride.", valueName: "seconds")) var length = 240
    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of the rides to read; those to learn from have other seeds.", valueName: "n"))
    var seed: UInt64 = 1

    @Flag(help: "Print every figure as one JSON object.") var json = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("SVG plot of the first sound, its truth and what was read.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard sounds.count == against.count else { throw ValidationError("Give --against FILE once for each sound.") }
        if key != nil, !learn.isEmpty { throw ValidationError("Give --key or --learn, not both.") }
        if key == nil, captions != nil { throw ValidationError("--captions requires --key.") }
        if learn.contains(where: { $0 != "rides" && !$0.contains("=") }) {
            throw ValidationError("--learn takes SOUND=TRUTH, such as ride.wav=ride.csv, or rides.")
        }
        if let output { try Plot.Target.check(output) }
        if sounds.isEmpty, key != nil { throw ValidationError("Give a sound to read with --key.") }
        if !(1...20).contains(rides) || !(30...1800).contains(length) {
            throw ValidationError("--rides takes 1 to 20, --length 30 to 1800 seconds.")
        }
    }

    func declareFiles(in claims: inout OutputClaims) {
        for path in sounds + against { claims.read(path) }
        for path in [key, captions].compactMap(\.self) { claims.read(path) }
        for pair in learn where pair != "rides" {
            for path in pair.split(separator: "=", maxSplits: 1) { claims.read(String(path)) }
        }
        if let preset { claims.read(preset: preset) }
        if let output { claims.write(output, as: "-o") }
    }

    func run() async throws {
        let claims = try checkedClaims()
        // Files get their names when they are complete, so a signal may end the program at once.
        _ = Interrupts()
        let sources = try lessonSources(), testSources = try soundsToRead()
        let progress = ProgressLine(
            messages.console, steps: ListeningExamination.stepCount(lessons: sources.count, sounds: testSources.count))
        defer { messages.console.endStatus() }
        let examination = try await ListeningExamination(taughtBy: sources, reading: testSources) { progress.begin($0) }
        if examination.tests.isEmpty {
            throw Failure("nothing to learn: the key or truth holds no fact", .input)
        }
        let scores = examination.tests.flatMap(\.scores)
        messages.console.endStatus()
        guard !scores.isEmpty else { throw Self.incomparable(examination) }
        let sheet = ListeningSheet(scores, source: source)
        let text = json ? sheet.json : sheet.text
        try LineFile.write(text.visibleLines + "\n", to: "-")
        if let output, let test = examination.tests.first,
            let picture = ReadingPlot.svg(title: "What a machine listener reads", subtitle: source, of: test)
        {
            try LineFile.write(picture, to: output, claims)
        }
    }

    private static func incomparable(_ examination: ListeningExamination) -> Failure {
        func listed(_ names: [String]) -> String { names.isEmpty ? "nothing" : ListText.first(8, of: names) }
        let common = examination.learnt.filter(examination.stated.contains)
        guard common.isEmpty else {
            return Failure(
                "nothing can be compared: no value of \(listed(common)) is known for two seconds, or only one value was learnt; "
                    + "give sounds of at least 10 s in which the facts change", .input)
        }
        return Failure(
            "nothing can be compared: the listener learns \(listed(examination.learnt)), and the truth states \(listed(examination.stated)); "
                + "learn from the preset that made the sound, with numbers as its domains instead of auto or percentiles", .input)
    }

    /// What the listener learns from, in words.
    private var source: String {
        if let key { return "learnt from \(key)" }
        if learn.isEmpty { return "learnt from the key of \(reference)" }
        return learn == ["rides"] ? "learnt from rides of \(reference)" : "learnt from \(CountText.of(learn.count, "sound"))"
    }

    private var reference: String { preset ?? PresetLibrary.usual }

    private func loadPreset() throws -> Preset { try PresetLibrary.standard.load(reference) }

    private func soundsToRead() throws -> [LessonSource] {
        guard sounds.isEmpty else {
            return zip(sounds, against).enumerated().map { LessonSource(.file($1.0, truth: $1.1), noiseSeed: 100 &+ seed &+ UInt64($0)) }
        }
        let preset = try loadPreset()
        return (0..<UInt64(rides)).map {
            LessonSource(.ride(of: preset, seconds: length, seed: seed &+ $0), noiseSeed: 100 &+ seed &+ $0)
        }
    }

    private func lessonSources() throws -> [LessonSource] {
        if let key {
            let words = captions ?? CaptionFile.path(beside: key)
            return [LessonSource(.file(key, truth: words), noiseSeed: 7000)]
        }
        if learn.isEmpty {
            // Four seeds of the same key: the rain differs, the facts do not. The noise has several levels, since the sounds to
            // read may be a little quieter or louder.
            let preset = try loadPreset()
            return zip(UInt64(1001)..., [0.0, -2, 2, 0]).map {
                LessonSource(.key(of: preset, seed: $0), noiseSeed: 7000 + $0, noiseGain: $1)
            }
        }
        var sources: [LessonSource] = []
        for item in learn {
            if item == "rides" {
                let preset = try loadPreset()
                sources += (0..<UInt64(max(2, rides))).map {
                    LessonSource(.ride(of: preset, seconds: length, seed: 5000 + $0), noiseSeed: 7000 + $0)
                }
            } else if case let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), parts.count == 2 {
                let file = LessonSource.Origin.file(String(parts[0]), truth: String(parts[1]))
                sources.append(LessonSource(file, noiseSeed: 7000 + UInt64(sources.count)))
            }
        }
        return sources
    }
}
