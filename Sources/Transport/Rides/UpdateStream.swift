// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// A live track in progress: opened and read on one thread, tracked fix by fix in order on another, and never further ahead
/// than its buffers permit. Nothing runs on the shared pool, which other work may block. One taker.
final class UpdateStream: Sendable {
    private let buffer: UpdateBuffer
    private let arrivals = Arrivals()
    private let newest: NewestReading

    /// How a track is followed.
    struct Settings: Sendable {
        /// The first fault ends the track and is thrown after everything before it.
        var isStrict = false
        /// Fixes are played on arrival, regardless of their timestamps, if the reader says with the first one that they are live: a
        /// live source never waits. False plays all at their own times, from the first one on.
        var playsOnArrival = false
        /// The number of separate trackers for the input's tracks; with 1, all fixes are one track's.
        var slots = 1
        /// Called when `look` finds more than it did; any thread.
        var onNews: @Sendable () -> Void = {}
        /// Called on the reading thread, or the tracking one, for every skipped piece.
        var onFault: @Sendable (InputFault) -> Void = { _ in }
        /// Called once on the reading thread, with the names of the input's own columns, once they are known.
        var onColumns: @Sendable ([String]) -> Void = { _ in }
    }

    /// Starts reading `input`. Errors of opening are thrown by the first `look`.
    convenience init(_ input: RideInput, _ settings: Settings = Settings()) {
        self.init(settings, title: input.title, tracker: input.tracker, recorder: input.recorder, opening: { try input.open() })
        // Known before its first fix, which a `drain` may have to wait for.
        if settings.playsOnArrival, input.isAddress { arrivals.arePlayedOnArrival = true }
    }

    /// The same for any reader; `opening` is called on the reading thread.
    init(
        _ settings: Settings = Settings(), title: String = "", tracker: @escaping TrackerMaker = MotionTracker.maker,
        recorder: (any UpdateRecorder)? = nil, opening open: @escaping @Sendable () throws -> TimedReader
    ) {
        buffer = UpdateBuffer(capacity: 64, onNews: settings.onNews)
        newest = NewestReading(slots: settings.slots)
        let reading = LiveReading(
            settings: settings, title: title, tracker: tracker, recorder: recorder, buffer: buffer, arrivals: arrivals, newest: newest)
        // Reading blocks, so it must not occupy a thread of the shared pool.
        let thread = TaskThread()
        Task(executorPreference: thread) {
            await reading.run(opening: open)
            thread.retire()
        }
    }

    /// The next update if available; never waits. After all updates, throws the error that ended the track.
    func look() throws -> UpdatePoll {
        let look = try buffer.look()
        if case .update(let update) = look, !update.estimated { arrivals.take() }
        return look
    }

    /// True if fixes are played on arrival; of a pipe it is known once the first of them has arrived.
    var isPlayedOnArrival: Bool { arrivals.arePlayedOnArrival }

    /// The fixes that have arrived but were not taken yet; none for fixes that are played at their own times.
    var depth: QueueDepth { arrivals.depth }

    /// The counts of the input so far, and of its faults.
    var tally: InputTally { newest.tally }

    /// The state of a slot's tracker after the newest fix that has arrived; nil before the first.
    func estimate(at slot: Int) -> (any TrackerEstimate)? { newest.estimate(at: slot) }

    /// Reading ends after the last owner, at the next fix.
    deinit { buffer.close(.success(())) }
}

/// The reading side of a live track: reads it to its end, and passes each fix through its tracker into the buffer.
private struct LiveReading: Sendable {
    let settings: UpdateStream.Settings
    let title: String
    let tracker: TrackerMaker
    let recorder: (any UpdateRecorder)?
    let buffer: UpdateBuffer
    let arrivals: Arrivals
    let newest: NewestReading
    private let began = ContinuousClock.now

    /// Reads to the end, and closes the buffer once everything read has been put.
    func run(opening open: () throws -> TimedReader) async {
        do {
            var reader = try open()
            settings.onColumns(reader.extraNames)
            let processor = processor(extraNames: reader.extraNames)
            var failure: (any Error)?
            do { try await submit(&reader, to: processor) } catch { failure = error }
            processor.finish()
            await processor.waitUntilDrained()
            if let failure { throw failure }
            buffer.close(.success(()))
        } catch {
            buffer.close(.failure(error))
        }
    }

