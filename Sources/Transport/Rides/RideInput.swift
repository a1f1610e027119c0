import Foundation
import Tracking

/// Which track, and how it is read. Every `open` reads it from the start.
public struct RideInput: Sendable {
    /// A path to read from and what messages call it.
    private struct Place: Sendable {
        var path: String
        var title: String
    }

    private let place: Place
    private let reading: TrackReading
    /// Metres per second for a track without times.
    private let assumedSpeed: Double?
    /// Keeps what a pipe brought until the last copy of this value is gone.
    private let spool: NamelessFile?
    /// Bytes of a pipe that are kept at most.
    private static let largestPipe = 4 << 30
    /// Makes the tracker that follows it.
    let tracker: TrackerMaker
    /// Opens what is no file of fixes: a recorded session.
    private let opener: (@Sendable () throws(InputFault) -> any FixReader)?
    /// True for a source that comes as it comes and cannot be read twice.
    public let isLive: Bool
    /// True for a live source with an address: a receiver, a server, a port.
    public let isAddress: Bool
    /// Keeps what the tracker says of a live track.
    public var keeper: (any UpdateKeeper)?
    /// Which of the things that it tells apart are followed.
    public var choice = TrackChoice.together

    /// - Parameters:
    ///   - path: a file, a pipe, or `-` for standard input.
    ///   - reading: how it is read, where that should not be found out.
    ///   - rereads: true copies standard input and what can be read but once to a hidden temporary file, so that it can be read
    ///     more than once; this waits for its end.
    ///   - tracker: makes the tracker that follows it.
    ///   - opener: opens it at its start, in place of the formats that are known here; nil: they do.
    /// - Throws: `unreadable` when it cannot be kept, `unknownFormat` when its first bytes are none that are read here.
    public init(
        _ path: String, reading: TrackReading = TrackReading(), assumedSpeed: Double? = nil, rereads: Bool,
        tracker: @escaping TrackerMaker = MotionTracker.maker,
        opener: (@Sendable () throws(InputFault) -> any FixReader)? = nil
    ) throws(InputFault) {
        self.tracker = tracker
        self.opener = opener
        self.reading = reading
        self.assumedSpeed = assumedSpeed
        let isPipe = path == "-" || ByteSource.isReadOnce(path)
        let title = path == "-" ? "stdin" : path
        isLive = isPipe && !rereads
        isAddress = false
        if isPipe, rereads {
            let source = try ByteSource(path: path)
            try TrackInput.check(source, reading: reading)
            let spool = try NamelessFile(for: title)
            try spool.keep(source, atMost: Self.largestPipe)
            self.spool = spool
            place = Place(path: spool.path, title: title)
        } else {
            spool = nil
            place = Place(path: path, title: title)
        }
    }

    /// A live source, which `opener` opens once.
    /// - Parameter title: what messages call it.
    public init(
        live title: String, reading: TrackReading = TrackReading(), assumedSpeed: Double? = nil, tracker: @escaping TrackerMaker = MotionTracker.maker,
        opener: @escaping @Sendable () throws(InputFault) -> any FixReader
    ) {
        self.tracker = tracker
        self.opener = opener
        self.assumedSpeed = assumedSpeed
        self.reading = reading
        spool = nil
        isLive = true
        isAddress = true
        place = Place(path: title, title: title)
    }

    /// What messages call it.
    public var title: String { place.title }

    /// Opens it at its start, its fixes as they are, with times or without.
    public func openUntimed() throws(InputFault) -> any FixReader {
        if let opener { return choice.chosen(of: try opener()) }
        return choice.chosen(of: try TrackInput.open(ByteSource(path: place.path, title: place.title), reading: reading))
    }

    /// Opens it at its start, a file's fixes in the order of their times.
    public func open() throws(InputFault) -> TimedReader {
        let pace = assumedSpeed.flatMap { PaceClock(speed: $0) }
        var reader = try openUntimed()
        if pace == nil, reading.reorder == nil, isFile { reader = OrderedReader(reader, source: place.title, isApart: choice == .apart) }
        // What comes by an address is not misread as a whole, and one bad message ends nothing; assumed speeds are possible.
        if !isAddress, pace == nil { reader = PossibleSpeedReader(reader, source: place.title, holds: !isLive) }
        return TimedReader(reader, source: place.title, pace: pace, reorder: reading.reorder, apart: choice == .apart)
    }

    /// Whether it can be read again from its start: what is told as it happens cannot, and a session is heard as it was recorded.
    private var isFile: Bool {
        var status = stat()
        return !isLive && opener == nil && stat(place.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Opens it at its start, followed by its tracker, or by one for each of the things that it tells apart.
    public func track() throws(InputFault) -> TickingTrack {
        TickingTrack(try open(), tracker: tracker, apart: choice == .apart, isLive: isAddress)
    }

    /// Reads it to its end, and gives it from its start, followed by one tracker that is made of all its fixes.
    public func track(inHindsight maker: ([Fix]) -> TrackerMaker) throws(InputFault) -> TickingTrack {
        let (reader, fixes) = try KeptReader.read(try open(), source: title)
        return TickingTrack(reader, tracker: maker(fixes))
    }
}
