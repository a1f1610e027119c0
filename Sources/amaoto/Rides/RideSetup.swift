// SPDX-License-Identifier: MIT
import ArgumentParser
import LiveSources
import PlainText
import Railways
import Sonification
import Tracking
import Transport

/// A command that plays a track through a preset.
protocol RideCommand: ParsableCommand {
    var input: InputOptions { get }
    var sound: SoundOptions { get }
    var pace: PaceOptions { get }
    var railway: RideOptions { get }
}

/// What every `RideCommand` needs before any sound: the preset, the track, and the speed common to both.
struct RideSetup {
    var performance: Performance
    /// The first input; nil plays the preset's resting rain.
    var input: RideInput?
    /// Nil for resting rain and for a live track.
    let survey: RideSurvey?
    /// Playback speed: seconds of track per second of sound.
    private(set) var speed: Double
    /// Nil for resting rain, which needs none.
    let railway: RailwaySetup?
    /// The source to stop at the end; nil for files and standard input.
    let live: LiveSource?

    /// - Parameters:
    ///   - allowsLive: a pipe is followed live, instead of being read to its end first.
    ///   - preset: the preset, where it is not that of the options.
    ///   - allowsSeveral: separate tracks in an input are played separately; otherwise all its fixes form one track.
    init(
        _ command: some RideCommand, allowsLive: Bool, allowsSeveral: Bool = false, preset: Preset? = nil, console: Console
    ) throws {
        let options = command.input, pace = command.pace
        let preset = try preset ?? command.sound.preset.load()
        performance = command.sound.performance(preset)
        guard let path = options.input else {
            try Self.refuseTrackOptions(of: command)
            (railway, live, input, survey, speed) = (nil, nil, nil, nil, 1)
            return
        }
        let live = try options.live(console)
        self.live = live
        if let live, !allowsLive { throw Self.noEnd(of: live) }
        if let live, pace.fit != nil {
            throw Failure("\(live.title) is live and has no end, so --fit cannot apply", .usage)
        }
        let railway = try RailwaySetup(command.railway, console)
        self.railway = railway
        for sentence in try railway.landmarks.missing(in: preset) + command.sound.preset.inaudibleChanges(in: preset) {
            console.warn(sentence)
        }
        let rereads = !(allowsLive && ByteSource.isReadOnce(path) && pace.fit == nil && options.inputs.count == 1)
        let input = try options.ride(live, rereads: rereads, together: !allowsSeveral, tracker: railway.tracker)
        let others = try options.inputs.dropFirst().map { try options.file($0, rereads: true, tracker: railway.tracker) }
        self.input = input
        if input.isLive {
            survey = nil
            speed = pace.speed ?? 1
            return
        }
        let faults = FaultReporter(console: console, reportsAll: options.verbose)
        let progress = ProgressLine(console)
        defer { console.endStatus() }
        let survey = try RideSurvey(
            of: [input] + others, preset: preset, isStrict: options.strict, progress: { progress.show($0) }, onFault: faults.report)
        for tally in survey.tallies { faults.summarize(tally) }
        // A fast receiver that counts whole seconds has more than two different times.
        if survey.isInPlane != nil,
            survey.tallies.contains(where: { $0.duplicates > $0.fixes / 2 && $0.fixes - $0.duplicates <= 2 })
        {
            console.warn(
                "the fixes have only one or two different times; --assume-speed 5km/h gives every fix a time from the distances between them"
            )
        }
        Self.report(survey, console)
        for sentence in survey.notes { console.say(sentence) }
        for sentence in preset.missingColumns(in: survey.extraNames) { console.warn(sentence) }
        if !survey.hasRailway, railway.isDefault, railway.isRequested { console.warn(RailwaySetup.elsewhere) }
        if let inPlane = survey.isInPlane, let sentence = railway.landmarks.misplaced(inPlane: inPlane) { console.warn(sentence) }
        self.survey = survey
        performance.preset = survey.preset
        speed = try Self.speed(of: survey, pace: pace, title: input.title)
        if let sentence = rowsTooFast(survey) { console.warn(sentence) }
    }

