// SPDX-License-Identifier: MIT
import Tracking

/// The trackers of a live source: one for all of its fixes, or one slot for each track that it distinguishes. Value type; one
/// owner.
///
/// A clock that was set back restarts its track. Once all slots are taken, a new track gets the slot of the track that has been
/// silent longest, provided that it has sent nothing for ten seconds and for longer than its usual gap; otherwise the new track
/// is left out.
struct LiveTrackers {
    /// The tracker's updates up to a fix, with their slot and track.
    struct Placed: Sendable {
        let slot: Int
        let track: String?
        let step: TrackerStep

        /// The updates of the step, oldest first.
        var updates: some Sequence<TrackerUpdate> { step.lazy.map(named) }
        /// The update of the fix itself.
        var update: TrackerUpdate { named(step.update) }

        private func named(_ update: TrackerUpdate) -> TrackerUpdate {
            var update = update
            update.slot = slot
            update.track = track
            return update
        }
    }

    /// Seconds of silence after which a slot may be reassigned.
    private static let patience = 10.0
    /// The maximum number of remembered names of tracks without a slot.
    private static let mostNames = 1024

    private struct Slot {
        var track: String?
        var tracker: any Tracker
        var reset = ClockReset()
        var lastFix: Int64
        /// An upper estimate of the usual seconds between fixes; unknown before the second.
        var usualGap = 0.0
        var fixes = 0

        func isFree(at instant: Int64) -> Bool { Double(instant - lastFix) / 1e9 > max(LiveTrackers.patience, usualGap) }
    }

    private let most: Int
    private let maker: @Sendable () -> any Tracker
    private var slots: [Slot] = []
    private var slotOfTrack: [String?: Int] = [:]
    private var leftOut: Set<String?> = []
    /// Called once for each track without a slot.
    private let onLeftOut: @Sendable (String?) -> Void

    /// - Parameters:
    ///   - most: the number of tracks followed at once; with 1, all fixes are one track's.
    ///   - onLeftOut: called once for each track without a slot.
    init(_ most: Int, onLeftOut: @escaping @Sendable (String?) -> Void = { _ in }, maker: @escaping @Sendable () -> any Tracker) {
        self.most = most
        self.maker = maker
        self.onLeftOut = onLeftOut
    }

    /// Steps the tracker of the fix's track.
    /// - Parameters:
    ///   - instant: when the fix arrived, or was made, in nanoseconds of one clock.
    ///   - isPlayedOnArrival: true if the clock may be set back.
    /// - Returns: nil if there is no slot for it.
    mutating func step(to fix: Fix, at instant: Int64, isPlayedOnArrival: Bool) -> Placed? {
        let track = most > 1 ? fix.track : nil
        guard let slot = slot(of: track, at: instant) else {
            if leftOut.count < Self.mostNames, leftOut.insert(track).inserted { onLeftOut(track) }
            return nil
        }
        // A late fix changes nothing.
        slots[slot].lastFix = max(slots[slot].lastFix, instant)
        slots[slot].fixes += 1
        if isPlayedOnArrival, slots[slot].reset.detectsReset(at: fix) { slots[slot].tracker = maker() }
        let step = slots[slot].tracker.step(to: fix)
        if slots[slot].fixes > 1 { slots[slot].usualGap = slots[slot].tracker.gapAfter }
        return Placed(slot: slot, track: track, step: step)
    }

    /// The state of the tracker in an assigned slot after its last fix.
    func estimate(at slot: Int) -> any TrackerEstimate { slots[slot].tracker.estimate }

    private mutating func slot(of track: String?, at instant: Int64) -> Int? {
        if let slot = slotOfTrack[track] { return slot }
        if slots.count < most {
            slots.append(Slot(track: track, tracker: maker(), lastFix: instant))
            slotOfTrack[track] = slots.count - 1
            return slots.count - 1
        }
        let free = slots.indices.filter { slots[$0].isFree(at: instant) }
        guard let slot = free.min(by: { slots[$0].lastFix < slots[$1].lastFix }) else { return nil }
        slotOfTrack[slots[slot].track] = nil
        slots[slot] = Slot(track: track, tracker: maker(), lastFix: instant)
        slotOfTrack[track] = slot
        return slot
    }
}
