import Foundation
import Tracking

/// A track on its way: a thread of its own reads and tracks it, one fix after the other, never further ahead than its
/// buffer holds. One taker.
public final class UpdateStream: Sendable {
    private let buffer = UpdateBuffer(capacity: 256)

    /// Starts reading.
    /// - Parameter onFault: called on the reading thread for every piece that was skipped.
    public init(_ track: consuming sending TickingTrack, onFault: @escaping @Sendable (InputFault) -> Void = { _ in }) {
        let work = ReadingWork(track)
        let buffer = buffer
        let thread = Thread {
            buffer.close(Result { try work.run(into: buffer, onFault: onFault) })
        }
        thread.name = "amaoto-track"
        thread.start()
    }

    /// The next update, or nil at the end; waits for it. Throws what ended the track, after everything before it.
    func next() async throws -> TrackerUpdate? { try await buffer.take() }

    /// The next update if it is there; does not wait.
    func look() throws -> UpdateBuffer.Look { try buffer.look() }

    /// The reading ends with the last owner.
    deinit { buffer.close(.success(())) }
}

/// Carries the track to its thread.
private final class ReadingWork: @unchecked Sendable {
    // Sendable is sound: filled on one thread, then used by the reading thread alone.
    private var track: TickingTrack

    init(_ track: consuming sending TickingTrack) { self.track = track }

    func run(into buffer: UpdateBuffer, onFault: (InputFault) -> Void) throws {
        while let item = try track.next() {
            switch item {
            case .fault(let fault): onFault(fault)
            case .update(let update): if !buffer.put(update) { return }
            }
        }
    }
}
