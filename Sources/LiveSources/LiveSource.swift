// SPDX-License-Identifier: MIT
import Foundation
import HTTPListening
import PlainText
import Platform
import Synchronization
import Tracking

/// One live source of fixes: opens what an address names and delivers its fixes until it is stopped.
///
/// Incoming data waits in the source's own queue, so that a slow reader does not block it; `depth` shows the backlog. Any thread.
public final class LiveSource: Sendable {
    /// What `open` needs besides the address.
    public struct Settings: Sendable {
        /// The rate of a serial line; nil means 9600.
        public var baud: Int?
        /// The token that a post must carry. Required to listen beyond loopback.
        public var token: Secret?
        /// The broker's password, in place of the one in its address.
        public var password: Secret?
        /// How the fixes are read. The format applies only to a serial line and `tcp://`, whose default is NMEA 0183.
        public var reading = TrackReading()
        public init() {}
    }

    public let address: LiveAddress
    private let settings: Settings
    private let notice: @Sendable (String) -> Void
    private let warn: @Sendable (String) -> Void
    private let feed: LineQueue
    /// Counts lines dropped because the feed was full, for every kind of source.
    private let drops: DropCounter
    private let state = Mutex(State())

    private struct State {
        /// Every caller of `stop` stops it: a second caller may end the program, and by then a serial line's settings must be
        /// restored.
        var client: (any LiveClient)?
        var isStopped = false
        /// The format of the data, once connected.
        var format: TrackFormat?
    }

    /// Seconds that connecting may take before it is reported.
    private static let patience = 2.0

    /// - Parameters:
    ///   - notice: Receives status messages: connecting, listening, subscribed.
    ///   - warn: Receives that the connection is lost or back, and that messages or lines were dropped.
    public init(
        _ address: LiveAddress, _ settings: Settings, notice: @escaping @Sendable (String) -> Void,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.address = address
        self.settings = settings
        self.notice = notice
        self.warn = warn
        let drops = DropCounter(title: address.title, items: "lines that found the queue full", notice: warn)
        self.drops = drops
        feed = LineQueue(onLoss: { drops.add("a line was dropped: the queue was full", times: $0) })
    }

    deinit { stop() }

    /// The data that has arrived and has not been read yet.
    public var depth: LineQueue.Depth { feed.depth }

    /// True once it has connected or listens.
    public var isConnected: Bool { state.withLock { $0.format != nil } }

    /// Connects or listens, unless that has been done. A server that does not answer at once is reported.
    /// - Returns: The format of the data.
    /// - Throws: Why the source cannot be connected to or listened on.
    @discardableResult
    public func connect() throws(InputFault) -> TrackFormat {
        if let format = state.withLock({ $0.format }) { return format }
        let connected = OneShot<Bool>()
        defer { connected.resolve(true) }
        Thread { [title, notice] in
            if connected.wait(seconds: Self.patience) == nil { notice("connecting to \(title)") }
        }.start()
        let format = try start()
        state.withLock { $0.format = format }
        return format
    }

    /// Connects if that has not been done, and returns the reader of the fixes. Call once; waits for the first bytes.
    /// - Throws: Why the source cannot be connected to or listened on.
    public func open() throws(InputFault) -> any FixReader {
        let format = try connect()
        let feed = feed
        let early = EarlyLines { [title, warn] in
            warn("\(title): no position in the first \($0) lines; still waiting for one")
        }
        defer { early.end() }
        let bytes = ByteSource(name: title, waitForData: { feed.waitForData(within: $0) }) { space in
            early.check()
            let count = feed.pull(into: space)
            early.count(UnsafeRawBufferPointer(rebasing: space[..<count]))
            return count
        }
        var reading = settings.reading
        reading.format = format
        reading.isLive = true
        // TUIO coordinates are fractions of the surface.
        if case .tuio = address, reading.plane == nil { reading.plane = .unit }
        return try TrackInput.open(bytes, reading: reading)
    }

    /// Stops the source. Data that has arrived is still read, then the track ends. When this returns, a serial line's settings
    /// are restored.
    public func stop() {
        let client = state.withLock { state in
            state.isStopped = true
            return state.client
        }
        client?.stop()
        feed.close()
        drops.reportTotal()
    }

