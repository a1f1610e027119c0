// SPDX-License-Identifier: MIT
/// Returns a reader's fixes with times only, in the reader's order, and counts the input.
///
/// With a `PaceClock` every fix gets its time from the clock, even if parts of the input have times. Without one, a fix without a
/// time is a fault. Late and duplicate fixes are counted, separately for each track, and returned, unless `reorder` sets a window
/// for sorting: then fixes later than the window are refused and counted. Clock jumps are noted. Where a track starts again when
/// its clock is set back, the order of its times starts again too.
public struct TimedReader: CountingReader {
    /// The maximum number of tracks with a clock and a window of their own.
    private static let mostTracks = 1024

    public var extraNames: [String] { reader.extraNames }
    public var tally: InputTally {
        var tally = counted
        tally.notes = notes
        return tally
    }
    public var notes: [String] { reader.notes + watch.notes }
    public var restartsOnClockReset: Bool { isOfLiveAddress || reader.restartsOnClockReset }
    private let isOfLiveAddress: Bool
    private var counted = InputTally()
    private var reader: any FixReader
    private let pace: PaceClock?
    /// The clock of each track if tracks are separate, and one for all others.
    private var paces: [String?: PaceClock] = [:]
    private let separatesTracks: Bool
    private let source: String
    /// The last time of each track; fixes of tracks beyond their number are never late.
    private var lastTimes = TrackStates<TrackTime>()
    /// The number of fixes without a time.
    private var untimed = 0
    private var sorting: ReorderWindows?
    private var resets = TrackStates<ClockReset>()
    private var watch = ClockWatch()
    private var ended = false
    /// The first fix with a time, held while the fault about those before it is returned.
    private var held: Fix?

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - reorder: the seconds for which fixes wait for earlier ones; 0 refuses late ones; nil returns all as they arrive.
    ///   - separatesTracks: sort and time each track that the reader distinguishes separately.
    ///   - isOfLiveAddress: a track starts again where its clock is set back, as it also does if the reader says so.
    public init(
        _ reader: any FixReader, source: String, pace: PaceClock? = nil, reorder: Double? = nil, separatesTracks: Bool = false,
        isOfLiveAddress: Bool = false
    ) {
        self.reader = reader
        self.source = source
        self.pace = pace
        self.separatesTracks = separatesTracks
        self.isOfLiveAddress = isOfLiveAddress
        sorting = reorder.map { ReorderWindows(seconds: $0, separatesTracks: separatesTracks, most: Self.mostTracks) }
    }

    /// Returns the next item. Fixes without times before the first with one make one fault together; later ones make a fault
    /// each.
    /// - Throws: the reader's errors; `noFix` at the end of an input whose fixes all lack a time.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let fix = held {
            held = nil
            if sorting == nil { return .fix(fix) }
            sort(fix)
        }
        while true {
            if let fix = sorting?.next(isEnd: ended) { return .fix(fix) }
            if ended { break }
            guard let item = try reader.next() else {
                ended = true
                continue
            }
            guard let item = take(item) else { continue }
            guard sorting != nil, case .fix(let fix) = item else { return item }
            sort(fix)
        }
        if counted.fixes == 0, untimed > 0 {
            throw InputFault(
                kind: .noFix, source: source, line: 0,
                message: "\(untimed == 1 ? "the only fix has no" : "none of the \(untimed) fixes has a") time",
                remedy: "give the speed, such as --assume-speed 5km/h")
        }
        return nil
    }

    private mutating func sort(_ fix: Fix) {
        guard let time = fix.time else { return }
        if sorting?.take(fix, at: time) == false { counted.refused += 1 }
    }

    /// The item to return for the reader's item; nil if there is none.
    private mutating func take(_ item: ReaderItem) -> ReaderItem? {
        switch item {
        case .fault(let fault):
            counted.count(fault)
            return item
        case .fix(let fix):
            if restartsOnClockReset, hasSetBackItsClock(fix) {
                lastTimes[fix.track] = nil
                sorting?.restart(fix)
            }
            if fix.isNoFix { return takeNoFix(fix) ? item : nil }
            guard let pace else { return take(fix, of: item) }
            let isOwn = separatesTracks && (paces.count < Self.mostTracks || paces[fix.track] != nil)
            var paced = fix
            paced.time = paces[isOwn ? fix.track : nil, default: pace].time(at: fix.place)
            return take(paced, of: .fix(paced))
        }
    }

    /// False for a report without a position that says nothing new.
    private mutating func takeNoFix(_ fix: Fix) -> Bool {
        // With a pace clock it has no time.
        guard pace == nil, let time = fix.time else { return false }
        counted.noFixes += 1
        if let last = lastTimes[fix.track], time <= last { return false }
        lastTimes[fix.track] = time
        return true
    }

    /// The item to return for a fix: its own unless it has no time.
    private mutating func take(_ fix: Fix, of item: ReaderItem) -> ReaderItem? {
        guard let time = fix.time else {
            untimed += 1
            let fault = untimedFault("fix \(counted.fixes + untimed) has no time")
            counted.count(fault)
            return counted.fixes == 0 ? nil : .fault(fault)
        }
        counted.fixes += 1
        let last = lastTimes[fix.track]
        if let last, time < last { counted.late += 1 }
        if time == last { counted.duplicates += 1 }
        lastTimes[fix.track] = max(last ?? time, time)
        // Several tracks have several clocks, and their fixes come in any order.
        if pace == nil, lastTimes.count == 1 {
            watch.take(fix, at: time, source: source)
        }
        if counted.fixes == 1, untimed > 0 {
            held = fix
            return .fault(untimedFault("the first \(untimed == 1 ? "fix has no time" : "\(untimed) fixes have no times")"))
        }
        return item
    }

    private mutating func hasSetBackItsClock(_ fix: Fix) -> Bool {
        let track = separatesTracks ? fix.track : nil
        var reset = resets[track] ?? ClockReset()
        defer { resets[track] = reset }
        return reset.detectsReset(at: fix)
    }

    private func untimedFault(_ message: String) -> InputFault {
        InputFault(
            kind: .untimed, source: source, line: 0, message: message, remedy: "skipped; use --assume-speed to give all fixes a time")
    }
}
