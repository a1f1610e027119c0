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
            state.trackNumber += 1
            state.export?.cancel()
            return state.performance
        }
        endPlayback(of: track)
        await performance?.value
    }

    /// Ends what is played; the track is not played again.
    func endPlayback(of track: StudioTrack?) {
        desk.send(.quit)
        // Playback waits for what a live source still sends.
        tests.endInput()
        track?.stop()
    }

    /// Plays until `quit`; a recorded track restarts at its end, so that tuning can continue.
    private func perform() async {
        do {
            var played: Int?
            while let next = trackToPlay(after: played) {
                _ = try await desk.play(stage) { begin(on: $0, next) }
                played = next
            }
        } catch {
            state.withLock { $0.endPerformance() }
            notify(PageFault("\(error)", ""))
        }
    }

    /// The number of the track to play: a recorded one again, or another one; nil where none is left or requested. Playback ends
    /// at the same moment, so that a start that is requested from then on begins anew.
    func trackToPlay(after played: Int?) -> Int? {
        state.withLock { state in
            let goesOn = played == nil || state.track?.survey != nil || state.trackNumber != played
            guard state.isPlaybackRequested, goesOn else {
                state.endPerformance()
                return nil
            }
            return state.trackNumber
        }
    }

    /// - Parameter track: the number of the track for which the device was opened.
    private func begin(on device: DeviceReport, _ track: Int) {
        let isFirst = state.withLock { state in
            defer { (state.sampleRate, state.hasBegun) = (device.sampleRate, true) }
            return !state.hasBegun
        }
        // Joined, since a page sees the newest notification only.
        if isFirst, !settings.streams, !device.notes.isEmpty { notify(device.notes.joined(separator: " ")) }
        // What was requested while the device was being opened is done now.
        let (isRequested, number) = state.withLock { ($0.isPlaybackRequested, $0.trackNumber) }
        if number != track {
            desk.send(.quit)
        } else if !isRequested {
            desk.send(.setPaused(true))
        }
    }

    private var stage: TuningStage {
        var stage = TuningStage()
        let track = track
        stage.track = track?.played ?? .live(tests.newInput())
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
