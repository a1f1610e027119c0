// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
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
              amaoto listen -p my.yaml                                   invented rides, learnt from its key
              amaoto listen ride.wav --against ride.jsonl -p commuter    learnt from the preset's key
              amaoto listen ride.wav --against ride.csv --key key.wav    learnt from key.wav and key.vtt
              amaoto listen b.wav --against b.csv --learn a.wav=a.csv    learnt from another ride
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
    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of the rides to read; the learning uses others.", valueName: "n"))
    var seed: UInt64 = 1

    @Flag(help: "Print every figure as one JSON object.") var json = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("SVG file of the first sound, truth against reading.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var talk: TalkOptions

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

    func name(in claims: inout OutputClaims) {
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
        let sources = try lessonSources()
        let steps = (sounds.isEmpty ? rides : sounds.count) + 2 * sources.count + HearingCondition.allCases.count
        let progress = ProgressLine(talk.console, steps: steps)
        defer { talk.console.endStatus() }
        let heard = try await heard(progress)
        let loudness = heard.reduce(0) { $0 + $1.loudness } / Double(max(heard.count, 1))
        let isStereo = heard.allSatisfy(\.clean.isStereo)
        let lessons = try await taught(by: sources, noise: nil, isStereo: isStereo, progress)
        if lessons.allSatisfy({ $0.truth.names.isEmpty && $0.truth.events.isEmpty }) {
            throw Failure("nothing to learn: the key or truth holds no fact", exitCode: ExitStatus.input)
        }
        // Learnt under noise about as loud as that under which it reads, from other seeds.
        let noisyLessons = try await taught(by: sources, noise: loudness, isStereo: isStereo, progress)
        var scores: [ListeningScore] = [], picture: String?
        for condition in HearingCondition.allCases {
            progress.begin("reading (\(condition.rawValue))")
            let isNoisy = condition == .noise
            var test = ListeningTest(Listener(isNoisy ? noisyLessons : lessons, in: condition))
            for ride in heard { test.hear(isNoisy ? ride.noisy : ride.clean, truth: ride.truth) }
            scores += test.scores
            if condition == .stereo, output != nil, let first = test.parts.first {
                picture = ReadingPlot.svg(
                    title: "What a machine listener reads", subtitle: source, reading: first.reading, truth: first.truth,
                    facts: test.listener.facts)
            }
        }
        talk.console.endStatus()
        guard !scores.isEmpty else { throw Self.incomparable(lessons.map(\.truth), heard.map(\.truth)) }
        let sheet = ListeningSheet(scores, source: source)
        let text = json ? sheet.json : sheet.text
        let file = try LineFile("-", OutputClaims())
        file.write(text.visibleLines)
        try file.close()
        if let output, let picture {
            let file = try LineFile(output, claims)
            file.write(Array(picture.utf8))
            try file.close()
        }
    }

    /// The failure of a listener who learnt nothing of what is true of the sounds.
    private static func incomparable(_ learnt: [FactTimeline], _ truths: [FactTimeline]) -> Failure {
        func names(_ timelines: [FactTimeline]) -> String {
            let names = Set(timelines.flatMap(\.names)).sorted()
            return names.isEmpty ? "nothing" : FigureText.list(names, most: 8)
        }
        return Failure(
            "nothing can be compared: the listener learns \(names(learnt)), and the truth tells \(names(truths)); "
                + "learn from the preset that made the sound, with numbers as its domains instead of auto or percentiles",
            exitCode: ExitStatus.input)
    }

    /// What the listener learns from, in words.
    private var source: String {
        if let key { return "learnt from \(key)" }
        if learn.isEmpty { return "learnt from the key of \(preset ?? "commuter")" }
        return learn == ["rides"] ? "learnt from rides of \(preset ?? "commuter")" : "learnt from \(CountText.of(learn.count, "sound"))"
    }

    private func loaded() throws -> Preset { try PresetLibrary.standard.load(preset ?? "commuter") }

    /// What is learnt from.
    private enum LessonSource {
        case keyFile(String)
        /// - Parameter louder: dB by which its noise is louder than what is read.
        case key(of: Preset, seed: UInt64, louder: Double)
        case ride(of: Preset, number: UInt64)
        case sound(String, truth: String)

        var title: String {
            switch self {
            case .keyFile(let path), .sound(let path, _): path
            case .key: "the key"
            case .ride: "a ride"
            }
        }
    }

    private func lessonSources() throws -> [LessonSource] {
        if let key { return [.keyFile(key)] }
        if learn.isEmpty {
            // Four seeds of the same key: the rain differs, what is taught does not. Nor does the noise keep to one level, since
            // what is read may be a little quieter or louder.
            let preset = try loaded()
            return zip(UInt64(1001)..., [0.0, -2, 2, 0]).map { .key(of: preset, seed: $0, louder: $1) }
        }
        return try learn.flatMap { item -> [LessonSource] in
            if item == "rides" {
                let preset = try loaded()
                return (0..<UInt64(max(2, rides))).map { .ride(of: preset, number: $0) }
            }
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return parts.count == 2 ? [.sound(parts[0], truth: parts[1])] : []
        }
    }

    /// - Parameter isStereo: whether all sounds to read are stereo; otherwise everything is heard with one ear.
    private func taught(
        by sources: [LessonSource], noise loudness: Double?, isStereo: Bool, _ progress: ProgressLine
    ) async throws -> [Lesson] {
        func noise(_ seed: UInt64, louder: Double = 0) -> Hearing.Noise? {
            loudness.map { Hearing.Noise(loudness: $0 + louder, seed: 7000 + seed) }
        }
        var lessons: [Lesson] = []
        for source in sources {
            progress.begin("learning from \(source.title)\(loudness == nil ? "" : " under noise")")
            switch source {
            case .keyFile(let path):
                let words = captions ?? URL(fileURLWithPath: path).deletingPathExtension().appendingPathExtension("vtt").relativePath
                let hearing = try Hearing(path: path, under: noise(0))
                lessons.append(Lesson(hearing: hearing, truth: try TruthFile.read(words, sampleRate: 1)))
            case .key(let preset, let seed, let louder):
                let key = try await PresetSound.key(of: preset, seed: seed)
                lessons.append(Lesson(hearing: Hearing(of: key.sound, under: noise(seed, louder: louder)), truth: key.truth))
            case .ride(let preset, let number):
                let ride = try await PresetSound.ride(of: preset, seconds: length, seed: 5000 + number)
                lessons.append(Lesson(hearing: Hearing(of: ride.sound, under: noise(number)), truth: ride.truth))
            case .sound(let path, let truth):
                let rate = try SoundFile(path: path).sampleRate
                let hearing = try Hearing(path: path, under: noise(UInt64(lessons.count)))
                lessons.append(Lesson(hearing: hearing, truth: try TruthFile.read(truth, sampleRate: rate)))
            }
            if !isStereo, let last = lessons.indices.last { lessons[last].hearing = lessons[last].hearing.mono }
        }
        return lessons
    }

    /// A sound to read, without and with noise of its own loudness.
    private struct Heard {
        var clean: Hearing
        var noisy: Hearing
        var truth: FactTimeline
        var loudness: Double
    }

    private func heard(_ progress: ProgressLine) async throws -> [Heard] {
        var heard: [Heard] = []
        for (path, truth) in zip(sounds, against) {
            progress.begin("hearing \(path)")
            var file = try SoundFile(path: path)
            let rate = file.sampleRate
            let meter = LoudnessMeter(sampleRate: rate, channelCount: file.channelCount)
            try file.forEachBlock { meter.add($0) }
            let noise = Hearing.Noise(loudness: meter.integrated, seed: 100 &+ seed &+ UInt64(heard.count))
            heard.append(
                Heard(
                    clean: try Hearing(path: path), noisy: try Hearing(path: path, under: noise),
                    truth: try TruthFile.read(truth, sampleRate: rate), loudness: meter.integrated))
        }
        guard sounds.isEmpty else { return heard }
        let preset = try loaded()
        for number in 0..<UInt64(rides) {
            progress.begin("hearing a ride")
            let ride = try await PresetSound.ride(of: preset, seconds: length, seed: seed &+ number)
            let loudness = ride.loudness
            heard.append(
                Heard(
                    clean: Hearing(of: ride.sound),
                    noisy: Hearing(of: ride.sound, under: .init(loudness: loudness, seed: 100 &+ seed &+ number)),
                    truth: ride.truth, loudness: loudness))
        }
        return heard
    }
}
