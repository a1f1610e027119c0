// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import PlainText
import Platform
import RainSynthesis
import Sonification
import Transport

struct Render: AsyncParsableCommand, RideCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Render a track as rain to a sound file, faster than real time.",
        discussion: """
            The sound is that of `play`, byte for byte. Without a track it is the preset's resting rain.

            EXAMPLES
              amaoto render ride.gpx -o ride.flac
              amaoto render ride.gpx --fit 60 -o minute.wav -p hiker
              amaoto render ride.gpx --to Shinagawa -o ride.flac --captions ride.vtt
              amaoto render anna.gpx ben.gpx cleo.gpx -o friends.wav   # each has its place
              amaoto render people.csv --only 17 -o one.wav            # one of its ids
              amaoto render -p downpour -d 600 -o rain.ogg
              amaoto render -p storm --set rain.intensity=40 -d 60 -o storm.opus
              amaoto render -p downpour -d 60 --layout 5.1 -o rain.wav
              amaoto render ride.gpx -o - | sox -t wav - -n stat
              amaoto render -p storm -d 60 --loop --loudness -27 -o storm.wav
              amaoto render ride.gpx -o ride.wav --stems layers/ --loudness -23
              amaoto render -p drizzle -d 10 -o rain.wav --state - --state-drops | jq .level
            """)

    @OptionGroup var input: InputOptions
    @OptionGroup var sound: SoundOptions
    @OptionGroup var pace: PaceOptions
    @OptionGroup var length: LengthOptions
    @OptionGroup var session: SessionOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var loudness: LoudnessOptions
    @OptionGroup var export: ExportOptions
    @OptionGroup var announcements: AnnouncementOptions
    @OptionGroup var messages: MessageOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Output sound file (\(SoundContainer.endings)); - for standard output.", valueName: "file"),
        completion: .file())
    var output: String

    @OptionGroup var writing: WritingOptions

    @Option(help: ArgumentHelp("File type when the name has no ending.", valueName: "kind"))
    var container: SoundContainer?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Start this far into the track: seconds, 1:30, 5m or 1h.", valueName: "time"), transform: ClockText.argument)
    var from: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End this far into the track: seconds, 1:30, 5m or 1h.", valueName: "time"), transform: ClockText.argument)
    var until: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Frames per engine call, 1 to 65536; the output does not depend on it.", valueName: "frames"))
    var block = 4096

    @Option(
        help: ArgumentHelp("Log of `play --applied` to render instead of a track; reproduces what was played.", valueName: "file"),
        completion: .file())
    var applied: String?

    @Option(
        help: ArgumentHelp("State log: one JSON line per change of the rain; - for standard output.", valueName: "file"),
        completion: .file())
    var state: String?

    @Option(help: ArgumentHelp("JSON file of render statistics, written at the end.", valueName: "file"), completion: .file())
    var stats: String?

    @Flag(help: "Describe what would be rendered, without rendering.")
    var dryRun = false

    func validate() throws {
        guard (1...65_536).contains(block) else { throw ValidationError("--block takes 1 to 65536 frames.") }
        if applied != nil {
            guard input.input == nil, state == nil, announcements.captions == nil, session.path == nil, stats == nil, from == nil,
                until == nil, !dryRun, loudness.target == nil, export.stems == nil, !export.loop, !input.describesTrack,
                !railway.isChosen, sound.isAsPlayed, !pace.isChosen, length.duration == nil
            else {
                throw ValidationError(
                    "--applied contains everything that was played: combine it only with -o, -f, -c, --layout and --container.")
            }
        } else if export.loop {
            guard input.input == nil, state == nil, announcements.captions == nil, session.path == nil, let seconds = length.duration,
                seconds >= LoopShape.shortest
            else {
                throw ValidationError("--loop makes resting rain a loop: give -d of at least 1 s, and no track, --state or --captions.")
            }
        } else if input.input == nil, length.duration == nil {
            throw ValidationError("Resting rain does not end: give -d SECONDS, or a track.")
        }
        if export.stateDrops, state == nil { throw ValidationError("--state-drops requires --state.") }
        try loudness.check(against: sound)
        try announcements.check(against: railway, isSpoken: false)
        if input.input == nil, from != nil || until != nil { throw ValidationError("--from and --until need a track.") }
        try SoundContainer.check(output, container)
    }

    func declareFiles(in claims: inout OutputClaims) {
        if let applied { claims.read(applied) }
        input.declareFiles(in: &claims)
        sound.declareFiles(in: &claims)
        railway.declareFiles(in: &claims)
        claims.write(output, as: "-o")
        export.declareFiles(in: &claims)
        session.declareFiles(in: &claims)
        claims.write(state, as: "--state")
        announcements.declareFiles(in: &claims)
        claims.write(stats, as: "--stats")
    }

    func run() async throws {
        let console = messages.console
        let interrupts = Interrupts()
        // A dry run writes nothing.
        let claims = dryRun ? OutputClaims() : try checkedClaims()
        if let applied { return try await renderApplied(applied, claims, console, interrupts) }
        var setup = try RideSetup(self, allowsLive: false, allowsSeveral: true, console: console)
        try setup.refuse(session.path.map { _ in "--session" } ?? (export.stateDrops ? "--state-drops" : nil))
        let sessionRecording = try SessionRecording(session, input: input.input, console: console)
        defer { _ = try? sessionRecording.finish() }
        let rate = setup.performance.sampleRate
        let span =
            try export.shape(seconds: length.duration, setup.performance).map { RenderSpan($0) }
            ?? RenderSpan(setup: setup, from: from, until: until, duration: length.duration)
        announce(setup, span.frames, span.gapWarning(setup), console)
        if dryRun { return }

        let settings = settings(setup, claims, span.frames)
        let sink = try Self.openSink(output, settings, interrupts)
        let stems = try export.open(settings)
        let log = try StateLog(state, claims, interrupts: interrupts)
        let statistics = try stats.map { try LineFile($0, claims, interrupts: interrupts) }
        let captionFile = try CaptionFile(announcements, claims, setup, length: span.frames, interrupts: interrupts)
        try await loudness.apply(to: &setup.performance, span, console: console, interrupts: interrupts)
        try sessionRecording.start(setup, until: span.end)
        let progress = ProgressLine(console, patience: 0)
        let report = try await span.render(
            setup.performance, to: sink, blockFrames: block,
            onset: export.stateDrops ? log.map { log in { log.append($0) } } : nil,
            record: { record in
                log?.append(record)
                captionFile?.write(record)
                for event in record.allEvents { sink.mark(event.cue) }
            },
            progress: { state in
                progress.show(state, at: rate)
                log?.flush()
                return !interrupts.arrived
            })
        console.endStatus()
        let stateLog = Result { try log?.close(interrupted: report.wasInterrupted, reportingTo: console) }
        let captioned = Result { try captionFile?.close(interrupted: report.wasInterrupted, reportingTo: console) }
        let counted = Result { try writeStatistics(report, to: statistics, progress, setup) }
        summarize(report, progress, setup, console)
        // After the files, because it may take long.
        let kept = Result { try sessionRecording.complete(unless: { interrupts.arrived }) }
        // If one of them failed, the others are still complete.
        if let stems, !report.wasInterrupted {
            let jobs = export.jobs ?? ProcessInfo.processInfo.activeProcessorCount
            try await StemExport(performance: setup.performance, span: span, jobs: jobs).write(stems, console, interrupts)
        }
        try stateLog.get()
        try captioned.get()
        try counted.get()
        let isKept = try kept.get()
        if report.wasInterrupted || !isKept { try interrupts.throwIfArrived() }
    }

    /// Opens the sink for `-o`, holding interrupts from then on.
    static func openSink(_ output: String, _ settings: SoundFileSettings, _ interrupts: Interrupts) throws -> any SoundSink {
        // Opening a pipe waits for its reader, which an interrupt may end at once: nothing has begun yet.
        if OutputTarget(output) != .stream(isPipe: true) { interrupts.hold() }
        let sink = try SoundSinkOpening.open(output, settings: settings)
        interrupts.hold()
        return sink
    }

    private func settings(_ setup: RideSetup, _ claims: OutputClaims, _ frames: Int64) -> SoundFileSettings {
        var settings = sound.fileSettings(setup.performance, container, claims, loudness: loudness.target, speed: setup.speed)
        settings.expectedFrames = frames
        settings.isLoop = export.loop
        return settings
    }

    private func announce(_ setup: RideSetup, _ frames: Int64, _ gaps: String?, _ console: Console) {
        let seconds = Double(frames) / Double(setup.performance.sampleRate)
        var line = "\(setup.performance.preset.title): \(ClockText.text(seconds)) of sound"
        if setup.survey != nil {
            line += setup.speed == 1 ? " at the track's speed" : " at \(PlainNumber.display(setup.speed)) times the track's speed"
        }
        line += ", \(setup.performance.sampleRate) Hz, \(sound.layout.summary), seed \(sound.seed)"
        console.say(line)
        if let gaps {
            console.warn(gaps)
        } else if seconds > 600, input.input != nil, pace.fit == nil {
            console.say("That is a long file; --fit 60 fits the track into one minute.")
        }
    }

    private func summarize(_ report: OfflineRender.Report, _ progress: ProgressLine, _ setup: RideSetup, _ console: Console) {
        let seconds = Double(report.frames) / Double(setup.performance.sampleRate)
        var line = report.wasInterrupted ? Console.interrupted([report.place]) : report.place
        line +=
            ": \(ClockText.text(seconds)), \(CountText.of(report.telemetry.fallenDrops, "drop")), \(FigureText.number(progress.speed(seconds))) times real time"
        console.say(line)
        if report.telemetry.yieldedDrops > 0 {
            console.say(
                "\(CountText.of(report.telemetry.yieldedDrops, "drop was", "drops were")) stolen: at most \(report.telemetry.peakActiveDrops) sound at once."
            )
        }
        if report.events.dropped > 0 {
            console.say("\(CountText.of(report.events.dropped, "event was", "events were")) dropped: too many at once.")
        }
        if report.events.waiting > 0, !report.wasInterrupted {
            console.say(
                "\(CountText.of(report.events.waiting, "event was", "events were")) still waiting for others at the end; a longer sound has room for more."
            )
        }
    }

    private func writeStatistics(
        _ report: OfflineRender.Report, to file: LineFile?, _ progress: ProgressLine, _ setup: RideSetup
    ) throws {
        guard let file else { return }
        let seconds = Double(report.frames) / Double(setup.performance.sampleRate)
        try Statistics.write(
            to: file,
            [
                ("preset", .text(setup.performance.preset.name)), ("seed", .whole(sound.seed)),
                ("sampleRate", .whole(setup.performance.sampleRate)), ("frames", .whole(report.frames)),
                ("trackSpeed", Statistics.figure(setup.speed)), ("timesRealTime", Statistics.figure(progress.speed(seconds))),
                ("instructionSet", .text(setup.performance.configuration.instructionSet.rawValue)),
            ], telemetry: report.telemetry,
            [
                ("events", .whole(report.events.struck)), ("droppedEvents", .whole(report.events.dropped)),
                ("processorSeconds", Statistics.figure(ResourceUse.processorSeconds)), ("peakMemory", .whole(ResourceUse.peakMemory)),
                ("interrupted", .bool(report.wasInterrupted)),
            ])
    }
}

extension EventRecord {
    /// The marker for an event in a sound file.
    fileprivate var cue: SoundCue { SoundCue(frame: onset, label: subject.map { "\(name) \($0)" } ?? name) }
}

extension SoundContainer: ExpressibleByArgument {
    public init?(argument: String) { self.init(named: argument) }

    /// Refuses a file whose extension is not one of a sound file, where no container was requested, or is that of another one.
    static func check(_ output: String, _ container: SoundContainer?) throws {
        guard OutputTarget(output) == .file else { return }
        switch (SoundContainer(path: output), container) {
        case (nil, nil): throw ValidationError("The extension of \(output) is not one of a sound file; use \(SoundContainer.endings).")
        // An RF64 file is usually named .wav.
        case (let named?, let container?) where named != container && !(named.isWave && container.isWave):
            throw ValidationError(
                "\(output) is named as \(named.rawValue), but --container is \(container.rawValue): omit --container, or rename the file.")
        default: break
        }
    }
}
