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
    /// Keeps what was read from standard input until the last copy of this value is gone.
    private let spool: Spool?
    /// Makes the tracker that follows it.
    private(set) var tracker: TrackerMaker
    /// Opens what is no file of fixes: a recorded session.
    private let opener: (@Sendable () throws(InputFault) -> any FixReader)?
    /// True for a source that comes as it comes and cannot be read twice.
    public let isLive: Bool
    /// True for a live source with an address: a receiver, a server, a port.
    public let isAddress: Bool
    /// Keeps what the tracker says while the track is rendered or played; a survey is not kept.
    public var keeper: (any UpdateKeeper)?
    /// Which of the things that it tells apart are followed.
    public var choice = TrackChoice.together

    /// - Parameters:
    ///   - path: a file, or `-` for standard input.
    ///   - reading: how it is read, where that should not be found out.
    ///   - rereads: true copies standard input, unless it is a file, to a hidden temporary one, so that it can be read
    ///     more than once; this waits for its end.
    ///   - tracker: makes the tracker that follows it.
    ///   - opener: opens it at its start, in place of the formats that are known here; nil: they do.
    /// - Throws: `unreadable` when standard input cannot be kept.
    public init(
        _ path: String, reading: TrackReading = TrackReading(), assumedSpeed: Double? = nil, rereads: Bool,
        tracker: @escaping TrackerMaker = MotionTracker.maker,
        opener: (@Sendable () throws(InputFault) -> any FixReader)? = nil
    ) throws(InputFault) {
        self.tracker = tracker
        self.opener = opener
        self.reading = reading
        self.assumedSpeed = assumedSpeed
        isLive = path == "-" && !rereads
        isAddress = false
        if path == "-", rereads {
            let spool = try Spool(STDIN_FILENO)
            self.spool = spool
            place = Place(path: spool.path, title: "stdin")
        } else {
            spool = nil
            place = Place(path: path, title: path == "-" ? "stdin" : path)
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

    /// Opens it at its start.
    public func open() throws(InputFault) -> TimedReader {
        let reader = try openUntimed()
        let pace = assumedSpeed.flatMap { PaceClock(speed: $0) }
        return TimedReader(reader, source: place.title, pace: pace, reorder: reading.reorder, apart: choice == .apart)
    }

    /// The same track, followed by another tracker.
    public func followed(by tracker: @escaping TrackerMaker) -> RideInput {
        var input = self
        input.tracker = tracker
        return input
    }

    /// One of the things that it tells apart, alone.
    public func only(_ track: String?) -> RideInput {
        var input = self
        input.choice = .only(track)
        return input
    }

    /// Opens it at its start, followed by its tracker, or by one for each of the things that it tells apart.
    public func track() throws(InputFault) -> TickingTrack {
        TickingTrack(try open(), tracker: tracker, apart: choice == .apart, isLive: isAddress)
    }
}

/// What came in on a descriptor, in a temporary file without a name.
private final class Spool: Sendable {
    private let descriptor: Int32

    var path: String { "/proc/self/fd/\(descriptor)" }

    init(_ source: Int32) throws(InputFault) {
        func failure(_ what: String) -> InputFault {
            InputFault(
                kind: .unreadable, source: "stdin", line: 0, message: "\(what): \(String(cString: strerror(errno)))",
                remedy: "save it to a file first")
        }
        var template = Array((NSTemporaryDirectory() + "/amaoto-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure("no temporary file can be made") }
        unlink(template)
        let piece = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = read(source, piece, 1 << 16)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("it cannot be read") }
            var written = 0
            while written < count {
                let step = write(descriptor, piece + written, count - written)
                if step < 0, errno == EINTR { continue }
                guard step > 0 else { throw failure("it cannot be kept") }
                written += step
            }
        }
    }

    deinit { close(descriptor) }
}
