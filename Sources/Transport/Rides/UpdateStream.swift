import Synchronization
import Tracking

/// A live track on its way: opened and read on a thread of its own, tracked fix by fix in order on another, never further
/// ahead than its buffers hold. Nothing of it runs on the shared pool, which anybody may hold up. One taker.
final class UpdateStream: Sendable {
    private let buffer = UpdateBuffer(capacity: 64)
    private let newest: NewestEstimates
    private let arrivals = Arrivals()
    private let counted = Counted()

    /// When the fixes of a track are to be heard.
    enum Pace: Sendable {
        /// At their own times from the first one on: a pipe that replays.
        case ownTimes
        /// As they come in, whatever their clock says: a live source never waits.
        case onArrival
        /// As they come in when the first of them is of now by this machine's clock, else at their own times: a pipe, of which
        /// nobody knows whether it replays or tells.
        case asTheFirst

        /// Seconds by which the clocks may differ.
        static let presence = 10.0
    }

    /// Starts reading `input`. What cannot be opened is thrown by the first `look`.
    /// - Parameters:
    ///   - isStrict: the first fault ends the track and is thrown, after everything before it.
    ///   - places: for how many things that the input tells apart there are trackers; of 1, all fixes are one track's.
    ///   - onFault: called on the reading thread, or the tracking one, for every piece that was skipped.
    convenience init(
        _ input: RideInput, isStrict: Bool = false, pace: Pace = .ownTimes, places: Int = 1,
        onFault: @escaping @Sendable (InputFault) -> Void = { _ in }
    ) {
        self.init(
            isStrict: isStrict, pace: pace, places: places, title: input.title, onFault: onFault, tracker: input.tracker, keeper: input.keeper,
            opening: { try input.open() })
    }

    /// The same over any reader; `opening` is called on the reading thread.
    /// - Parameter now: this machine's clock.
    init(
        isStrict: Bool = false, pace: Pace = .ownTimes, now: @escaping @Sendable () -> TrackTime = { .now }, places: Int = 1,
        title: String = "",
        onFault: @escaping @Sendable (InputFault) -> Void = { _ in },
        tracker: @escaping TrackerMaker = MotionTracker.maker, keeper: (any UpdateKeeper)? = nil,
        opening open: @escaping @Sendable () throws -> TimedReader
    ) {
        // Reading blocks, so it may not borrow a thread from the shared pool.
        let thread = SerialProcessorThread()
        arrivals.areHeard.store(pace == .onArrival, ordering: .releasing)
        newest = NewestEstimates(places: places)
        Task(executorPreference: thread) { [buffer, newest, arrivals, counted] in
            do {
                var reader = try open()
                keeper?.begin(extraNames: reader.extraNames)
                var first = pace == .asTheFirst ? now : nil
                let names = reader.extraNames
                let trackers = LiveTrackers(places, onLeftOut: { onFault(Self.leftOut($0, of: title, places: places)) }) { tracker(names) }
                try await Self.track(isStrict, onFault, trackers, keeper, buffer, newest, arrivals, count: { counted.put(reader.tally) }) {
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
    /// - Parameter count: tells what has been read, before it is handed on.
    private static func track(
        _ isStrict: Bool, _ onFault: @Sendable (InputFault) -> Void, _ trackers: LiveTrackers,
        _ keeper: (any UpdateKeeper)?, _ buffer: UpdateBuffer, _ newest: NewestEstimates, _ arrivals: Arrivals,
        count: () -> Void, next: () throws(InputFault) -> ReaderItem?
    ) async throws {
        let began = ContinuousClock.now
        let processor = SerialProcessor<Fix, Void>(capacity: 64, state: (trackers: trackers, number: Int64(0))) { state, fix in
            let isHeardOnArrival = arrivals.areHeard.load(ordering: .acquiring)
            let instant = isHeardOnArrival ? Int64((ContinuousClock.now - began).seconds * 1e9) : fix.time?.nanoseconds ?? 0
            let placed = state.trackers.step(to: fix, at: instant, isHeardOnArrival: isHeardOnArrival)
            // Without a place it waits no longer, and is kept as it came.
            if placed == nil { arrivals.take() }
            // Kept before anybody hears of it.
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
            // Once there is nothing left to take, it speaks of what was taken last.
            newest.put(state.trackers.estimate(at: placed.place), at: placed.place)
        }
        var failure: (any Error)?
        do {
            // Closed: nobody takes any more.
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

    /// The next update if it is there; does not wait. Throws what ended the track, after everything before it.
    func look() throws -> UpdateLook {
        let look = try buffer.look()
        if case .update(let update) = look, !update.estimated { arrivals.take() }
        return look
    }

    /// True for fixes that are heard as they come in; known once the first of them is there.
    var isHeardOnArrival: Bool { arrivals.areHeard.load(ordering: .acquiring) }

    /// What has come in and was not taken yet; none of fixes that are heard at their own times.
    var depth: QueueDepth { arrivals.depth }

    /// What has been read so far, and what was wrong with it.
    var tally: InputTally { counted.tally }

    /// What the tracker of a place can say after the newest fix that has come in; nil before the first.
    func estimate(at place: Int) -> (any TrackerEstimate)? { newest.estimate(at: place) }

    private static func leftOut(_ track: String?, of title: String, places: Int) -> InputFault {
        InputFault(
            kind: .leftOut, source: title, line: 0,
            message: "\(track.map { "'\($0)'" } ?? "what has no id") is left out, since \(places) things are followed at once",
            remedy: "it is heard once another one has been silent for ten seconds")
    }

    /// The reading ends with the last owner, at its next fix.
    deinit { buffer.close(.success(())) }
}

/// What has been read so far. One thread puts, another asks.
private final class Counted: Sendable {
    private let newest = Mutex(InputTally())

    func put(_ tally: InputTally) { newest.withLock { $0 = tally } }
    var tally: InputTally { newest.withLock { $0 } }
}

/// What the tracker of each place can say after its newest fix.
private final class NewestEstimates: Sendable {
    private let estimates: Mutex<[(any TrackerEstimate)?]>

    init(places: Int) { estimates = Mutex(Array(repeating: nil, count: places)) }

    func put(_ estimate: any TrackerEstimate, at place: Int) { estimates.withLock { $0[place] = estimate } }
    func estimate(at place: Int) -> (any TrackerEstimate)? { estimates.withLock { $0[place] } }
}

extension TrackerUpdate {
    /// As it is heard where its own time does not count: what its silence meant was told while it lasted (`LiveGap`).
    fileprivate var onArrival: TrackerUpdate {
        var update = self
        update.events.removeAll { $0.name == "fix back" || $0.name == "fix lost" && fix?.isNoFix != true }
        return update
    }
}
