// SPDX-License-Identifier: MIT
import RealtimeExchange

/// Adds tracks to an engine and removes them while it plays. It allocates a part when a track enters and frees it once the audio
/// thread has returned it, so the audio thread does neither. Control side, one owner.
public struct PartHandoff: ~Copyable, Sendable {
    private let configuration: EngineConfiguration
    private let store: PartStore
    private var orders: EventQueueProducer<PartOrder>
    private var returns: EventQueueConsumer<PartHandle>
    /// The parts in the engine, by slot.
    private var present: [PartHandle?]

    init(_ configuration: EngineConfiguration, store: PartStore) {
        self.configuration = configuration
        self.store = store
        orders = store.orders.takeProducer()
        returns = store.returns.takeConsumer()
        present = Array(repeating: nil, count: EngineConfiguration.mostTracks)
        for (place, handle) in zip(configuration.tracks.indices, store.parts) { present[place] = handle }
    }

    /// Adds a track in a free slot; it is silent until a `start` in its timeline.
    /// - Parameters:
    ///   - place: the slot, 0 ..< 64.
    ///   - parameters: the track's parameters before its first entry.
    ///   - capacity: the number of entries that its timeline can hold.
    /// - Returns: the timeline's producing end; nil if the slot is taken, or while too many removed parts have not been
    ///   returned because the audio thread is not running.
    public mutating func enter(_ place: Int, _ parameters: SynthParameters, capacity: Int) -> EventQueueProducer<TimelineEntry>? {
        sweep()
        guard present[place] == nil, partCount < PartStore.most else { return nil }
        var part = configuration.part(ofTrack: place, parameters)
        part.rests = true
        let timeline = EventQueue<TimelineEntry>(capacity: capacity)
        let handle = store.make(part, timeline: timeline)
        guard orders.push(.enter(handle)) else {
            store.free(handle)
            return nil
        }
        present[place] = handle
        return timeline.takeProducer()
    }

    /// Removes the track in a slot: it stops at `sample` at the latest. No effect on a free slot.
    public mutating func leave(_ place: Int, at sample: Int64) {
        guard let handle = present[place], orders.push(.leave(handle, at: sample)) else { return }
        present[place] = nil
    }

    /// The number of parts in memory, including the soundscape's.
    var partCount: Int { store.parts.count }

    /// Frees the parts that the audio thread has returned.
    public mutating func sweep() {
        while let handle = returns.pop() { store.free(handle) }
    }
}
