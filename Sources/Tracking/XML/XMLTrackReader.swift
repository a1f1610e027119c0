// SPDX-License-Identifier: MIT
/// Pulls fixes and faults from the elements of a document as its bytes arrive; `Elements` decides which of them become fixes.
struct XMLTrackReader<Elements: XMLElements>: FixReader {
    let extraNames: [String]
    var documentTracks: [DocumentTrack] { parser.elements.tracks }
    private let parser: XMLTrackParser<Elements>
    private let format: String
    private var isFinished = false

    private init(_ parser: XMLTrackParser<Elements>, format: String, extraNames: [String]) {
        self.parser = parser
        self.format = format
        self.extraNames = extraNames
    }

    /// - Throws: `noFix` at the end of a document without a usable point, with a description of its contents; `unknownFormat` for
    ///   other XML; `unreadable`.
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
                if before == 0 { parser.elements.reportBreakage() }
                continue
            }
            guard parser.elements.fixCount == 0 else { return nil }
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
        let (message, remedy) = elements.noTrack(in: format)
        return InputFault(kind: .noFix, source: elements.source, line: 0, message: message, remedy: remedy)
    }
}

typealias GPXReader = XMLTrackReader<GPXElements>
typealias KMLReader = XMLTrackReader<KMLElements>
typealias TCXReader = XMLTrackReader<TCXElements>

extension GPXReader {
    /// Reads up to `pointsAhead` points ahead to find the extra columns.
    /// - Throws: the errors of `next`.
    init(_ source: ByteSource) throws(InputFault) {
        let parser = try XMLTrackParser(source, GPXElements(source: source.name))
        while !parser.ended, parser.elements.pending.count < GPXElements.pointsAhead { try parser.parse() }
        parser.elements.fixExtraNames()
        self.init(parser, format: "GPX", extraNames: parser.elements.extraNames)
    }
}

extension KMLReader {
    /// - Parameter most: the maximum number of positions of each kind that are held.
    /// - Throws: `malformed` for an unsupported encoding; `unreadable`.
    init(_ source: ByteSource, most: Int = KMLElements.usualMost) throws(InputFault) {
        self.init(try XMLTrackParser(source, KMLElements(source: source.name, most: most)), format: "KML", extraNames: [])
    }
}

extension TCXReader {
    /// - Throws: `malformed` for an unsupported encoding; `unreadable`.
    init(_ source: ByteSource) throws(InputFault) {
        self.init(try XMLTrackParser(source, TCXElements(source: source.name)), format: "TCX", extraNames: TCXElements.extraNames)
    }
}
