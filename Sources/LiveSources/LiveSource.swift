import Foundation
import HTTPListening
import Synchronization
import Tracking

/// One live source of fixes: opens what an address names and gives its fixes as they come, for as long as it is not stopped.
///
/// What comes in waits in a feed of its own, so that nothing holds the source up; `depth` shows it. Any thread.
public final class LiveSource: Sendable {
    /// What `open` needs beside the address.
    public struct Settings: Sendable {
        /// Of a serial line; nil: 9600.
        public var baud: Int?
        /// What a post must carry; asked for beyond loopback.
        public var token: Secret?
        /// A broker's, in place of the one in its address.
        public var password: Secret?
        /// How its fixes are read; a format is heeded for a serial line, which else speaks NMEA 0183.
        public var reading = TrackReading()
        public init() {}
    }

    public let address: LiveAddress
    private let settings: Settings
    private let notice: @Sendable (String) -> Void
    private let feed: LineQueue
    /// What found the feed full, whatever kind of source it came from.
    private let lost: DropCounter
    private let state = Mutex(State())

    private struct State {
        var stopping: [@Sendable () -> Void] = []
        /// Stopped by everyone who stops: whoever comes second may end the program, and the line must be as it was by then.
        var line: SerialPort?
        var isStopped = false
    }

    /// - Parameters:
    ///   - notice: takes what a listener should know: where it listens, what has gone, what is back.
    ///   - loss: takes what was lost because it found the queue full: the first line, and at the end the sum; nil: `notice`.
    public init(
        _ address: LiveAddress, _ settings: Settings = Settings(), notice: @escaping @Sendable (String) -> Void,
        loss: (@Sendable (String) -> Void)? = nil
    ) {
        self.address = address
        self.settings = settings
        self.notice = notice
        let lost = DropCounter(title: Self.title(of: address), things: "lines that found the queue full", notice: loss ?? notice)
        self.lost = lost
        feed = LineQueue(onLoss: { lost.add("a line found the queue full and was left out", times: $0) })
    }

    deinit { stop() }

    /// How much has come in and was not read yet.
    public var depth: LineQueue.Depth { feed.depth }

    /// Connects or listens, and gives the reader of the fixes. Call once; waits for the first bytes.
    /// - Throws: why it cannot be connected to or listened at.
    public func open() throws(InputFault) -> any FixReader {
        let format = try start()
        let feed = feed
        let bytes = ByteSource(name: title, isThere: { feed.isThere(within: $0) }) { (space) throws(InputFault) in try feed.pull(into: space) }
        var reading = settings.reading
        reading.format = format
        reading.isLive = true
        // TUIO counts in shares of the surface.
        if case .tuio = address, reading.plane == nil { reading.plane = .unit }
        return try TrackInput.open(bytes, reading: reading)
    }

    /// What has come in is read to its end, then the track ends. When it returns a serial line's settings are as they were.
    public func stop() {
        let (line, ends) = state.withLock { state in
            state.isStopped = true
            defer { state.stopping = [] }
            return (state.line, state.stopping)
        }
        line?.stop()
        for end in ends { end() }
        feed.close()
        lost.sum()
    }

    /// How messages call it.
    public var title: String { Self.title(of: address) }

    private static func title(of address: LiveAddress) -> String {
        switch address {
        case .gpsd(let host, let port, let device): "gpsd://\(host):\(port)\(device ?? "")"
        case .serial(let path): path
        case .mqtt(let broker): broker.title
        case .http(let host, let port): "http://\(shown(host)):\(port)"
        case .osc(let host, let port): "osc://\(shown(host)):\(port)"
        case .tuio(let host, let port): "tuio://\(shown(host)):\(port)"
        }
    }

    private static func shown(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// Gives the format of what comes in.
    private func start() throws(InputFault) -> TrackFormat {
        switch address {
        case .gpsd(let host, let port, let device):
            let client = try GPSDClient(host: host, port: port, device: device, notice: notice)
            onStop { client.stop() }
            pump { (space) throws(InputFault) in try client.pull(into: space) }
            return .gpsd
        case .serial(let path):
            let line = try SerialPort(path: path, baud: settings.baud ?? 9600, notice: notice)
            // Known before it is opened, so that there is no moment at which a stop would leave it changed.
            let isLate = state.withLock { state in
                state.line = line
                return state.isStopped
            }
            if isLate { line.stop() }
            try line.open()
            pump { (space) throws(InputFault) in try line.pull(into: space) }
            // Lines that go on for ever are no array, whatever byte they begin with.
            return settings.reading.format == .jsonl ? .phones : settings.reading.format ?? .nmea
        case .mqtt(let broker):
            let subscription = try MQTTSubscription(broker, password: settings.password, into: feed, notice: notice)
            onStop { subscription.stop() }
            return .phones
        case .http(let host, let port):
            guard address.isLocal || settings.token != nil else {
                throw InputFault(
                    kind: .unreadable, source: title, line: 0, message: "other machines could post here, and no token is asked of them",
                    remedy: "give --token-file FILE, or listen at 127.0.0.1 alone")
            }
            let listener = try PhoneListener(host: host, port: port, token: settings.token, title: title, into: feed, notice: notice)
            onStop { listener.stop() }
            notice("listening on \(title)")
            return .phones
        case .osc(let host, let port), .tuio(let host, let port):
            let listener = try PositionListener(host: host, port: port, title: title, into: feed, notice: notice)
            onStop { listener.stop() }
            notice("listening on \(title) (UDP)")
            return .jsonl
        }
    }

    private func onStop(_ end: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isStopped { state.stopping.append(end) }
            return state.isStopped
        }
        if isLate { end() }
    }

    /// Brings bytes into the feed, on a thread of its own, until there are no more.
    private func pump(_ pull: @escaping @Sendable (UnsafeMutableRawBufferPointer) throws(InputFault) -> Int) {
        let feed = feed
        Thread {
            let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
            defer { space.deallocate() }
            do throws(InputFault) {
                while true {
                    let count = try pull(space)
                    if count == 0 { return feed.close() }
                    // What is refused, the feed tells.
                    feed.push(Array(space[..<count]))
                }
            } catch {
                feed.close(error)
            }
        }.start()
    }
}
