// SPDX-License-Identifier: MIT
/// Reads GPX 1.0 and 1.1, point by point as the bytes arrive.
///
/// Elements are matched by their local names, so that a missing, odd or undeclared namespace does no harm. Speed and course are
/// taken from `trkpt` itself (1.0) and from its extensions (1.1); every other numeric element of a point is an extra column. Each
/// `trkseg` after the first fix starts a segment. `hdop` replaces a missing accuracy, at `metresPerDilution`. A point with a
/// malformed position or time is reported with its location and skipped; any other malformed element is left out of its fix.
public struct GPXReader: FixReader {
    /// The number of points examined for their extra columns before the first fix is returned.
    static let pointsAhead = 256
    /// The user-equivalent range error that turns a dilution of precision into metres (GPSLogger, gpsd use 4 to 6).
    static let metresPerDilution = 5.0

    public let extraNames: [String]
    private var reader: XMLTrackReader<GPXElements>

    /// Reads up to `pointsAhead` points ahead to find the extra columns.
    /// - Throws: the errors of `next`.
    public init(_ source: ByteSource) throws(InputFault) {
        let parser = try XMLTrackParser(source, GPXElements(source: source.name))
        while !parser.ended, parser.elements.pending.count < Self.pointsAhead { try parser.parse() }
        parser.elements.fixExtraNames()
        extraNames = parser.elements.extraNames
        reader = XMLTrackReader(parser, format: "GPX")
    }

    /// - Throws: `noFix` at the end of an input without a usable point, with a description of its contents; `unreadable`;
    ///   `unknownFormat` for XML that is not GPX.
    public mutating func next() throws(InputFault) -> ReaderItem? { try reader.next() }
}
