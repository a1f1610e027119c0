// SPDX-License-Identifier: MIT
import Sonification
import Tracking

/// The recent past of one track: from it the track can be continued from any sample that may not have been played yet. Value type.
struct PlayedHistory {
    /// The sonifier's state when exactly everything before `sample` had taken effect.
    struct Checkpoint {
        var sample: Int64
        var sonifier: Sonifier
    }

    /// Oldest first, never empty; the first one has been played, or begins a new timeline.
    private(set) var checkpoints: [Checkpoint]
    /// Updates that were conducted but may not have been played yet, oldest first.
    private var recent: [ScheduledUpdate] = []
    /// The last update played before the first of them.
    private var newest: TrackerUpdate?
    /// True if a change would be lost on a rewind because no update repeats it.
    var mustRemember = false

    /// A history that begins at a state.
    /// - Parameter newest: the last update played before it.
    init(from checkpoint: Checkpoint, after newest: TrackerUpdate? = nil) {
        checkpoints = [checkpoint]
        self.newest = newest
    }

    /// The earliest state to which it can rewind.
    var oldest: Checkpoint { checkpoints[0] }

    /// Whether the last checkpoint is at least `distance` frames old, or lacks a change: each contains a complete sonifier.
    func needsCheckpoint(at sample: Int64, every distance: Int64) -> Bool {
        mustRemember || checkpoints.last.map { sample - $0.sample >= distance } ?? true
    }

    mutating func add(_ checkpoint: Checkpoint) {
        mustRemember = false
        checkpoints.append(checkpoint)
    }

    /// Replaces all checkpoints by one.
    mutating func keepOnly(_ checkpoint: Checkpoint) { checkpoints = [checkpoint] }

    mutating func add(_ update: ScheduledUpdate) { recent.append(update) }

    /// Drops what is no longer needed: everything before the newest state that has been played.
    mutating func forget(before position: Int64) {
        let past = checkpoints.lastIndex { $0.sample <= position } ?? 0
        checkpoints.removeFirst(past)
        let first = checkpoints[0].sample
        let gone = recent.firstIndex { $0.sample >= first } ?? recent.count
        if gone > 0 { newest = recent[gone - 1].update }
        recent.removeFirst(gone)
    }

    /// Shows an update during a standstill, as if it had been played.
    mutating func show(_ update: TrackerUpdate?) {
        recent.removeAll()
        newest = update
    }

    /// The newest update played at a sample.
    func update(at sample: Int64) -> TrackerUpdate? { recent.last { $0.sample <= sample }?.update ?? newest }

    /// The sonifier's state at `sample`, and the updates that were still to be played.
    func rewind(to sample: Int64) -> (sonifier: Sonifier, coming: [TrackerUpdate]) {
        let checkpoint = checkpoints.last { $0.sample <= sample } ?? oldest
        var sonifier = checkpoint.sonifier
        for update in recent where update.sample >= checkpoint.sample && update.sample < sample {
            sonifier.receive(update.update, at: update.sample)
        }
        sonifier.advance(to: sample) { _ in }
        return (sonifier, recent.filter { $0.sample >= sample }.map(\.update))
    }
}
