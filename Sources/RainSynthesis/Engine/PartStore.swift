// SPDX-License-Identifier: MIT
import RealtimeExchange
import Synchronization

/// A part, by its address. It belongs to the audio thread from `PartOrder.enter` until it is returned.
struct PartHandle: BitwiseCopyable, @unchecked Sendable {
    // Sendable is sound: only one side at a time touches the part; the queues hand it over.
    let part: UnsafeMutablePointer<RainPart>
}

/// An order from the control side to the audio thread.
enum PartOrder: BitwiseCopyable, Sendable {
    case enter(PartHandle)
    /// The part stops at sample `at` at the latest and is then returned.
    case leave(PartHandle, at: Int64)
}

/// Owns the memory of an engine's parts, and the queues through which they enter and leave. Control side, any thread; it outlives
/// the engine and its handoff.
final class PartStore: Sendable {
    /// The maximum number of parts: one for each track, as many that are fading out, and the soundscape.
    static let most = 2 * EngineConfiguration.mostTracks + 1

    // Neither can fill up: a part causes at most two orders and one return.
    let orders = EventQueue<PartOrder>(capacity: 2 * most)
    let returns = EventQueue<PartHandle>(capacity: most)
    private let handles = Mutex<[PartHandle]>([])

    deinit { for handle in handles.withLock({ $0 }) { PartStore.destroy(handle) } }

    /// The tracks' parts and the soundscape's, in order.
    var parts: [PartHandle] { handles.withLock { $0 } }

    func make(
        _ configuration: PartConfiguration, timeline: EventQueue<TimelineEntry>, applied: consuming EventQueueProducer<TimelineEntry>? = nil
    ) -> PartHandle {
        let part = UnsafeMutablePointer<RainPart>.allocate(capacity: 1)
        part.initialize(to: RainPart(configuration, timeline: timeline.takeConsumer(), applied: applied))
        let handle = PartHandle(part: part)
        handles.withLock { $0.append(handle) }
        return handle
    }

    func free(_ handle: PartHandle) {
        handles.withLock { $0.removeAll { $0.part == handle.part } }
        PartStore.destroy(handle)
    }

    private static func destroy(_ handle: PartHandle) {
        handle.part.deinitialize(count: 1)
        handle.part.deallocate()
    }
}
