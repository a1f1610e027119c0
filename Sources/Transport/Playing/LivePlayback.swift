import AudioOutput
import CRealtime
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// What a listener asks for while it plays.
public enum PlaybackCommand: Equatable, Sendable {
    case togglePause
    /// By heard seconds, back or forth.
    case seek(Double)
    /// Multiplies the speed of the track.
    case changeSpeed(Double)
    /// dB up or down.
    case changeVolume(Double)
    case toggleMute
    /// The rain steps back while somebody speaks, or returns.
    case duck(Bool)
    /// The track stands still, or goes on, while the rain of that moment sounds.
    case freeze(Bool)
    /// To so many seconds of the track's own time after its start.
    case seekTo(Double)
    case setPaused(Bool)
    /// Track seconds per heard second.
    case setSpeed(Double)
    /// dB.
    case setVolume(Double)
    case setMuted(Bool)
    /// The sound of one of the preset's events, by its place among them.
    case strike(Int)
    /// Another preset, without a click, from the next samples on.
    case use(Preset)
    /// A parameter is held at a value in its unit, whatever its mapping says, until it is released.
    case override(ParameterID, Float)
    /// A parameter, or every one (nil), follows the preset again.
    case release(ParameterID?)
    case quit
}

extension PlaybackCommand {
    /// Slowest and fastest replay that commands reach, in track seconds per heard second.
    public static let speeds = 0.05...1000.0
    /// Volume that commands reach, in dB.
    public static let gains = -60.0...12.0

    /// What is to be done of all that was asked for at once: to quit goes before all, and steps of speed in one direction are one.
    static func due(of commands: [PlaybackCommand]) -> [PlaybackCommand] {
        if commands.contains(.quit) { return [.quit] }
        return commands.reduce(into: []) { due, command in
            if case .changeSpeed(let step) = command, case .changeSpeed(let last)? = due.last, (step > 1) == (last > 1) {
                due[due.count - 1] = .changeSpeed(last * step)
            } else {
                due.append(command)
            }
        }
    }
}

/// How the playing stands.
public struct PlaybackStatus: Sendable {
    /// The instant of the track that is heard now; nil before its first fix.
    public var time: TrackTime?
    /// Track seconds per heard second.
    public var speed: Double
    /// Frames played.
    public var frames: Int64
    public var isPaused: Bool
    /// True while the track stands still and the rain sounds.
    public var isFrozen: Bool
    public var isMuted: Bool
    /// dB.
    public var gain: Float
    /// The newest update that is heard; of several tracks the first one's that sounds.
    public var update: TrackerUpdate?
    /// Each track that sounds, with the newest update of it; empty while there is one.
    public var tracks: [HeardTrackStatus] = []
    /// The preset that is heard.
    public var preset: Preset
    /// Every parameter after mapping and smoothing, about now.
    public var parameters: SynthParameters
    /// What somebody outside holds.
    public var overrides: ParameterOverrides
    /// What each mapping does about now, in the order of the preset's mappings.
    public var movements: [MappingMovement]
    /// Where a recorded track begins, which can be sought through; nil for any other.
    public var start: TrackTime?
    /// What has come in live and waits to be heard, as it does in a pause; none of a track that is heard at its own times.
    public var waiting = QueueDepth()
    public var telemetry: Telemetry
    public var player: PlayerStatistics
}

/// How one of several tracks stands.
public struct HeardTrackStatus: Sendable {
    /// What logs call it; nil for live fixes without an id.
    public var name: String?
    public var update: TrackerUpdate
}

/// What the playing did, at its end.
public struct PlaybackReport: Sendable {
    public var frames: Int64
    public var telemetry: Telemetry
    public var player: PlayerStatistics
    public var events: EventCounts
    /// How often the timeline's queue was full.
    public var queueOverflows: Int
    /// Entries that acted but found the log of what was applied full.
    public var missingApplied = 0
    /// The kernel's number of the thread that published last.
    public var publisherThread: Int32
    /// What was read of a live track, and what was wrong with it; nil for any other, which was surveyed before.
    public var tally: InputTally?
    /// What ended it before its time: the device's loss, or what the track threw; the figures hold until there.
    public var failure: (any Error)?
}

/// The track that is played: recorded, with its survey, so that it can be sought through; or live, as it comes.
public enum PlayedTrack: Sendable {
    case recorded(RideSurvey)
    case live(RideInput)

    var isLive: Bool { if case .live = self { true } else { false } }
}

