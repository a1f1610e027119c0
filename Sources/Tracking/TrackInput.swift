/// Opens a track: finds its format and gives its reader.
public enum TrackInput {
    /// - Parameters:
    ///   - path: a file, or `-` for standard input.
    ///   - format: nil sniffs it from the first bytes.
    /// - Throws: `unreadable`, `unknownFormat`, or what the format's reader throws at its start.
    public static func open(_ path: String, format: TrackFormat? = nil) throws(InputFault) -> any FixReader {
        try open(ByteSource(path: path), format: format)
    }

    /// The same over bytes from anywhere.
    public static func open(_ source: ByteSource, format: TrackFormat? = nil) throws(InputFault) -> any FixReader {
        let head = try source.peek(atMost: TrackFormat.headSize, until: format == nil ? TrackFormat.isEnough : { !$0.isEmpty })
        let sniffed: TrackFormat
        if let format, !head.isEmpty {
            sniffed = format
        } else {
            sniffed = try TrackFormat.sniff(head: head, source: source.name)
        }
        return switch sniffed {
        case .gpx: try GPXReader(source)
        case .csv: try CSVReader(source)
        case .jsonl: try JSONLinesReader(source)
        }
    }
}
