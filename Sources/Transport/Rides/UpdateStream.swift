// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// A live track in progress: opened and read on one thread, tracked fix by fix in order on another, and never further ahead
/// than its buffers permit. Nothing runs on the shared pool, which other work may block. One taker.
final class UpdateStream: Sendable {
    private let buffer: UpdateBuffer
    private let arrivals = Arrivals()
    private let newest: NewestReading

    /// When the fixes of a track are played.
    enum Pace: Sendable {
        /// At their own times from the first one on: a pipe that replays.
        case ownTimes
        /// On arrival, regardless of their timestamps: a live source never waits.
        case onArrival
        /// On arrival if the first fix is current by this machine's clock, else at their own times: a pipe that may be either a
        /// replay or live.
        case asTheFirst

        /// The tolerated difference of the clocks in seconds.
        static let presence = 10.0
    }

    /// Starts reading `input`. Errors of opening are thrown by the first `look`.
    /// - Parameters:
    ///   - isStrict: the first fault ends the track and is thrown after everything before it.
    ///   - places: the number of separate trackers for the input's tracks; with 1, all fixes are one track's.
    ///   - onNews: called when `look` finds more than it did; any thread.
    ///   - onFault: called on the reading thread, or the tracking one, for every skipped piece.
    convenience init(
        _ input: RideInput, isStrict: Bool = false, pace: Pace = .ownTimes, places: Int = 1,
        onNews: @escaping @Sendable () -> Void = {}, onFault: @escaping @Sendable (InputFault) -> Void = { _ in }
    ) {
        self.init(
            isStrict: isStrict, pace: pace, places: places, title: input.title, onNews: onNews, onFault: onFault, tracker: input.tracker,
            keeper: input.keeper,
            opening: { try input.open() })
    }

    /// The same for any reader; `opening` is called on the reading thread.
    /// - Parameter now: this machine's clock.
    init(
        isStrict: Bool = false, pace: Pace = .ownTimes, now: @escaping @Sendable () -> TrackTime = { .now }, places: Int = 1,
        title: String = "", onNews: @escaping @Sendable () -> Void = {},
        onFault: @escaping @Sendable (InputFault) -> Void = { _ in },
        tracker: @escaping TrackerMaker = MotionTracker.maker, keeper: (any UpdateRecorder)? = nil,
        opening open: @escaping @Sendable () throws -> TimedReader
    ) {
        // Reading blocks, so it must not occupy a thread of the shared pool.
        let thread = TaskThread()
        buffer = UpdateBuffer(capacity: 64, onNews: onNews)
        arrivals.areHeard.store(pace == .onArrival, ordering: .releasing)
        newest = NewestReading(places: places)
        Task(executorPreference: thread) { [buffer, newest, arrivals] in
            do {
                var reader = try open()
                keeper?.begin(extraNames: reader.extraNames)
                var first = pace == .asTheFirst ? now : nil
                let names = reader.extraNames
                let trackers = LiveTrackers(places, onLeftOut: { onFault(Self.leftOut($0, of: title, places: places)) }) { tracker(names) }
                try await Self.track(isStrict, onFault, trackers, keeper, buffer, newest, arrivals, count: { newest.put(reader.tally) }) {
                    () throws(InputFault) in
                    let item = try reader.next()
                    if case .fix(let fix)? = item, let time = fix.time, let clock = first {
                        first = nil
                        arrivals.areHeard.store(clock().seconds(since: time).magnitude <= Pace.presence, ordering: .releasing)
                    }
                    return item
                }
                buffer.close(.success(()))
            } catch {
                buffer.close(.failure(error))
            }
            thread.retire()
        }
    }