    /// Refuses options of a track where there is none.
    private static func refuseTrackOptions(of command: some RideCommand) throws {
        func refuse(_ options: String, if isGiven: Bool) throws {
            if isGiven { throw Failure("\(options) need a track", .usage) }
        }
        try refuse("--type, --only, --one-track, --session-id and --assume-speed", if: command.input.describesTrack)
        try refuse("--speed and --fit", if: command.pace.isChosen)
        try refuse("--railways, --line, --to, --point and --region", if: command.railway.isChosen)
    }

    /// Fits a track that is longer than `longest` into `seconds` of sound, where no speed was requested.
    /// - Returns: the length of the track in seconds; nil if it keeps its speed.
    mutating func fit(longerThan longest: Double, into seconds: Double, _ pace: PaceOptions, _ length: LengthOptions) -> Double? {
        guard !pace.isChosen, length.duration == nil, let survey, survey.duration > longest else { return nil }
        speed = min(survey.speed(fitting: seconds), TrackClock.speeds.upperBound)
        return survey.duration
    }

    /// The refusal of a live source by a command that reads its track to the end.
    static func noEnd(of live: LiveSource) -> Failure {
        Failure("\(live.title) is live and has no end; `amaoto play` plays and records it", .usage)
    }

    /// Refuses an option that supports only one track when several are played.
    func refuse(_ option: String?) throws {
        guard let option, let count = survey?.tracks.count, count > 1 else { return }
        throw Failure("\(option) needs one track, but the input has \(count); --only ID selects one, --one-track ignores the ids", .usage)
    }

    /// The track to play; nil for resting rain.
    var track: PlayedTrack? {
        survey.map { .recorded($0) } ?? input.map { .live($0) }
    }

    /// Describes events, with the railway's names.
    var announcer: Announcer { railway?.announcer ?? Announcer() }

    /// The maximum number of rows per second of sound at which they can be heard one after another.
    private static let mostRows = 50.0

    /// A warning that the mapped columns change too fast to be heard at the chosen speed; nil if they do not.
    private func rowsTooFast(_ survey: RideSurvey) -> String? {
        guard speed > 1, survey.duration > 0, performance.preset.mappings.contains(where: { $0.channel.name.hasPrefix("csv.") }) else {
            return nil
        }
        let rows = Double(survey.fixesPerTrack)
        let rate = rows * speed / survey.duration
        guard rate > Self.mostRows else { return nil }
        // Two seconds more, for the sound of the last event and the fade.
        let least = (rows / Self.mostRows).rounded(.up) + 2
        return "\(FigureText.number(rate, 0)) rows of the table fall in each second of sound, too many to hear one by one; "
            + "use --fit \(Int(least)) or more, or a table of means"
    }

    /// Reports which tracks are played, where there are several.
    private static func report(_ survey: RideSurvey, _ console: Console) {
        guard survey.tracks.count > 1 else { return }
        console.say("\(survey.tracks.count) tracks at once: \(ListText.first(8, of: survey.tracks.map(\.name))).")
        guard !survey.leftOut.isEmpty else { return }
        console.warn(
            "\(CountText.of(survey.leftOut.count, "further track is", "further tracks are")) ignored, since at most \(TrackerSet.most) play at once: "
                + "\(ListText.first(8, of: survey.leftOut)); --only ID chooses one")
    }

    private static func speed(of survey: RideSurvey, pace: PaceOptions, title: String) throws -> Double {
        guard let seconds = pace.fit else { return pace.speed ?? 1 }
        guard survey.duration > 0 else {
            throw Failure(
                survey.tallies.allSatisfy { $0.fixes == 1 }
                    ? "\(title): it has only one fix, so --fit cannot apply; record or export a longer track"
                    : "\(title): all its fixes have the same time, so --fit cannot apply; give the speed, such as --assume-speed 5km/h",
                .input)
        }
        let speed = survey.speed(fitting: seconds)
        guard speed <= TrackClock.speeds.upperBound else {
            let least = Int((seconds * speed / TrackClock.speeds.upperBound).rounded(.up))
            throw Failure(
                "--fit \(Int(seconds)): the highest speed is a thousand million times real time; use --fit \(least) or more", .usage)
        }
        return speed
    }
}
