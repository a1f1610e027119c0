import AudioOutput
import Foundation
import Transport
import Tuning

/// Starting and stopping everything that sounds.
extension Studio {
    /// Lets it be heard, or stops everything; a track stands still while it is stopped.
    public func play(_ isWanted: Bool) {
        state.withLock { state in
            guard state.isWanted != isWanted || state.performance == nil else { return }
            state.isWanted = isWanted
            if desk.isPlaying {
                desk.send(.setPaused(!isWanted))
            } else if isWanted, state.performance == nil {
                state.performance = Task { [weak self] in await self?.perform() }
            }
        }
    }

    /// Ends the playing.
    func stop() async {
        let performance = state.withLock { state in
            state.isWanted = false
            state.export?.cancel()
            return state.performance
        }
        desk.send(.quit)
        await performance?.value
    }

    /// Plays until it is told to quit; a recorded track begins anew at its end, so that tuning goes on.
    private func perform() async {
        do {
            repeat {
                _ = try await desk.play(stage) { begin(on: $0) }
            } while !Task.isCancelled && isRepeating && state.withLock { $0.isWanted }
        } catch {
            tell(PageFault("\(error)", ""))
        }
        state.withLock { state in
            state.performance = nil
            state.isWanted = false
        }
    }

    private var isRepeating: Bool { if case .recorded = settings.track { true } else { false } }

    private func begin(on device: DeviceReport) {
        let isFirst = state.withLock { state in
            defer {
                state.sampleRate = device.sampleRate
                state.device = settings.streams ? "" : device.device
            }
            return state.device.isEmpty
        }
        if isFirst, !settings.streams { for note in device.notes { tell(note) } }
        // Whoever stopped it while it was being opened is heard now.
        if !state.withLock({ $0.isWanted }) { desk.send(.setPaused(true)) }
    }

    private var stage: TuningStage {
        var stage = TuningStage()
        stage.track = settings.track
        stage.speed = settings.speed
        stage.seed = settings.seed
        stage.gain = settings.gain
        stage.player = settings.player
        if settings.streams {
            // ALSA's own device for nowhere; the player keeps its time.
            stage.player.device = "null"
            stage.player.realtimePriority = 0
        }
        stage.tap = tap
        return stage
    }

    /// Tells every page something that happened.
    func tell(_ words: String) { hub.tell(Envelope(type: "note", content: NoteMessage(words: words)).bytes, in: .note) }

    /// Tells every page what went wrong.
    func tell(_ fault: PageFault) { hub.tell(Envelope(type: "fault", content: fault).bytes, in: .note) }
}
