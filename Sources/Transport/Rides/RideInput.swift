// SPDX-License-Identifier: MIT
import Platform
import Tracking

/// A track to read and its reading options. Every `open` reads it from the start.
public struct RideInput: Sendable {
    private enum Source: Sendable {
        case file(path: String)
        /// A pipe that is read as it comes.
        case pipe(path: String, EndedPipe)
        /// The content of a pipe, kept until the last copy of this value is released.
        case kept(NamelessFile)
        /// A recorded session.
        case session(Opener)
        /// A receiver, a server, a port.
        case address(Opener)
    }
    public typealias Opener = @Sendable () throws(InputFault) -> any FixReader

    private let source: Source
    /// The name in messages.
    public let title: String
    private var reading: TrackReading
    /// The speed in metres per second assumed for a track without times.
    private let assumedSpeed: Double?
    /// The maximum number of bytes kept from a pipe.
    private static let largestPipe = 4 << 30
    /// Makes the tracker for this track.
    let tracker: TrackerMaker
    /// True for a source that delivers in real time and cannot be read twice.
    public let isLive: Bool
    /// True for a live source with an address: a receiver, a server, a port.
    var isAddress: Bool { if case .address = source { true } else { false } }
    /// Records the tracker's updates of a live track.
    public var recorder: (any UpdateRecorder)?
    /// Which of the input's tracks are followed, and whether they are kept separate.
    public var choice = TrackChoice.together

    /// - Parameters:
    ///   - path: a file, a pipe, or `-` for standard input.
    ///   - reading: the reading options, where they should not be detected.
    ///   - rereads: true copies standard input and other input that can be read only once to a hidden temporary file, so that
    ///     it can be read repeatedly; this blocks until its end.
    ///   - tracker: makes the tracker for the track.
    ///   - opener: opens the input at its start instead of the known formats; nil to use those.
    /// - Throws: `unreadable` if it cannot be kept, `unknownFormat` if its first bytes do not match a supported format.
    public init(
        _ path: String, reading: TrackReading = TrackReading(), assumedSpeed: Double? = nil, rereads: Bool,
        tracker: @escaping TrackerMaker = MotionTracker.maker, opener: Opener? = nil
    ) throws(InputFault) {
        self.tracker = tracker
        self.reading = reading
        self.assumedSpeed = assumedSpeed
        let isPipe = path == "-" || ByteSource.isReadOnce(path)
        title = path == "-" ? "stdin" : path
        isLive = isPipe && !rereads
        self.reading.isLive = isLive
        if isPipe, rereads {
            let bytes = try ByteSource(path: path)
            try TrackInput.check(bytes, reading: reading)
            let spool = try NamelessFile(for: title)
            try spool.store(bytes, atMost: Self.largestPipe)
            source = .kept(spool)
        } else {
            source = opener.map { .session($0) } ?? (isLive ? .pipe(path: path, EndedPipe()) : .file(path: path))
        }
    }

    /// A live source, which `opener` opens once.
    /// - Parameter title: its name in messages.
    public init(
        live title: String, reading: TrackReading = TrackReading(), assumedSpeed: Double? = nil,
        tracker: @escaping TrackerMaker = MotionTracker.maker, opener: @escaping Opener
    ) {
        self.tracker = tracker
        self.assumedSpeed = assumedSpeed
        self.reading = reading
        self.title = title
        isLive = true
        source = .address(opener)
    }

    /// Opens the input at its start; its fixes are unchanged, with or without times.
    /// - Parameter onRead: called with the share of a file's bytes that has been read.
    /// - Throws: `InputFault` if it cannot be opened.
    public func openUntimed(onRead: ((_ share: Double) -> Void)? = nil) throws(InputFault) -> any FixReader {
        choice.chosen(of: try openWhole(onRead))
    }

