// SPDX-License-Identifier: MIT
/// Reads one report per line (`ReportDecoder`): JSON objects of any supported kind, or the query form; they may be mixed. The
/// elements of a JSON array, and the records of OwnTracks' recorder, are also read as such lines.
///
/// The remaining keys of the first fix that are numbers or null are the extra columns. Valid lines without a fix are skipped;
/// malformed ones are reported with their location and skipped.
public struct JSONLinesReader: FixReader {
    /// The maximum number of malformed lines held back before the first good one, which names the columns.
    private static let mostHeld = 1000

    public var extraNames: [String] { decoder.extraNames }
    private let source: ByteSource
    private let lines: Lines
    private let remedyForNone: String
    private var decoder: ReportDecoder
    /// The items read ahead to find the columns, with the next one last.
    private var held: [ReaderItem] = []
    private var fixCount = 0
    private var lastFault: InputFault?

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

    /// Reads up to the first fix, whose keys name the extra columns.
    /// - Parameters:
    ///   - scale: the unit of `x` and `y` if their names do not imply one; nil: metres.
    ///   - mayBeArray: false for an endless input, whose first bytes decide nothing about the rest.
    ///   - remedyForNone: the remedy for an input without a fix.
    public init(
        _ source: ByteSource, scale: PlaneScale? = nil, mayBeArray: Bool = true,
        remedyForNone: String = "each line is an object such as {\"time\":...,\"lat\":...,\"lon\":...}"
    ) throws(InputFault) {
        self.remedyForNone = remedyForNone
        self.source = source
        let head = try mayBeArray ? source.peek(atMost: TrackFormat.headSize) { !TrackFormat.text($0).isEmpty } : []
        let text = TrackFormat.text(head)
        let isList = OwnTracksRecord.isList(text)
        lines = isList || text.first == 0x5B ? .elements(JSONElements(source, isInObject: isList)) : .lines(LineReader(source))
        decoder = ReportDecoder(source: source.name, scale: scale)
        while fixCount == 0, held.count < Self.mostHeld, let line = try lines.next() {
            if let item = read(line) { held.append(item) }
        }
        held.reverse()
        decoder.fixExtraNames()
    }

    /// - Throws: `noFix` at the end of an input without a fix; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if let item = held.popLast() { return item }
        while let line = try lines.next() {
            if let item = read(line) { return item }
        }
        if fixCount == 0 {
            let cause =
                lastFault.map { ": \($0.message)" } ?? (decoder.skippedCount > 0 ? ": \(decoder.skippedCount) objects of other kinds" : "")
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
            guard let fix = try decoder.decode(OwnTracksRecord.report(line.bytes), line: line.number) else { return nil }
            if fix.isNoFix {
                // Without a time it cannot be ordered within the track.
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
