// SPDX-License-Identifier: MIT
import AudioOutput
import CPlatform
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

/// A listener's command during playback.
public enum PlaybackCommand: Equatable, Sendable {
    case togglePause
    /// Seeks by seconds of playback, back or forth.
    case seek(Double)
    /// Multiplies the speed of the track.
    case changeSpeed(Double)
    /// Changes the volume by dB.
    case changeVolume(Double)
    case toggleMute
    /// Ducks the rain while a voice speaks, or restores it.
    case duck(Bool)
    /// Freezes the track, or resumes it; the rain of that moment continues to sound.
    case freeze(Bool)
    /// Seeks to a time in seconds of track time after the track's start.
    case seekTo(Double)
    case setPaused(Bool)
    /// Sets the speed in track seconds per second of playback.
    case setSpeed(Double)
    /// Sets the volume in dB.
    case setVolume(Double)
    case setMuted(Bool)
    /// Strikes the sound of one of the preset's events, by index.
    case strike(Int)
    /// Switches to another preset from the next samples on, without a click.
    case use(Preset)
    /// Holds a parameter at a value in its unit, overriding its mapping, until it is released.
    case override(ParameterID, Float)
    /// Lets a parameter, or every one (nil), follow the preset again.
    case release(ParameterID?)
    /// Sets channels from outside the track, such as a controller's; each keeps its value until it is set again.
    case control(ChannelValues)
    case quit
}

extension PlaybackCommand {
    /// The range of speeds that commands can reach, in track seconds per second of playback.
    public static let speeds = 0.05...1000.0
    /// The range of volumes that commands can reach, in dB.
    public static let gains = -60.0...12.0

    /// True if it jumps to another part of the track.
    public var isSeek: Bool {
        switch self {
        case .seek, .seekTo: true
        default: false
        }
    }

    /// Reduces simultaneous commands: quit overrides all others, and steps of speed in one direction are merged.
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

/// The state of playback.
public struct PlaybackStatus: Sendable {
    /// The instant of the track that is being played; nil before its first fix.
    public var time: TrackTime?
    /// Track seconds per second of playback.
    public var speed: Double
    /// The number of frames played.
    public var frames: Int64
    public var isPaused: Bool
    /// True while the track is frozen and the rain continues to sound.
    public var isFrozen: Bool
    public var isMuted: Bool
    /// The volume in dB.
    public var gain: Float
    /// The newest update played; of several tracks, that of the first one that sounds.
    public var update: TrackerUpdate?
    /// The tracks that sound, each with its newest update; empty for a single track.
    public var tracks: [TrackStatus] = []
    /// The preset in use.
    public var preset: Preset
    /// Every parameter after mapping and smoothing, at approximately the present position.
    public var parameters: SynthParameters
    /// The parameters held from outside the preset.
    public var overrides: ParameterOverrides
    /// The state of each mapping at approximately the present position, in the preset's order.
    public var movements: [MappingMovement]
    /// The start of a recorded track, which is seekable; nil for any other.
    public var start: TrackTime?
    /// Live fixes that have arrived and wait to be played, as in a pause; none for a track that is played at its own times.
    public var waiting = QueueDepth()
    public var telemetry: Telemetry
    public var player: PlayerStatistics
}

/// The state of one of several tracks.
public struct TrackStatus: Sendable {
    /// The track's name in logs; nil for live fixes without an id.
    public var name: String?
    public var update: TrackerUpdate

    public init(name: String? = nil, update: TrackerUpdate) {
        self.name = name
        self.update = update
    }
}

/// A summary of playback, at its end.
public struct PlaybackReport: Sendable {
    public var frames: Int64
    public var telemetry: Telemetry
    public var player: PlayerStatistics
    public var events: EventCounts
    /// The number of times that the timeline's queue was full.
    public var queueOverflows: Int
    /// Entries that acted but found the log of what was applied full.
    public var missingApplied = 0
    /// The kernel's number of the thread that published last.
    public var publisherThread: Int32
    /// Counts of a live track's input and its faults; nil for any other track, which was surveyed beforehand.
    public var tally: InputTally?
    /// The cause of an early end: loss of the device, or an error thrown by the track. The figures are valid up to there.
    public var failure: (any Error)?
}

/// The track to play: a recorded one with its survey, which is seekable, or a live one.
public enum PlayedTrack: Sendable {
    case recorded(RideSurvey)
    case live(RideInput)

