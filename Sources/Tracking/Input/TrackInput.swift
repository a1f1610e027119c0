// SPDX-License-Identifier: MIT
/// Options for reading an input that cannot be derived from it.
public struct TrackReading: Equatable, Sendable {
    /// The format; nil detects it from the first bytes.
    public var format: TrackFormat?
    /// Do not correct the dates of a receiver whose week counter has rolled over.
    var keepsDates = false

    /// Return a receiver's fix as soon as it is complete, rather than when the next begins: for live lines.
    public var isLive = false
    /// The unit of `x` and `y` if their names do not imply one.
    public var plane: PlaneScale?
    /// Frames per second, for a file that counts frames.
    public var frameRate: Double?
    /// The seconds for which fixes wait for earlier ones; 0 refuses late ones; nil returns all as they arrive.
    public var reorder: Double?
    /// The name of a gpsbabel format, used instead of a supported one.
    public var babelFormat: String?

    public init(format: TrackFormat? = nil, keepsDates: Bool = false, isLive: Bool = false) {
        self.format = format
        self.keepsDates = keepsDates
        self.isLive = isLive
    }
}

/// Opens a track: detects its format and returns its reader.
public enum TrackInput {
    /// Opens a track from any byte source.
    /// - Throws: `unreadable`, `unknownFormat`, or the errors of the format's reader at its start.
    public static func open(_ source: ByteSource, reading: TrackReading = TrackReading()) throws(InputFault) -> any FixReader {
        guard try source.isPacked() else { return try openPlain(source, reading) }
        return try UnpackingReader(source) { (bytes) throws(InputFault) in try openPlain(bytes, reading) }
    }

    private static func openPlain(_ source: ByteSource, _ reading: TrackReading) throws(InputFault) -> any FixReader {
        if let name = reading.babelFormat { return try GPXReader(GPSBabel.convert(source, from: name)) }
        let format = try format(of: source, reading: reading)
        if format == .nmea, !reading.isLive, try GPSDecode.reads(source) {
            return try JSONLinesReader(
                GPSDecode.convert(source), remedyForNone: "wait until the receiver has a fix, and record its NAV-PVT messages")
        }
        return switch format {
        case .gpx: try GPXReader(source)
        case .nmea: NMEAReader(source, keepsDates: reading.keepsDates, isLive: reading.isLive)
        case .csv: try CSVReader(source, scale: reading.plane)
        case .jsonl: try JSONLinesReader(source, scale: reading.plane)
        case .gpsd, .phones: try JSONLinesReader(source, scale: reading.plane, mayBeArray: !reading.isLive)
        case .mot: MOTReader(source, scale: reading.plane, frameRate: reading.frameRate)
        case .igc: try IGCReader(source)
        case .fit: try GPXReader(GPSBabel.convert(source, from: "garmin_fit"))
        case .kml: try KMLReader(source)
        case .kmz: try KMLReader(KMZ.kml(source))
        case .tcx: try TCXReader(source)
        case .geojson: GeoJSONReader(source)
        case .google: GoogleReader(source)
        }
    }

    /// Refuses an input that `open` would refuse by its first bytes; the bytes can still be read afterwards.
    /// - Throws: `unreadable`, `noFix` for an empty input, `unknownFormat`.
    public static func check(_ source: ByteSource, reading: TrackReading) throws(InputFault) {
        guard try !source.isPacked(), reading.babelFormat == nil else { return }
        _ = try format(of: source, reading: reading)
    }

    private static func format(of source: ByteSource, reading: TrackReading) throws(InputFault) -> TrackFormat {
        let format = reading.format
        let head = try source.peek(atMost: TrackFormat.headSize, until: format == nil ? TrackFormat.isEnough : { !$0.isEmpty })
        if let format, !head.isEmpty { return format }
        return try TrackFormat.sniff(head: head, source: source.name)
    }
}
