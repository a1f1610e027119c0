/// Gives a reader's fixes with times only, in their order, and counts what comes in.
///
/// With a `PaceClock` every fix gets its time from the clock, also where the input has some times of its own. Without one
/// a fix without a time is a fault. Late and duplicate fixes are counted, for each track of its own, and given on, unless a
/// window says that they are to be sorted: then those later than the window are refused and counted. A clock that jumps is noted.
public struct TimedReader: TalliedReader {
    /// Tracks whose times are kept; in further ones nothing is late.
    private static let mostTracks = 1024

    public var extraNames: [String] { reader.extraNames }
    public var tally: InputTally {
        var tally = counted
        tally.notes = notes
        return tally
    }
    public var notes: [String] { reader.notes + watch.notes }
    private var counted = InputTally()
    private var reader: any FixReader
    private let pace: PaceClock?
    /// Of each track, where they are told apart, and of what is together.
    private var paces: [String?: PaceClock] = [:]
    private let isApart: Bool
    private let source: String
    /// The last time of the fixes that name no track, and of those of each track.
    private var lastTime: TrackTime?
    private var lastTimes: [String: TrackTime] = [:]
    private var untimed = 0
    private var sorting: ReorderWindows?
    private var watch = ClockWatch()
    private var ended = false
    /// The first fix with a time, while the fault about those before it is given.
    private var held: Fix?
    private var verdictGiven = false

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - reorder: seconds for which fixes wait for earlier ones; 0 refuses late ones; nil gives all as they come.
    ///   - apart: each of the things that the reader tells apart is sorted, and goes its way, by itself.
    public init(_ reader: any FixReader, source: String, pace: PaceClock? = nil, reorder: Double? = nil, apart: Bool = false) {
        self.reader = reader
        self.source = source
        self.pace = pace
        isApart = apart
        sorting = reorder.map { ReorderWindows(seconds: $0, apart: apart, most: Self.mostTracks) }
    }

    /// Fixes without times before the first with one make one fault together, later ones a fault each.
    /// - Throws: what the reader throws; `noFix` at the end of an input whose fixes all lack a time.
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
            guard case .fix(let fix) = item else {
                if case .fault(let fault) = item { counted.count(fault) }
                return item
            }
            guard let item = take(fix) else { continue }
            guard sorting != nil, case .fix(let fix) = item else { return item }
            sort(fix)
        }
        if counted.fixes == 0, untimed > 0, !verdictGiven {
            verdictGiven = true
            throw InputFault(
                kind: .noFix, source: source, line: 0, message: "none of the \(untimed) fixes has a time",
                remedy: "say how fast it was travelled, such as --assume-speed 5km/h")
        }
        return nil
    }

    private mutating func sort(_ fix: Fix) {
        guard let time = fix.time else { return }
        if sorting?.take(fix, at: time) == false { counted.refused += 1 }
    }

    /// What is to be given for a fix; nil where there is nothing.
    private mutating func take(_ given: Fix) -> ReaderItem? {
        var fix = given
        if fix.isNoFix {
            // Where the clock is the track's own, a report without a place has no time on it.
            guard pace == nil, let time = fix.time else { return nil }
            counted.noFixes += 1
            if let last = lastTime(of: fix), time <= last { return nil }
            setLastTime(time, of: fix)
            return .fix(fix)
        }
        if let pace, let place = fix.place {
            let isOwn = isApart && (paces.count < Self.mostTracks || paces[fix.track] != nil)
            fix.time = paces[isOwn ? fix.track : nil, default: pace].time(at: place)
        }
        guard let time = fix.time else {
            untimed += 1
            let fault = untimedFault("fix \(counted.fixes + untimed) has no time")
            counted.count(fault)
            return counted.fixes == 0 ? nil : .fault(fault)
        }
        counted.fixes += 1
        if let last = lastTime(of: fix) {
            if time < last { counted.late += 1 }
            if time == last { counted.duplicates += 1 }
            setLastTime(max(last, time), of: fix)
        } else {
            setLastTime(time, of: fix)
        }
        // Several tracks are several clocks, whose fixes come in any order.
        if pace == nil, fix.track == nil ? lastTimes.isEmpty : lastTimes.count == 1 && lastTime == nil { watch.take(fix, at: time, source: source) }
        if counted.fixes == 1, untimed > 0 {
            held = fix
            return .fault(untimedFault("the first \(untimed) fixes have no times"))
        }
        return .fix(fix)
    }

    private func lastTime(of fix: Fix) -> TrackTime? {
        guard let track = fix.track else { return lastTime }
        return lastTimes[track]
    }

    private mutating func setLastTime(_ time: TrackTime, of fix: Fix) {
        guard let track = fix.track else {
            lastTime = time
            return
        }
        if lastTimes[track] != nil || lastTimes.count < Self.mostTracks { lastTimes[track] = time }
    }

    private func untimedFault(_ message: String) -> InputFault {
        InputFault(
            kind: .untimed, source: source, line: 0, message: message, remedy: "skipped; --assume-speed gives all fixes times")
    }
}
