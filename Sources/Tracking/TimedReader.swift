/// Gives a reader's fixes with times only, and counts what comes in.
///
/// With a `PaceClock` every fix gets its time from the clock, also where the input has some times of its own. Without one
/// a fix without a time is a fault. Late and duplicate fixes are counted and given on.
public struct TimedReader: FixReader {
    public var extraNames: [String] { reader.extraNames }
    public var tally: InputTally {
        var tally = counted
        tally.notes = reader.notes
        return tally
    }
    public var notes: [String] { reader.notes }
    private var counted = InputTally()
    private var reader: any FixReader
    private var pace: PaceClock?
    private let source: String
    private var lastTime: TrackTime?
    private var untimed = 0
    /// The first fix with a time, while the fault about those before it is given.
    private var held: Fix?
    private var verdictGiven = false

    /// - Parameter source: the input's name, for messages.
    public init(_ reader: any FixReader, source: String, pace: PaceClock? = nil) {
        self.reader = reader
        self.source = source
        self.pace = pace
    }

    /// Fixes without times before the first with one make one fault together, later ones a fault each.
    /// - Throws: what the reader throws; `noFix` at the end of an input whose fixes all lack a time.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let fix = held {
            held = nil
            return .fix(fix)
        }
        while let item = try reader.next() {
            switch item {
            case .fault(let fault):
                counted.count(fault)
                return item
            case .fix(let fix) where fix.isNoFix:
                // Where the clock is the track's own, a report without a place has no time on it.
                guard pace == nil, let time = fix.time else { continue }
                counted.noFixes += 1
                if let lastTime, time <= lastTime { continue }
                lastTime = time
                return item
            case .fix(var fix):
                if let latitude = fix.latitude, let longitude = fix.longitude, pace != nil {
                    fix.time = pace?.time(atLatitude: latitude, longitude: longitude)
                }
                guard let time = fix.time else {
                    untimed += 1
                    let fault = untimedFault("fix \(counted.fixes + untimed) has no time")
                    counted.count(fault)
                    if counted.fixes == 0 { continue }
                    return .fault(fault)
                }
                counted.fixes += 1
                if let lastTime {
                    if time < lastTime { counted.late += 1 }
                    if time == lastTime { counted.duplicates += 1 }
                }
                lastTime = max(lastTime ?? time, time)
                if counted.fixes == 1, untimed > 0 {
                    held = fix
                    return .fault(untimedFault("the first \(untimed) fixes have no times"))
                }
                return .fix(fix)
            }
        }
        if counted.fixes == 0, untimed > 0, !verdictGiven {
            verdictGiven = true
            throw InputFault(
                kind: .noFix, source: source, line: 0, message: "none of the \(untimed) fixes has a time",
                remedy: "say how fast it was travelled, such as --assume-speed 5km/h")
        }
        return nil
    }

    private func untimedFault(_ message: String) -> InputFault {
        InputFault(
            kind: .untimed, source: source, line: 0, message: message, remedy: "skipped; --assume-speed gives all fixes times")
    }
}
