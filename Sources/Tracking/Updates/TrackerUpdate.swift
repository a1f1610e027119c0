// SPDX-License-Identifier: MIT
/// The tracker's output after one fix or one tick.
public struct TrackerUpdate: Equatable, Sendable {
    /// Track time of the fix or the tick.
    public var time: TrackTime
    /// The fix; nil for a tick.
    public var fix: Fix?
    /// True for a tick in a gap: an estimate that left the tracker's state unchanged.
    public var estimated: Bool { if case nil = fix { true } else { false } }
    public var channels = ChannelValues()
    public var events: [TrackEvent] = []
    /// The name of its track, if several tracks are followed separately.
    public var track: String?
    /// The index of its track among those followed, from 0.
    public var place = 0
    /// True for a position that could not have been reached from the one before; the next fix shows whether it was correct.
    var isDoubtful = false
    public init(time: TrackTime, fix: Fix?) {
        self.time = time
        self.fix = fix
    }
}

/// Keeps the tracker's updates after every fix of a track, in order.
public protocol UpdateRecorder: Sendable {
    /// Begins a reading of the track, with these extra columns.
    func begin(extraNames: [String])
    /// Takes the update of one fix. Waits no longer than the keeper's policy for a full buffer requires.
    /// - Parameter number: the index of the fix in this reading, from 0. Fixes kept by an earlier reading are not kept again.
    func keep(_ update: TrackerUpdate, number: Int64) async
}