    /// The name used in messages.
    public var title: String { address.title }

    /// Starts the source and returns the format of its data.
    private func start() throws(InputFault) -> TrackFormat {
        switch address {
        case .gpsd(let host, let port, let device):
            try connectByTCP(
                host, port, request: Self.watch(device),
                server: ("gpsd", "start it (systemctl start gpsd.socket), or name its host and port"))
            return .gpsd
        case .tcp(let host, let port):
            try connectByTCP(host, port, server: ("the server", "check its host and port"))
            return streamFormat
        case .serial(let path):
            let line = try SerialPort(path: path, baud: settings.baud ?? 9600, into: feed, warn: warn)
            // Before it is opened, so that a stop at any moment restores its settings.
            use(line)
            try line.begin()
            return streamFormat
        case .mqtt(let broker):
            use(try MQTTSubscription(broker, password: settings.password, into: feed, notice: notice, warn: warn))
            return .phones
        case .http(let host, let port):
            guard address.isLocal || settings.token != nil else {
                throw InputFault(
                    opening: title, "other machines can post here without a token", "give --token-file FILE, or listen on 127.0.0.1")
            }
            use(try PhoneListener(host: host, port: port, token: settings.token, title: title, into: feed, warn: warn))
            notice("listening on \(title)")
            return .phones
        case .train(let portal):
            use(try PortalClient(portal, title: title, into: feed, warn: warn))
            return .jsonl
        case .osc(let host, let port), .tuio(let host, let port):
            use(try PositionListener(host: host, port: port, title: title, into: feed, warn: warn))
            notice("listening on \(title) (UDP)")
            return .jsonl
        }
    }

    /// The command that makes gpsd report, from one device or all (https://gpsd.gitlab.io/gpsd/gpsd_json.html).
    private static func watch(_ device: String?) -> String {
        let chosen = device.map { ",\"device\":\(JSONText.quoted($0))" } ?? ""
        return "?WATCH={\"enable\":true,\"json\":true\(chosen)};\n"
    }

    /// The format of a line that carries any: an endless sequence of JSON lines is not an array, whatever its first byte.
    private var streamFormat: TrackFormat { settings.reading.format == .jsonl ? .phones : settings.reading.format ?? .nmea }

    private func connectByTCP(
        _ host: String, _ port: UInt16, request: String = "", server: (name: String, remedy: String)
    ) throws(InputFault) {
        use(try TCPClient(host: host, port: port, title: title, request: request, server: server, into: feed, warn: warn))
    }

    /// Sets what `stop` stops; if it has been called already, stops it now.
    private func use(_ client: any LiveClient) {
        let isLate = state.withLock { state in
            state.client = client
            return state.isStopped
        }
        if isLate { client.stop() }
    }
}

/// What delivers a source's data into its feed, until it is stopped. Any thread may stop it, repeatedly.
protocol LiveClient: Sendable {
    func stop()
}

extension InputFault {
    /// Why a live source cannot be opened.
    init(opening title: String, _ message: String, _ remedy: String) {
        self.init(kind: .unreadable, source: title, line: 0, message: message, remedy: remedy)
    }
}

/// Counts the lines that come before a source's first position, and reports once when they are many: until then a
/// reader reports nothing about them, so a source without positions would go unnoticed. Any thread.
private final class EarlyLines: Sendable {
    /// gpsd sends one or two lines a second while its receiver searches for satellites.
    private static let most = 20

    /// Nil once they are reported or a position has come.
    private let lines = Mutex<Int?>(0)
    private let onMany: @Sendable (_ lines: Int) -> Void

    init(onMany: @escaping @Sendable (_ lines: Int) -> Void) { self.onMany = onMany }

    func count(_ bytes: UnsafeRawBufferPointer) {
        lines.withLock { lines in lines = lines.map { $0 + bytes.count { $0 == 0x0A } } }
    }

    /// Call before reading further bytes: the lines counted so far held no position.
    func check() {
        let many: Int? = lines.withLock { lines in
            guard let all = lines, all >= Self.most else { return nil }
            lines = nil
            return all
        }
        if let many { onMany(many) }
    }

    /// Stops counting.
    func end() { lines.withLock { $0 = nil } }
}