    /// Reads to the end; returns or throws when everything read has been put.
    /// - Parameter count: publishes the tally of what was read, before it is passed on.
    private static func track(
        _ isStrict: Bool, _ onFault: @Sendable (InputFault) -> Void, _ trackers: LiveTrackers,
        _ keeper: (any UpdateRecorder)?, _ buffer: UpdateBuffer, _ newest: NewestReading, _ arrivals: Arrivals,
        count: () -> Void, next: () throws(InputFault) -> ReaderItem?
    ) async throws {
        let began = ContinuousClock.now
        let processor = SerialProcessor<Fix, Void>(capacity: 64, state: (trackers: trackers, number: Int64(0))) { state, fix in
            let isHeardOnArrival = arrivals.areHeard.load(ordering: .acquiring)
            let instant = isHeardOnArrival ? Int64((ContinuousClock.now - began).seconds * 1e9) : fix.time?.nanoseconds ?? 0
            let placed = state.trackers.step(to: fix, at: instant, isHeardOnArrival: isHeardOnArrival)
            // A fix without a slot no longer waits, and is kept as it arrived.
            if placed == nil { arrivals.take() }
            // Kept before anything else uses it.
            if let keeper, let update = placed?.update ?? fix.time.map({ TrackerUpdate(time: $0, fix: fix) }) {
                await keeper.keep(update, number: state.number)
                state.number += 1
            }
            guard let placed else { return }
            if isHeardOnArrival {
                guard await buffer.put(placed.update.onArrival) else { return }
            } else {
                for update in placed.updates { guard await buffer.put(update) else { return } }
            }
            // Published last: once the buffer is empty, the estimate refers to the last update taken.
            newest.put(state.trackers.estimate(at: placed.place), at: placed.place)
        }
        var failure: (any Error)?
        do {
            // Closed means that nothing takes updates any more.
            while buffer.isOpen, let item = try next() {
                count()
                switch item {
                case .fault(let fault):
                    if isStrict { throw fault }
                    onFault(fault)
                case .fix(let fix):
                    arrivals.note()
                    try await processor.submit(waiting: fix)
                }
            }
        } catch {
            failure = error
        }
        count()
        processor.finish()
        await processor.waitUntilDrained()
        if let failure { throw failure }
    }

    /// The next update if available; never waits. After all updates, throws the error that ended the track.
    func look() throws -> UpdatePoll {
        let look = try buffer.look()
        if case .update(let update) = look, !update.estimated { arrivals.take() }
        return look
    }

    /// True if fixes are played on arrival; known once the first of them has arrived.
    var isHeardOnArrival: Bool { arrivals.areHeard.load(ordering: .acquiring) }

    /// The fixes that have arrived but were not taken yet; none for fixes that are played at their own times.
    var depth: QueueDepth { arrivals.depth }

    /// The counts of the input so far, and of its faults.
    var tally: InputTally { newest.tally }

    /// The state of a slot's tracker after the newest fix that has arrived; nil before the first.
    func estimate(at place: Int) -> (any TrackerEstimate)? { newest.estimate(at: place) }

    private static func leftOut(_ track: String?, of title: String, places: Int) -> InputFault {
        InputFault(
            kind: .leftOut, source: title, line: 0,
            message: "\(track.map { "'\($0)'" } ?? "a fix without an id") is ignored: \(places) tracks are already followed",
            remedy: "it is played once another has been silent for ten seconds")
    }

    /// Reading ends after the last owner, at the next fix.
    deinit { buffer.close(.success(())) }
}

/// The counts of what has been read so far, and the state of each slot's tracker after its newest fix. Any thread.
private final class NewestReading: Sendable {
    private let counts = Mutex(InputTally())
    private let estimates: Mutex<[(any TrackerEstimate)?]>

    init(places: Int) { estimates = Mutex(Array(repeating: nil, count: places)) }

    func put(_ tally: InputTally) { counts.withLock { $0 = tally } }
    var tally: InputTally { counts.withLock { $0 } }
    func put(_ estimate: any TrackerEstimate, at place: Int) { estimates.withLock { $0[place] = estimate } }
    func estimate(at place: Int) -> (any TrackerEstimate)? { estimates.withLock { $0[place] } }
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
