// SPDX-License-Identifier: MIT
import AudioOutput
import Sonification
import Transport

/// What is played during tuning.
public struct TuningStage: Sendable {
    /// Nil plays the preset's resting rain.
    public var track: PlayedTrack?
    /// Playback speed: seconds of track per second of sound.
    public var speed = 1.0
    public var seed: UInt64 = 1
    /// dB, before the limiter.
    public var gain: Float = 0
    public var isMuted = false
    public var player = PlayerSettings()
    /// Receives what is played: a `SoundTap`, for meters, spectra and the page's stream.
    public var tap: SoundTap?

    public init() {}
}

extension TuningDesk {
    /// Plays the preset on the desk, with all its changes, until `quit`, the end of the track, or the loss of the device.
    /// - Parameter started: called with the device's granted settings, once the rain sounds.
    /// - Returns: the last moment.
    /// - Throws: `AudioDeviceError`, `EngineError`, or the track's error.
    public func play(_ stage: TuningStage, started: (DeviceReport) -> Void) async throws -> TuningMoment? {
        let player = try AudioDevices.open(stage.player)
        let recording = try stage.tap.map { try SoundRecording(to: $0) }
        // From here on, every change is passed on.
        let preset = state.withLock { state in
            state.playing = TuningPlaying(isRunning: true)
            return state.current.document.preset
        }
        defer {
            state.withLock { $0.playing = TuningPlaying() }
            _ = try? recording?.finish()
        }
        var performance = Performance(preset: preset)
        performance.sampleRate = player.report.sampleRate
        performance.seed = stage.seed
        performance.gain = stage.gain
        if case .recorded(let survey) = stage.track { performance.preset = survey.resolved(performance.preset) }
        var playback = LivePlayback(performance: performance, track: stage.track)
        playback.speed = stage.speed
        playback.isMuted = stage.isMuted
        playback.isTuned = true
        var meter = TuningMeter(track: stage.track, sampleRate: player.report.sampleRate)
        let report = try await playback.run(
            on: player, recording: recording, started: started, commands: { self.state.withLock { $0.playing.takeCommands() } },
            status: { status in
                let moment = meter.moment(status)
                self.state.withLock { $0.playing.moment = moment }
            })
        if let failure = report.failure { throw failure }
        return moment
    }

    /// Sends a command to playback: pause, freeze, seek, speed, volume, mute, quit. Ignored while nothing plays.
    public func send(_ command: PlaybackCommand) {
        state.withLock { if $0.playing.isRunning { $0.playing.add(command) } }
    }

    /// The current state of playback; nil while nothing plays.
    public var moment: TuningMoment? { state.withLock { $0.playing.moment } }
    public var isPlaying: Bool { state.withLock { $0.playing.isRunning } }
}