    var isLive: Bool { if case .live = self { true } else { false } }
}

/// Plays a performance on a device and executes the listener's commands. Control side; one owner.
public struct LivePlayback {
    var performance: Performance
    var track: PlayedTrack?
    /// Track seconds per second of playback.
    public var speed = 1.0
    /// True starts in silence, until it is unmuted.
    public var isMuted = false
    /// The number of frames to play; nil: to the end of the track, or indefinitely.
    public var totalFrames: Int64?
    /// Receives the state log's record of every emitted set and onset.
    public var record: ((StateRecord) -> Void)?
    /// True ends playback at the first fault of a live track; a recorded track was surveyed beforehand.
    public var isStrict = false
    /// True while the preset is being tuned. A change is then audible within 30 ms plus the device's latency; in return, the
    /// timeline is ahead of the audio thread by little more than a period.
    public var isTuned = false
    /// Called for each entry that the engine applied, with the sample at which it took effect, in order: the entries of an
    /// `AppliedLog`.
    public var applied: ((TimelineEntry) -> Void)?
    /// Stops a live source after playback has ended; what it sent before is still tracked and kept.
    public var stopSource: @Sendable () -> Void = {}
    /// Called on the reading thread for every skipped piece of input.
    public var onFault: @Sendable (InputFault) -> Void = { _ in }
    /// Called once on the reading thread with the names of a live source's own columns, once they are known.
    public var onColumns: @Sendable ([String]) -> Void = { _ in }
    /// Called from outside when there are commands; a turn follows at once, but not within 5 ms of the one before.
    public var wakeup = ControlWakeup()

    public init(performance: Performance, track: PlayedTrack?) {
        self.performance = performance
        self.track = track
    }

    /// Plays until the end, a `quit`, the loss of the device or a failure of the track; the report states the failure. Runs
    /// entirely on a separate thread, including the closures, so that a blocked shared thread pool does not interrupt the rain.
    /// - Parameters:
    ///   - player: opened at the performance's rate and not yet started.
    ///   - commands: asked every turn for the listener's commands: when it was woken, a watched descriptor has input, or the
    ///     timeline needs a turn; at least ten times per second.
    ///   - watched: asked every turn for the descriptors whose input leads to commands.
    ///   - status: called every turn.
    /// - Throws: errors before the first frame: `EngineError`, `AudioDeviceError`, or an error of the track.
    public func run(
        on player: any AudioPlayer, recording: SoundRecording? = nil, started: (DeviceReport) -> Void = { _ in },
        commands: () -> [PlaybackCommand], watched: () -> [Int32] = { [] }, status: (PlaybackStatus) -> Void
    ) async throws -> PlaybackReport {
        let thread = TaskThread()
        defer { thread.retire() }
        return try await withTaskExecutorPreference(thread) {
            let slots = TrackSlots(performance, count: playedTracks.count, comeAndGo: tracksComeAndGo)
            let exchange = try Exchange(slots.configuration, gain: performance.gain, keepsLog: applied != nil)
            let log = exchange.ends.applied
            var session = PlaybackSession(
                self, slots, output: player, period: player.report.period, ends: exchange.ends, statistics: player.takeStatistics())
            // Everything that the first buffers need is queued before the thread starts.
            try await session.prepare()
            started(try player.start(exchange.engine, horizon: session.horizon, recording: recording, onEnd: wakeup.wake))
            return await follow(&session, player, log, commands: commands, watched: watched, status: status)
        }
    }

    /// True if the fixes are those of several live tracks, each played for as long as it sends. The applied log covers a single
    /// timeline; with it, all fixes are treated as one track's.
    var tracksComeAndGo: Bool {
        if case .live(let input)? = track { input.choice == .separate && applied == nil } else { false }
    }

    /// The tracks to play, or the slots for those that may come.
    var playedTracks: [ScheduledTrack] {
        if tracksComeAndGo { return Array(repeating: ScheduledTrack(nil), count: TrackerSet.most) }
        guard case .recorded(let survey)? = track, survey.tracks.count > 1 else { return [ScheduledTrack(nil)] }
        return survey.tracks.map { ScheduledTrack(nil, among: $0) }
    }

    /// Keeps the timeline ahead of the player until the player has ended.
    private func follow(
        _ session: inout PlaybackSession, _ player: any AudioPlayer, _ log: EventQueue<TimelineEntry>?,
        commands: () -> [PlaybackCommand], watched: () -> [Int32], status: (PlaybackStatus) -> Void
    ) async -> PlaybackReport {
        var applications = log?.takeConsumer()
        var failure: (any Error)?
        while !player.hasEnded {
            let began = player.now()
            do {
                for command in PlaybackCommand.due(of: commands()) { try await session.execute(command) }
                try await session.conduct()
            } catch  where failure == nil {
                // Playback still fades out cleanly.
                failure = error
                session.quit()
            } catch {}
            while let entry = applications?.pop() { applied?(entry) }
            if session.state.isOverdue(at: session.position) { player.requestStop() }
            status(session.status)
            await player.rest(nanoseconds: session.rest, until: wakeup, watching: watched())
            // However often it is woken, there are no more turns than these.
            let early = PlaybackSession.turn - (player.now() - began)
            if early > 0 { await player.rest(nanoseconds: early) }
        }
        let outcome = Result { () throws(AudioDeviceError) in try player.wait() }
        while let entry = applications?.pop() { applied?(entry) }
        if let live = session.live {
            stopSource()
            await live.drain { await player.rest(nanoseconds: 2_000_000) }
        }
        var report = session.report(try? outcome.get())
        report.missingApplied = log?.overflowCount ?? 0
        if case .failure(let loss) = outcome { failure = failure ?? loss }
        report.failure = failure
        return report
    }
}