    private func submit(_ reader: inout TimedReader, to processor: SerialProcessor<Fix, Void>) async throws {
        var hasBegun = false
        // Closed means that nothing takes updates any more.
        while buffer.isOpen, let item = try next(&reader) {
            switch item {
            case .fault(let fault):
                if settings.isStrict { throw fault }
                settings.onFault(fault)
            case .fix(let fix):
                if !hasBegun { begin(reader) }
                hasBegun = true
                arrivals.note()
                try await processor.submit(waiting: fix)
            }
        }
    }

    /// Decides at the first fix when all are played; the recorder must know it before it gets any.
    private func begin(_ reader: TimedReader) {
        let isPlayedOnArrival = settings.playsOnArrival && reader.restartsOnClockReset
        arrivals.arePlayedOnArrival = isPlayedOnArrival
        recorder?.begin(extraNames: reader.extraNames, restartsOnClockReset: isPlayedOnArrival)
    }

    private func next(_ reader: inout TimedReader) throws(InputFault) -> ReaderItem? {
        // The counts are published before the item is passed on.
        defer { newest.put(reader.tally) }
        return try reader.next()
    }

    private func processor(extraNames: [String]) -> SerialProcessor<Fix, Void> {
        let trackers = LiveTrackers(settings.slots, onLeftOut: { settings.onFault(leftOut($0)) }) { tracker(extraNames) }
        return SerialProcessor(capacity: 64, state: trackers) { trackers, fix in await process(fix, by: &trackers) }
    }

    private func process(_ fix: Fix, by trackers: inout LiveTrackers) async {
        let isPlayedOnArrival = arrivals.arePlayedOnArrival
        let instant = isPlayedOnArrival ? Int64((ContinuousClock.now - began).seconds * 1e9) : fix.time?.nanoseconds ?? 0
        let placed = trackers.step(to: fix, at: instant, isPlayedOnArrival: isPlayedOnArrival)
        // A fix without a slot no longer waits, and is recorded as it arrived.
        if placed == nil { arrivals.take() }
        // Recorded before anything else uses it.
        if let recorder, let update = placed?.update ?? fix.time.map({ TrackerUpdate(time: $0, fix: fix) }) {
            await recorder.record(update)
        }
        guard let placed else { return }
        if isPlayedOnArrival {
            guard await buffer.put(placed.update.onArrival) else { return }
        } else {
            for update in placed.updates { guard await buffer.put(update) else { return } }
        }
        // Published last: once the buffer is empty, the estimate refers to the last update taken.
        newest.put(trackers.estimate(at: placed.slot), at: placed.slot)
    }

    private func leftOut(_ track: String?) -> InputFault {
        InputFault(
            kind: .leftOut, source: title, line: 0,
            message: "\(track.map { "'\($0)'" } ?? "a fix without an id") is ignored: \(settings.slots) tracks are already followed",
            remedy: "it is played once another has been silent for ten seconds")
    }
}

/// The counts of what has been read so far, and the state of each slot's tracker after its newest fix. Any thread.
private final class NewestReading: Sendable {
    private let counts = Mutex(InputTally())
    private let estimates: Mutex<[(any TrackerEstimate)?]>

    init(slots: Int) { estimates = Mutex(Array(repeating: nil, count: slots)) }

    func put(_ tally: InputTally) { counts.withLock { $0 = tally } }
    var tally: InputTally { counts.withLock { $0 } }
    func put(_ estimate: any TrackerEstimate, at slot: Int) { estimates.withLock { $0[slot] = estimate } }
    func estimate(at slot: Int) -> (any TrackerEstimate)? { estimates.withLock { $0[slot] } }
}

extension TrackerUpdate {
    /// The update as played on arrival: its own time does not count, and the gap before it was reported while it lasted
    /// (`LiveGap`).
    fileprivate var onArrival: TrackerUpdate {
        var update = self
        update.events.removeAll { $0.kind == .fixBack || $0.kind == .fixLost && fix?.isNoFix != true }
        return update
    }
}