/// Plays a performance on an ALSA device and obeys its listener. Control side; one owner.
public struct LivePlayback {
    public var performance: Performance
    public var track: PlayedTrack?
    /// Track seconds per heard second.
    public var speed = 1.0
    /// Frames to be played; nil: to the end of the track, or for ever.
    public var totalFrames: Int64?
    /// What the state log wants of every emitted set and onset.
    public var record: ((StateRecord) -> Void)?
    /// The first fault of a live track ends the playing; a recorded one was surveyed before.
    public var isStrict = false
    /// True while the preset is tuned: a change of it is heard within 30 ms and what the device holds, and in return the
    /// timeline is ahead of the audio thread by little more than a period.
    public var isTuned = false
    /// Told what the engine applied, at the sample at which it acted, in order: an `AppliedLog`'s entries.
    public var applied: ((TimelineEntry) -> Void)?
    /// Ends a live source when the playing has ended; what it had sent by then is still tracked, and kept.
    public var stopSource: @Sendable () -> Void = {}
    /// Called on the reading thread for every piece that was skipped.
    public var onFault: @Sendable (InputFault) -> Void = { _ in }

    public init(performance: Performance, track: PlayedTrack?) {
        self.performance = performance
        self.track = track
    }

    /// Plays until the end, a `quit`, the device's loss or the track's failure, which the report then names. All of it runs on
    /// a thread of its own, the closures too: whatever holds up the shared pool does not hold up the rain.
    /// - Parameters:
    ///   - player: opened at the performance's rate and not yet started.
    ///   - commands: asked two hundred times a second for what the listener wants now.
    ///   - status: told as often.
    /// - Throws: what stands in the way of the first frame: `EngineError`, `AudioDeviceError`, or what the track throws.
    public func run(
        on player: ALSAPlayer, recording: SoundRecording? = nil, started: (DeviceReport) -> Void = { _ in },
        commands: () -> [PlaybackCommand], status: (PlaybackStatus) -> Void
    ) async throws -> PlaybackReport {
        let thread = SerialProcessorThread()
        defer { thread.retire() }
        return try await withTaskExecutorPreference(thread) {
            try await perform(on: player, recording: recording, started: started, commands: commands, status: status)
        }
    }

    private func perform(
        on player: ALSAPlayer, recording: SoundRecording?, started: (DeviceReport) -> Void,
        commands: () -> [PlaybackCommand], status: (PlaybackStatus) -> Void
    ) async throws -> PlaybackReport {
        let places = TrackPlaces(performance, count: heardTracks.count, comeAndGo: tracksComeAndGo)
        let exchange = try Exchange(places.configuration, gain: performance.gain, keepsLog: applied != nil)
        let log = exchange.ends.applied
        var session = PlaybackSession(
            self, places, output: player, period: player.report.period, ends: exchange.ends, statistics: player.takeStatistics())
        // Everything that the first buffers need is queued before the thread starts.
        try await session.prepare()
        started(try player.start(exchange.engine, horizon: session.horizon, recording: recording))
        return await follow(&session, player, log, commands: commands, status: status)
    }

    /// Whether the fixes are several live tracks', each heard for as long as it sends. What the engine applied is logged of one
    /// timeline alone: then all of them are one track's.
    var tracksComeAndGo: Bool {
        if case .live(let input)? = track { input.choice == .apart && applied == nil } else { false }
    }

    /// The tracks that are heard, or the places of those that may come.
    var heardTracks: [HeardTrack] {
        if tracksComeAndGo { return Array(repeating: HeardTrack(nil), count: TrackerSet.most) }
        guard case .recorded(let survey)? = track, survey.tracks.count > 1 else { return [HeardTrack(nil)] }
        return survey.tracks.map { HeardTrack(nil, among: $0) }
    }

    /// Keeps the timeline ahead of the player until that has ended.
    private func follow(
        _ session: inout PlaybackSession, _ player: ALSAPlayer, _ log: EventQueue<TimelineEntry>?,
        commands: () -> [PlaybackCommand], status: (PlaybackStatus) -> Void
    ) async -> PlaybackReport {
        var applications = log?.takeConsumer()
        var failure: (any Error)?
        while !player.hasEnded {
            do {
                for command in PlaybackCommand.due(of: commands()) { try await session.obey(command) }
                try await session.conduct()
            } catch where failure == nil {
                // What is heard ends well all the same.
                failure = error
                session.quit()
            } catch {}
            while let entry = applications?.pop() { applied?(entry) }
            if session.isOverdue { player.requestStop() }
            status(session.status)
            await player.rest(nanoseconds: PlaybackSession.turn)
        }
        let outcome = Result { () throws(AudioDeviceError) in try player.wait() }
        while let entry = applications?.pop() { applied?(entry) }
        if let live = session.live {
            stopSource()
            await live.runDry { await player.rest(nanoseconds: 2_000_000) }
        }
        var report = session.report(try? outcome.get())
        report.missingApplied = log?.overflowCount ?? 0
        if case .failure(let loss) = outcome { failure = failure ?? loss }
        report.failure = failure
        return report
    }
}
