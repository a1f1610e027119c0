/// Keeps what the tracker says after every fix of a track, in order.
public protocol UpdateKeeper: Sendable {
    /// A reading of the track begins, with these further columns.
    func begin(extraNames: [String])
    /// Takes one fix's update; waits at most as long as the keeper's own rule for a full buffer wants.
    /// - Parameter number: the fix's place in this reading, from 0. What an earlier reading has brought is not kept again.
    func keep(_ update: TrackerUpdate, number: Int64) async
}
