// SPDX-License-Identifier: MIT
/// Reads KML (`gx:Track`, points with times, lines) as the bytes arrive. `KMLElements` decides which elements become fixes.
///
/// Points and lines outside a `gx:Track` are held until the end, at most 300,000 of each; so is one `gx:Track`. Positions beyond
/// that are counted, reported and skipped.
public struct KMLReader: FixReader {
    public let extraNames: [String] = []
    private var reader: XMLTrackReader<KMLElements>

    /// - Throws: `malformed` for an unsupported encoding; `unreadable`.
    public init(_ source: ByteSource) throws(InputFault) {
        try self.init(source, most: KMLElements.usualMost)
    }

    /// - Parameter most: the maximum number of positions of each kind that are held.
    init(_ source: ByteSource, most: Int) throws(InputFault) {
        reader = XMLTrackReader(try XMLTrackParser(source, KMLElements(source: source.name, most: most)), format: "KML")
    }

    /// - Throws: `noFix` at the end of a document without a track; `unknownFormat` for other XML; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? { try reader.next() }
}

/// Reads Garmin's Training Center documents, trackpoint by trackpoint, with `heart`, `cadence` and `watts` as extra columns.
public struct TCXReader: FixReader {
    public let extraNames = TCXElements.extraNames
    private var reader: XMLTrackReader<TCXElements>

    /// - Throws: `malformed` for an unsupported encoding; `unreadable`.
    public init(_ source: ByteSource) throws(InputFault) {
        reader = XMLTrackReader(try XMLTrackParser(source, TCXElements(source: source.name)), format: "TCX")
    }

    /// - Throws: `noFix` at the end of a document without a trackpoint; `unknownFormat` for other XML; `unreadable`.
    public mutating func next() throws(InputFault) -> ReaderItem? { try reader.next() }
}

/// Pulls fixes and faults from the elements of a document.
struct XMLTrackReader<Elements: XMLElements> {
    private let parser: XMLTrackParser<Elements>
    private let format: String
    private var verdictGiven = false
    private var isFinished = false

    init(_ parser: XMLTrackParser<Elements>, format: String) {
        self.parser = parser
        self.format = format
    }

    mutating func next() throws(InputFault) -> ReaderItem? {
        while !parser.elements.hasPending {
            if !parser.ended {
                try parser.parse()
                continue
            }
            guard isFinished else {
                isFinished = true
                let before = parser.elements.fixCount
                parser.elements.finish()
                if before == 0 { parser.elements.tellBreakage() }
                continue
            }
            guard parser.elements.fixCount == 0, !verdictGiven else { return nil }
            verdictGiven = true
            throw verdict
        }
        return parser.elements.takePending()
    }

    private var verdict: InputFault {
        let elements = parser.elements
        if elements.isForeign {
            return InputFault(
                kind: .unknownFormat, source: elements.source, line: 1,
                message: "XML with the root <\(elements.rootName.map { String($0.prefix(40)) } ?? "")>, not \(format)",
                remedy: "export the track as GPX")
        }
        if var breakage = elements.breakage {
            breakage.kind = .noFix
            breakage.message = "no fix before the XML breaks off: \(breakage.message)"
            breakage.remedy = "copy or export the file again"
            return breakage
        }
        let (message, remedy) = elements.lack(in: format)
        return InputFault(kind: .noFix, source: elements.source, line: 0, message: message, remedy: remedy)
    }
}
