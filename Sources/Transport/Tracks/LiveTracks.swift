// SPDX-License-Identifier: MIT
import DequeModule
import Tracking

/// The tracks of one live source, each with its updates that have arrived and were not taken yet. Control side, one owner.
final class LiveTracks {
    /// The maximum number of waiting updates: how far one track is read ahead while another has none.
    private static let most = 4096

    private let stream: UpdateStream
    private var waiting: [Deque<TrackerUpdate>]
    /// Slots for which nothing is read; their updates are found while other slots are read.
    private var isIdle: [Bool]
    private var count = 0
    /// How the source has ended; an error is to be thrown once everything before it has been played.
    private(set) var end: Result<Void, any Error>?
    /// True once a second track has appeared.
    var areSeveral = false
    /// True once the end of playback has been set, after the last update of all tracks.
    var isOver = false

    /// - Parameter slots: the number of slots of the stream.
    init(_ stream: UpdateStream, slots: Int) {
        self.stream = stream
        waiting = Array(repeating: Deque(), count: slots)
        isIdle = (0..<slots).map { $0 > 0 }
    }

    /// Looks for the very first update, which its track still receives.
    func lookForFirst() -> UpdatePoll {
        let look = draw()
        if case .update(let update) = look { store(update) }
        return look
    }

    /// The track in a slot, which can change during playback.
    func source(at slot: Int) -> any UpdateSource { Slot(tracks: self, slot: slot) }

    /// The track of a slot has left: nothing is read ahead for it.
    func rest(at slot: Int) { isIdle[slot] = true }

    /// The counts of the input so far, and of its faults.
    var tally: InputTally { stream.tally }

    /// Takes and drops what is left of a live source after playback, so that everything it has sent is tracked and kept. Waits at
    /// most the given number of seconds; the source must have been stopped before.
    /// - Parameter rest: waits briefly.
    func drain(within seconds: Double = 3, rest: () async -> Void) async {
        guard stream.isPlayedOnArrival else { return }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            switch draw() {
            case .update: continue
            case .end: return
            case .nothingYet: await rest()
            }
        }
    }

    private func draw() -> UpdatePoll {
        if end != nil { return .end }
        do {
            let look = try stream.look()
            if case .end = look { end = .success(()) }
            return look
        } catch {
            end = .failure(error)
            return .end
        }
    }

    private func store(_ update: TrackerUpdate) {
        waiting[update.slot].append(update)
        isIdle[update.slot] = false
        count += 1
    }

    fileprivate func look(at slot: Int) -> UpdatePoll {
        while true {
            if let update = waiting[slot].popFirst() {
                count -= 1
                return .update(update)
            }
            if end != nil { return .end }
            guard !isIdle[slot], count < Self.most else { return .nothingYet }
            switch draw() {
            case .update(let update): store(update)
            case .nothingYet: return .nothingYet
            case .end: return .end
            }
        }
    }

    private struct Slot: UpdateSource {
        let tracks: LiveTracks
        let slot: Int

        func look() -> UpdatePoll { tracks.look(at: slot) }
        var isPlayedOnArrival: Bool { tracks.stream.isPlayedOnArrival }
        var depth: QueueDepth { tracks.stream.depth }
        var estimate: (any TrackerEstimate)? { tracks.stream.estimate(at: slot) }
    }
}
