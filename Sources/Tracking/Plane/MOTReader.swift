// SPDX-License-Identifier: MIT
/// Reads the MOT challenge's text files, `frame,id,left,top,width,height,conf,x,y,z` without a header: both ground truth (nine
/// fields) and detections.
///
/// The position is the ground point of the object: the middle of its box's lower edge, in pixels; or x and y in metres, if
/// present (not -1). Frames count from 1. The file does not give the frame rate; the default is 30 per second. In ground truth a
/// confidence of 0 marks rows to be ignored. The id -1 means none.
public struct MOTReader: FixReader {
    static let usualFrameRate = 30.0

    public let extraNames = ["confidence", "width", "height"]
    private let source: ByteSource
    private let lines: LineReader
    private let scale: PlaneScale
    private let frameRate: Double
    /// Whether the default frame rate is used, which is reported.
    private let assumesRate: Bool
    private var record = CSVRecord()
    private var fixCount = 0
    private var ignored = 0
    private var lastFault: InputFault?

    /// - Parameters:
    ///   - scale: the size of a pixel; nil: a hundredth of a metre.
    ///   - frameRate: frames per second; nil: 30, with a message.
    public init(_ source: ByteSource, scale: PlaneScale? = nil, frameRate: Double?) {
        self.source = source
        lines = LineReader(source)
        self.scale = scale ?? .pixels
        let valid = frameRate.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        self.frameRate = valid ?? Self.usualFrameRate
        assumesRate = valid == nil
    }

    public var notes: [String] {
        guard fixCount > 0, assumesRate else { return [] }
        return ["\(source.name): 30 frames per second are assumed; --frame-rate sets another rate"]
    }

    /// Whether this line belongs to such a file: 7 to 10 numbers, the first two of them integers.
    static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard (7...10).contains(fields.count) else { return false }
        for (index, field) in fields.enumerated() {
            guard let number = field.withUnsafeBufferPointer({ DecimalText.double($0) }) else { return false }
            if index < 2, number != number.rounded() || number < (index == 0 ? 1 : -1) { return false }
        }
        return true
    }

    /// - Throws: `noFix` at the end of a file without a usable row; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        while let line = try lines.next() {
            if DecimalText.trimmed(line.bytes).isEmpty { continue }
            do throws(InputFault) {
                guard let fix = try fix(line) else {
                    ignored += 1
                    continue
                }
                fixCount += 1
                return .fix(fix)
            } catch {
                lastFault = error
                return .fault(error)
            }
        }
        guard fixCount == 0 else { return nil }
        let cause = lastFault.map { ": \($0.message)" } ?? (ignored > 0 ? ": \(ignored) are to be ignored" : "")
        throw InputFault(
            kind: .noFix, source: source.name, line: lastFault?.line ?? 0, column: lastFault?.column,
            message: "not one row can be used" + cause,
            remedy: "each row is frame,id,left,top,width,height,conf,x,y,z")
    }

    private mutating func fix(_ line: LineReader.Line) throws(InputFault) -> Fix? {
        func fault(_ kind: InputFault.Kind, _ column: Int?, _ message: String) -> InputFault {
            InputFault(kind: kind, source: source.name, line: line.number, column: column, message: message, remedy: "the row is skipped")
        }
        if line.tooLong { throw fault(.malformed, nil, "a line longer than \(LineReader.longest) bytes") }
        record.split(line.bytes, at: 0x2C)
        let count = record.fields.count
        guard (7...10).contains(count) else { throw fault(.fieldCount, nil, "\(count) fields instead of 7 to 10") }
        var numbers: [Double] = []
        for index in 0..<count {
            guard let number = record.withField(index, { DecimalText.double($0) }) else {
                throw fault(.badValue, record.columns[index], "not a number: '\(record.text(index))'")
            }
            numbers.append(number)
        }
        guard numbers[0] >= 1, numbers[0] < 1e9, numbers[0] == numbers[0].rounded() else {
            throw fault(.outOfRange, 1, "the frame \(record.text(0)) is not a whole number of 1 or more")
        }
        if count == 9, numbers[6] == 0 { return nil }
        var fix = Fix()
        let nanoseconds = Int64(exactly: ((numbers[0] - 1) / frameRate * 1e9).rounded())
        guard let time = nanoseconds.map(TrackTime.init(nanoseconds:)), TimeText.range.contains(time) else {
            throw fault(.outOfRange, 1, "the frame \(record.text(0)) is out of range at \(frameRate) frames per second")
        }
        fix.time = time
        let isWorld = count == 10 && numbers[7] != -1 && numbers[8] != -1
        fix.plane =
            isWorld
            ? PlaneScale.metres.point(x: numbers[7], y: numbers[8])
            : scale.point(x: numbers[2] + numbers[4] / 2, y: numbers[3] + numbers[5])
        guard fix.plane != nil else { throw fault(.outOfRange, record.columns[2], "the box lies far outside any picture") }
        if numbers[1] != -1 { fix.track = record.text(1) }
        fix.extras = [numbers[6], numbers[4], numbers[5]]
        return fix
    }
}
