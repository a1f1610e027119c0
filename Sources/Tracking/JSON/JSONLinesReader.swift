/// Reads one report a line (`ReportDecoder`): JSON objects of any of its kinds, or the query form; they may be mixed. The
/// elements of a JSON array are read as such lines, too.
///
/// The further numeric keys of the first fix are the extra columns. Lines that are rightly no fix are passed over; broken ones
/// are skipped with their place.
public struct JSONLinesReader: FixReader {
    /// Broken lines held back while the first good one, which names the columns, is sought.
    private static let mostHeld = 1000

    public var extraNames: [String] { decoder.extraNames }
    private let source: ByteSource
    private let lines: Lines
    private let remedyForNone: String
    private var decoder: ReportDecoder
    private var held: [ReaderItem] = []
    private var heldPlace = 0
    private var fixCount = 0
    private var lastFault: InputFault?
    private var verdictGiven = false

    private enum Lines {
        case lines(LineReader)
        case elements(JSONElements)
        func next() throws(InputFault) -> LineReader.Line? {
            switch self {
            case .lines(let reader): try reader.next()
            case .elements(let reader): try reader.next()
            }
        }
    }

    /// Reads as far as the first fix, whose numeric keys name the extra columns.
    /// - Parameters:
    ///   - scale: what `x` and `y` count where their names do not tell it; nil: metres.
    ///   - mayBeArray: false for what goes on for ever, of which the first bytes decide nothing about the others.
    ///   - remedyForNone: what to do about an input without a fix.
    public init(
        _ source: ByteSource, scale: PlaneScale? = nil, mayBeArray: Bool = true,
        remedyForNone: String = "each line is an object such as {\"time\":...,\"lat\":...,\"lon\":...}"
    ) throws(InputFault) {
        self.remedyForNone = remedyForNone
        self.source = source
        let head = try mayBeArray ? source.peek(atMost: TrackFormat.headSize) { !TrackFormat.text($0).isEmpty } : []
        lines = TrackFormat.text(head).first == 0x5B ? .elements(JSONElements(source)) : .lines(LineReader(source))
        decoder = ReportDecoder(source: source.name, scale: scale)
        while fixCount == 0, held.count < Self.mostHeld, let line = try lines.next() {
            if let item = read(line) { held.append(item) }
        }
        decoder.fixExtraNames()
    }

    public mutating func next() throws(InputFault) -> ReaderItem? {
        if heldPlace < held.count {
            heldPlace += 1
            return held[heldPlace - 1]
        }
        while let line = try lines.next() {
            if let item = read(line) { return item }
        }
        if fixCount == 0, !verdictGiven {
            verdictGiven = true
            let cause = lastFault.map { ": \($0.message)" } ?? (decoder.passedOver > 0 ? ": \(decoder.passedOver) objects of other kinds" : "")
            throw InputFault(
                kind: .noFix, source: source.name, line: lastFault?.line ?? 0, column: lastFault?.column,
                message: "no fix in these JSON lines\(cause)", remedy: remedyForNone)
        }
        return nil
    }

    private mutating func read(_ line: LineReader.Line) -> ReaderItem? {
        do throws(InputFault) {
            if line.tooLong {
                throw InputFault(
                    kind: .malformed, source: source.name, line: line.number, message: "a line longer than \(LineReader.longest) bytes",
                    remedy: "the line is skipped")
            }
            if DecimalText.trimmed(line.bytes).isEmpty { return nil }
            guard let fix = try decoder.decode(line.bytes, line: line.number) else { return nil }
            if fix.isNoFix {
                // Without a time there is no place for it on the track.
                return fixCount > 0 && fix.time != nil ? .fix(fix) : nil
            }
            fixCount += 1
            return .fix(fix)
        } catch {
            lastFault = error
            return .fault(error)
        }
    }
}
