import RealtimeExchange

/// Where tracks come into an engine and leave it while it plays: makes a part when a track comes, and frees it when the audio
/// thread has handed it back. Control side, one owner.
public struct PartDoor: ~Copyable, Sendable {
    private let configuration: EngineConfiguration
    private let store: PartStore
    private var orders: EventQueueProducer<PartOrder>
    private var returns: EventQueueConsumer<PartHandle>
    /// Who is in the engine, by place.
    private var present: [PartHandle?]

    init(_ configuration: EngineConfiguration, store: PartStore) {
        self.configuration = configuration
        self.store = store
        orders = store.orders.takeProducer()
        returns = store.returns.takeConsumer()
        present = Array(repeating: nil, count: EngineConfiguration.mostTracks)
        for (place, handle) in zip(configuration.tracks.indices, store.parts) { present[place] = handle }
    }

    /// A track comes to a place that has none; it is silent until a `start` of its timeline.
    /// - Parameters:
    ///   - parameters: before its first entry.
    ///   - capacity: of its timeline.
    /// - Returns: the timeline; nil while too many that left are not handed back: the audio thread stands still.
    public mutating func enter(_ place: Int, _ parameters: SynthParameters, capacity: Int) -> EventQueueProducer<TimelineEntry>? {
        sweep()
        guard present[place]?.part == nil, partCount < PartStore.most else { return nil }
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

    /// The track of a place leaves: it stops at `sample` at the latest.
    public mutating func leave(_ place: Int, at sample: Int64) {
        guard let handle = present[place], orders.push(.leave(handle, at: sample)) else { return }
        present[place] = nil
    }

    /// Parts that are in memory, the soundscape's included.
    var partCount: Int { store.parts.count }

    /// Frees what has been handed back.
    public mutating func sweep() {
        while let handle = returns.pop() { store.free(handle) }
    }
}
