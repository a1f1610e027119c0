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
        let progress = ProgressLine(messages.console, steps: testSources.count + sources.count + 2)
        defer { messages.console.endStatus() }
        let targets = try await testSources.concurrentMap(starting: { progress.begin("hearing \($0.title)") }) { try await $0.lessons(nil) }
        let loudness = targets.reduce(0) { $0 + $1.loudness } / Double(max(targets.count, 1))
        let isStereo = targets.allSatisfy(\.clean.hearing.isStereo)
        // The listener learns under noise about as loud as that under which it reads, with other seeds.
        var lessons = try await sources.concurrentMap(starting: { progress.begin("learning from \($0.title)") }) {
            try await $0.lessons(loudness)
        }
        if !isStereo { lessons = lessons.map(\.mono) }
        if lessons.allSatisfy({ $0.clean.truth.names.isEmpty && $0.clean.truth.events.isEmpty }) {
            throw Failure("nothing to learn: the key or truth holds no fact", exitCode: ExitStatus.input)
        }
        progress.begin("reading")
        var tests = try await ListeningTest.tests(
            in: HearingCondition.allCases.filter { $0 != .noise }, taughtBy: lessons.map(\.clean), reading: targets.map(\.clean))
        progress.begin("reading under noise")
        tests += try await ListeningTest.tests(in: [.noise], taughtBy: lessons.map(\.noisy), reading: targets.map(\.noisy))
        let scores = tests.flatMap(\.scores)
        messages.console.endStatus()
        guard !scores.isEmpty else { throw Self.incomparable(lessons.map(\.clean.truth), targets.map(\.clean.truth)) }
        let sheet = ListeningSheet(scores, source: source)
        let text = json ? sheet.json : sheet.text
        try LineFile.write(text.visibleLines + "\n", to: "-")
        if let output, let test = tests.first, let first = test.parts.first {
            let picture = ReadingPlot.svg(
                title: "What a machine listener reads", subtitle: source, reading: first.reading, truth: first.truth,
                facts: test.listener.facts)
            try LineFile.write(picture, to: output, claims)
        }
    }

    /// The failure when the listener learnt none of the facts that the truth states.
    private static func incomparable(_ learnt: [FactTimeline], _ truths: [FactTimeline]) -> Failure {
        func names(_ timelines: [FactTimeline]) -> String {
            let names = Set(timelines.flatMap(\.names)).sorted()
            return names.isEmpty ? "nothing" : ListText.first(8, of: names)
        }
        return Failure(
            "nothing can be compared: the listener learns \(names(learnt)), and the truth states \(names(truths)); "
                + "learn from the preset that made the sound, with numbers as its domains instead of auto or percentiles",
            exitCode: ExitStatus.input)
    }

    /// What the listener learns from, in words.
    private var source: String {
        if let key { return "learnt from \(key)" }
        if learn.isEmpty { return "learnt from the key of \(reference)" }
        return learn == ["rides"] ? "learnt from rides of \(reference)" : "learnt from \(CountText.of(learn.count, "sound"))"
    }

    private var reference: String { preset ?? PresetLibrary.usual }

    private func loadPreset() throws -> Preset { try PresetLibrary.standard.load(reference) }

    private func soundsToRead() throws -> [Source] {
        guard sounds.isEmpty else {
            return zip(sounds, against).enumerated().map { Source(.file($1.0, truth: $1.1), noiseSeed: 100 &+ seed &+ UInt64($0)) }
        }
        let preset = try loadPreset()
        return (0..<UInt64(rides)).map {
            Source(.ride(of: preset, seconds: length, seed: seed &+ $0), noiseSeed: 100 &+ seed &+ $0)
        }
    }

    private func lessonSources() throws -> [Source] {
        if let key {
            let words = captions ?? CaptionFile.path(beside: key)
            return [Source(.file(key, truth: words), noiseSeed: 7000)]
        }
        if learn.isEmpty {
            // Four seeds of the same key: the rain differs, the facts do not. The noise has several levels, since the sounds to
            // read may be a little quieter or louder.
            let preset = try loadPreset()
            return zip(UInt64(1001)..., [0.0, -2, 2, 0]).map { Source(.key(of: preset, seed: $0), noiseSeed: 7000 + $0, noiseGain: $1) }
        }
        var sources: [Source] = []
        for item in learn {
            if item == "rides" {
                let preset = try loadPreset()
                sources += (0..<UInt64(max(2, rides))).map {
                    Source(.ride(of: preset, seconds: length, seed: 5000 + $0), noiseSeed: 7000 + $0)
                }
            } else if case let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false), parts.count == 2 {
                let file = Source.Origin.file(String(parts[0]), truth: String(parts[1]))
                sources.append(Source(file, noiseSeed: 7000 + UInt64(sources.count)))
            }
        }
        return sources
    }
}

/// A sound to learn from or to read.
private struct Source: Sendable {
    enum Origin: Sendable {
        case file(String, truth: String)
        case key(of: Preset, seed: UInt64)
        case ride(of: Preset, seconds: Int, seed: UInt64)
    }

    let origin: Origin
    let noiseSeed: UInt64
    /// The level of its noise in dB above that of the sounds to read.
    let noiseGain: Double

    init(_ origin: Origin, noiseSeed: UInt64, noiseGain: Double = 0) {
        self.origin = origin
        self.noiseSeed = noiseSeed
        self.noiseGain = noiseGain
    }

    var title: String {
        switch origin {
        case .file(let path, _): path
        case .key: "the key"
        case .ride: "a ride"
        }
    }

    /// Measures it without and with noise.
    /// - Parameter loudness: that of the noise, in LUFS; nil for that of the sound.
    func lessons(_ loudness: Double?) async throws -> LessonPair {
        switch origin {
        case .file(let path, let truth):
            let file = try SoundFile(path: path)
            let facts = try TruthFile.read(truth, sampleRate: file.sampleRate)
            let meter = LoudnessMeter(sampleRate: file.sampleRate, channelCount: file.channelCount, findsPeaks: false)
            let clean = try Hearing(path: path) { meter.add($0) }
            let loudness = loudness ?? meter.integrated
            return LessonPair(
                clean: Lesson(hearing: clean, truth: facts),
                noisy: Lesson(hearing: try Hearing(path: path, under: noise(loudness)), truth: facts), loudness: loudness)
        case .key(let preset, let seed): return lessons(try await PresetSound.key(of: preset, seed: seed), loudness)
        case .ride(let preset, let seconds, let seed):
            return lessons(try await PresetSound.ride(of: preset, seconds: seconds, seed: seed), loudness)
        }
    }

    private func lessons(_ sound: PresetSound, _ loudness: Double?) -> LessonPair {
        let loudness = loudness ?? sound.loudness
        return LessonPair(
            clean: Lesson(hearing: Hearing(of: sound.sound), truth: sound.truth),
            noisy: Lesson(hearing: Hearing(of: sound.sound, under: noise(loudness)), truth: sound.truth), loudness: loudness)
    }

    private func noise(_ loudness: Double) -> Hearing.Noise { Hearing.Noise(loudness: loudness + noiseGain, seed: noiseSeed) }
}

/// A sound without and with noise.
private struct LessonPair: Sendable {
    var clean: Lesson
    var noisy: Lesson
    /// The noise's integrated loudness in LUFS.
    var loudness: Double

    /// The same through one loudspeaker.
    var mono: LessonPair {
        func mono(_ lesson: Lesson) -> Lesson { Lesson(hearing: lesson.hearing.mono, truth: lesson.truth) }
        return LessonPair(clean: mono(clean), noisy: mono(noisy), loudness: loudness)
    }
}
