// SPDX-License-Identifier: MIT
/// The tracker's updates for one recorded track, from its first fix to its last, including ticks. The track is read once; its
/// updates can then be read any number of times, from any instant. A value type; any thread.
public struct Journey: Sendable {
    /// Consecutive updates stored together.
    fileprivate struct Block: Sendable {
        let place: Int
        let size: Int
        /// The latest instant of all updates up to the block's end.
        let latest: TrackTime
    }

    fileprivate let store: ByteStore
    fileprivate let blocks: [Block]

    /// The updates, oldest first.
    /// - Parameter time: the instant to start from. As few earlier updates as possible are returned, but the last of them always
    ///   is.
    public func updates(from time: TrackTime = TrackTime(nanoseconds: .min)) -> JourneyCursor {
        // The first block that reaches the instant.
        let first = blocks.partitioningIndex { $0.latest >= time }
        return JourneyCursor(self, block: max(0, first - 1))
    }
}

/// A read position in a journey. A value type; copies are independent.
public struct JourneyCursor: Sendable {
    private let journey: Journey
    private var block: Int
    private var reader: UpdateReader?

    fileprivate init(_ journey: Journey, block: Int) {
        self.journey = journey
        self.block = block
    }

    /// Returns the next update, or nil at the end.
    /// - Throws: `unreadable` if the temporary file cannot be read.
    public mutating func next() throws(InputFault) -> TrackerUpdate? {
        while true {
            if let update = reader?.next() { return update }
            guard block < journey.blocks.count else { return nil }
            let found = journey.blocks[block]
            reader = UpdateReader(try journey.store.read(found.size, at: found.place))
            block += 1
        }
    }
}

/// Records a journey. One owner.
public struct JourneyWriter {
    private static let blockSize = 1 << 14
    private static let mostInBlock = 1024

    private let store: ByteStore
    private var blocks: [Journey.Block] = []
    private var block = UpdateWriter()
    private var latest = TrackTime(nanoseconds: .min)

    /// - Parameter store: the store for its bytes, which it may share with others.
    public init(to store: ByteStore) { self.store = store }

    /// - Throws: `unreadable` on a full disk.
    public mutating func add(_ update: TrackerUpdate) throws(InputFault) {
        block.add(update)
        latest = max(latest, update.time)
        if block.bytes.count >= Self.blockSize || block.count >= Self.mostInBlock { try endBlock() }
    }

    private mutating func endBlock() throws(InputFault) {
        guard block.count > 0 else { return }
        blocks.append(Journey.Block(place: try store.append(block.bytes), size: block.bytes.count, latest: latest))
        block = UpdateWriter(after: block)
    }

    /// Ends the recording and returns the journey.
    /// - Throws: `unreadable` on a full disk.
    public mutating func end() throws(InputFault) -> Journey {
        try endBlock()
        return Journey(store: store, blocks: blocks)
    }
}