    /// Opens the input at its start; its fixes are unchanged, those of all tracks.
    private func openWhole(_ onRead: ((_ share: Double) -> Void)?) throws(InputFault) -> any FixReader {
        let bytes: ByteSource
        switch source {
        case .session(let opener), .address(let opener): return try opener()
        case .kept(let spool): bytes = try ByteSource(path: spool.path, title: title)
        case .file(let path): bytes = try ByteSource(path: path, title: title)
        case .pipe(let path, let pipe): bytes = pipe.bytes(of: try ByteSource(path: path, title: title))
        }
        bytes.onRead = onRead
        return try TrackInput.open(bytes, reading: reading)
    }

    /// Ends a pipe whose writer goes on: what has arrived is still read, then the track ends. No effect on other inputs. Any thread.
    /// - Returns: false if nothing reads it yet: opening a named pipe waits for its writer.
    @discardableResult
    public func stop() -> Bool { if case .pipe(_, let pipe) = source { pipe.stop() } else { false } }

    /// Opens the input at its start; a file's fixes are in time order.
    /// - Throws: `InputFault` if it cannot be opened.
    public func open(onRead: ((_ share: Double) -> Void)? = nil) throws(InputFault) -> TimedReader {
        let pace = assumedSpeed.flatMap { PaceClock(speed: $0) }
        let isOrdered = pace == nil && reading.reorder == nil && isFile
        var reader =
            try isOrdered
            ? OrderedReader(openWhole(onRead), source: title, choice: choice)
            : openUntimed(onRead: onRead)
        // A source with an address is not misread as a whole, and a single bad message does not end it; assumed speeds are
        // always possible.
        if !isAddress, pace == nil { reader = SpeedCheckReader(reader, source: title, holds: !isLive) }
        return TimedReader(
            reader, source: title, pace: pace, reorder: reading.reorder, separatesTracks: choice == .separate, isOfLiveAddress: isAddress)
    }

    /// True if it can be read again from its start. A live source cannot, and a session is played as it was recorded.
    private var isFile: Bool {
        switch source {
        case .file(let path): FileKind(path: path) == .file
        case .kept: true
        case .pipe, .session, .address: false
        }
    }

    /// Opens the input at its start with its tracker, or with one tracker per track in it.
    /// - Throws: `InputFault` if it cannot be opened.
    public func track(onRead: ((_ share: Double) -> Void)?) throws(InputFault) -> TickingTrack {
        TickingTrack(try open(onRead: onRead), tracker: tracker, separatesTracks: choice == .separate)
    }

    /// Reads the input to its end.
    /// - Parameters:
    ///   - isStrict: true throws the first fault instead of reporting it.
    ///   - progress: called many times per second.
    ///   - onFault: called for every skipped piece.
    ///   - take: called for every update, in order.
    /// - Returns: The track at its end.
    /// - Throws: `InputFault`, or what `take` throws.
    public func read(
        isStrict: Bool, progress: @escaping (ReadingProgress) -> Void, onFault: (InputFault) -> Void,
        take: (TrackerUpdate) throws -> Void
    ) throws -> TickingTrack {
        var track = try track { progress(ReadingProgress(title: title, share: $0, updates: 0)) }
        var updates = 0
        while let item = try track.next() {
            switch item {
            case .fault(let fault):
                if isStrict { throw fault }
                onFault(fault)
            case .update(let update):
                updates += 1
                if updates % 1000 == 0 { progress(ReadingProgress(title: title, share: 1, updates: updates)) }
                try take(update)
            }
        }
        return track
    }

    /// Reads the input to its end, and returns it from its start with a tracker that is made from all of its fixes.
    /// - Parameter onRead: called with the share of a file's bytes that has been read.
    /// - Throws: `InputFault` if it cannot be read.
    public func track(inHindsight maker: ([Fix]) -> TrackerMaker, onRead: ((_ share: Double) -> Void)?) throws(InputFault)
        -> TickingTrack
    {
        let (reader, fixes) = try ReplayReader.read(try open(onRead: onRead), source: title)
        return TickingTrack(reader, tracker: maker(fixes))
    }
}
