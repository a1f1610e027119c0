// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Transport
import Tuning

/// Starts and stops playback.
extension Studio {
    /// Starts or pauses playback; a track does not advance while it is paused.
    func play(_ isRequested: Bool) {
        state.withLock { state in
            guard state.isPlaybackRequested != isRequested || state.performance == nil else { return }
            state.isPlaybackRequested = isRequested
            if desk.isPlaying {
                desk.send(.setPaused(!isRequested))
            } else if isRequested, state.performance == nil {
                state.performance = Task { [weak self] in await self?.perform() }
            }
        }
    }

    /// Ends playback.
    func stop() async {
        let performance = state.withLock { state in
            state.isPlaybackRequested = false
            state.export?.cancel()
            return state.performance
        }
        desk.send(.quit)
        await performance?.value
    }

    /// Plays until `quit`; a recorded track restarts at its end, so that tuning can continue.
    private func perform() async {
        do {
            var played: Int
            repeat {
                played = state.withLock { $0.trackNumber }
                _ = try await desk.play(stage) { begin(on: $0) }
            } while !Task.isCancelled && shouldContinue(after: played)
        } catch {
            notify(PageFault("\(error)", ""))
        }
        state.withLock { state in
            state.performance = nil
            state.isPlaybackRequested = false
        }
    }

    /// True while playback is requested and there is something to play: a recorded track again, or another one.
    private func shouldContinue(after played: Int) -> Bool {
        state.withLock { $0.isPlaybackRequested && ($0.track?.survey != nil || $0.trackNumber != played) }
    }

    private func begin(on device: DeviceReport) {
        let isFirst = state.withLock { state in
            defer { (state.sampleRate, state.hasBegun) = (device.sampleRate, true) }
            return !state.hasBegun
        }
        // Joined, since a page sees the newest notification only.
        if isFirst, !settings.streams, !device.notes.isEmpty { notify(device.notes.joined(separator: " ")) }
        // A pause requested while the device was being opened is applied now.
        if !state.withLock({ $0.isPlaybackRequested }) { desk.send(.setPaused(true)) }
    }

    private var stage: TuningStage {
        var stage = TuningStage()
        let track = track
        stage.track = track?.played ?? .live(tests.input)
        stage.speed = track?.speed ?? 1
        stage.seed = settings.seed
        stage.gain = settings.gain
        stage.player = settings.player
        if settings.streams {
            // ALSA's null device; the player keeps its time.
            stage.player.device = "null"
            stage.player.realtimePriority = 0
        }
        stage.tap = tap
        return stage
    }

    /// Sends every page a notification.
    func notify(_ words: String) { hub.send(PageMessage(.note, NoteMessage(words: words))) }

    /// Sends every page an error.
    func notify(_ fault: PageFault) { hub.send(PageMessage(.note, type: "fault", fault)) }
}
