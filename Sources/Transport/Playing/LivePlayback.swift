// SPDX-License-Identifier: MIT
import AudioOutput
import RainSynthesis
import RealtimeExchange
import Sonification
import Tracking

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
