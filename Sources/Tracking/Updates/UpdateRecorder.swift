// SPDX-License-Identifier: MIT
/// Keeps the tracker's updates after every fix of a track, in order.
public protocol UpdateRecorder: Sendable {
    /// Begins a reading of the track, with these extra columns.
    func begin(extraNames: [String])
    /// Takes the update of one fix. Waits no longer than the keeper's policy for a full buffer requires.
    /// - Parameter number: the index of the fix in this reading, from 0. Fixes kept by an earlier reading are not kept again.
    func keep(_ update: TrackerUpdate, number: Int64) async
}
