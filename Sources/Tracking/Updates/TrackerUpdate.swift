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
    public var slot = 0
    /// True for a position that could not have been reached from the one before; the next fix shows whether it was correct.
    var isDoubtful = false
    public init(time: TrackTime, fix: Fix?) {
        self.time = time
        self.fix = fix
    }
}

/// Records the tracker's update after every fix of a track, in order.
public protocol UpdateRecorder: Sendable {
    /// Begins a reading of the track. Call it before its first fix.
    /// - Parameters:
    ///   - extraNames: the names of its extra columns.
    ///   - restartsOnClockReset: true if the track starts again where its clock is set back, as it then does where it is replayed.
    func begin(extraNames: [String], restartsOnClockReset: Bool)
    /// Records the update of one fix. Waits no longer than the recorder's policy for a full buffer requires.
    func record(_ update: TrackerUpdate) async
}
