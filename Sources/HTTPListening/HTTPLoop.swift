// SPDX-License-Identifier: MIT
import CMicroHTTPD
import Foundation
import Synchronization

/// The thread on which a server accepts, reads and answers requests.
final class HTTPLoop: @unchecked Sendable {
    // Sendable is sound: `grace` and `upgraded` guard themselves; only the serving thread uses the rest once it runs.
    private let terms: HTTPTerms
    private let rule: VisitorRule
    private let handler: HTTPServer.Handler
    private var daemon: OpaquePointer?
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var streams: [ObjectIdentifier: HTTPStream] = [:]
    private let upgraded = Mutex<[ObjectIdentifier: UpgradedConnection]>([:])
    /// Seconds that running answers may still take; nil until `stop`.
    private let grace = Mutex<Double?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Milliseconds between two checks for idle connections.
    private static let checkInterval: Int32 = 100
    /// Seconds to wait at the end for upgraded connections.
    private static let lastPatience = 1.0
    /// Bytes of the longest refused body that is read and discarded, so that the sender receives the reason.
    private static let mostDiscarded = 4 << 20

    /// - Parameter listening: The listening socket. The loop closes it when it ends.
    init?(listening: Int32, terms: HTTPTerms, rule: VisitorRule, handler: @escaping HTTPServer.Handler) {
        self.terms = terms
        self.rule = rule
        self.handler = handler
        let context = Unmanaged.passUnretained(self).toOpaque()
        daemon = amaoto_mhd_start(
            listening, UInt32(terms.mostConnections), HTTPTerms.longestHead, UInt32(max(1, terms.patience.rounded(.up))), context,
            { context, connection, _, method, _, data, size, _ in
                guard let client = HTTPConnection.of(connection), let loop = HTTPLoop.of(context), let size else { return .NO }
                if client.request == nil {
                    loop.begin(client, method.map { String(cString: $0) } ?? "")
                    // Read a refused body of reasonable length to its end first, so that the client receives the refusal.
                    if client.mustAnswerAtOnce { return loop.answer(client) }
                    return .YES
                }
                guard size.pointee > 0 else { return loop.answer(client) }
                client.take(UnsafeRawBufferPointer(start: data, count: size.pointee), atMost: loop.terms.longestBody)
                size.pointee = 0
                return .YES
            },
            { _, target, connection in
                // Only here is the query available in its original form.
                HTTPConnection.of(connection)?.target = target.map { String(cString: $0) } ?? ""
                return nil
            },
            { _, connection, _, _ in HTTPConnection.of(connection)?.finishRequest() },
            { context, connection, slot, event in
                guard let loop = HTTPLoop.of(context), let connection, let slot else { return }
                switch event {
                case .CONNECTION_NOTIFY_STARTED:
                    let client = HTTPConnection(connection)
                    loop.connections[ObjectIdentifier(client)] = client
                    slot.pointee = Unmanaged.passUnretained(client).toOpaque()
                case .CONNECTION_NOTIFY_CLOSED:
                    guard let client = HTTPConnection.of(connection) else { return }
                    slot.pointee = nil
                    loop.connections[ObjectIdentifier(client)] = nil
                }
            })
        guard daemon != nil else { return nil }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> HTTPLoop? {
        pointer.map { Unmanaged<HTTPLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stops the loop and waits until it has ended. Any thread but its own.
    func stop(within seconds: Double) {
        grace.withLock { $0 = seconds }
        ended.wait()
        // Lets further calls of `stop` return.
        ended.signal()
    }

    /// Serves until `stop`.
    func run() {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        var watch = SuspensionWatch()
        while grace.withLock({ $0 == nil }) { serveOnce(Self.checkInterval, &watch) }
        end(&watch)
        ended.signal()
    }

    /// Serves what arrives within `milliseconds`, then closes connections that have been idle for too long.
    private func serveOnce(_ milliseconds: Int32, _ watch: inout SuspensionWatch) {
        if MHD_run_wait(daemon, milliseconds) != .YES { usleep(UInt32(milliseconds) * 1000) }
        guard let seconds = watch.elapsed(atLeast: Double(Self.checkInterval) / 1000) else { return }
        // When all connections are in use, those without a complete request get less time.
        let patience = connections.count < terms.mostConnections ? terms.patience : terms.patience / 10
        for client in connections.values where client.addWait(seconds) > patience { client.shutDown() }
        for stream in streams.values { stream.addSilence(seconds, beat: terms.beat) }
    }

    /// Keeps serving while the condition holds, for at most `seconds`.
    private func serve(for seconds: Double, _ watch: inout SuspensionWatch, while condition: () -> Bool) {
        let end = ContinuousClock.now + .seconds(seconds)
        while condition(), ContinuousClock.now < end { serveOnce(5, &watch) }
    }

    private func end(_ watch: inout SuspensionWatch) {
        serve(for: grace.withLock { $0 ?? 0 }, &watch) { connections.values.contains(where: \.isBeingAnswered) }
        for connection in upgraded.withLock({ Array($0.values) }) { connection.shutDown() }
        serve(for: Self.lastPatience, &watch) { upgraded.withLock { !$0.isEmpty } }
        // When it is stopped, the library ends the program if a connection is suspended or another thread still holds one.
        for stream in streams.values { stream.abandon() }
        if upgraded.withLock({ $0.isEmpty }) { MHD_stop_daemon(daemon) }
        daemon = nil
    }

    // MARK: Requests

    /// Handles a request whose head is complete.
    private func begin(_ client: HTTPConnection, _ method: String) {
        let request = HTTPRequest(method: method, target: client.target, headers: client.headers())
        client.request = request
        let lengths = request.headers["content-length"] ?? []
        let length = lengths.first.map { Int($0) ?? .max } ?? 0
        let longest = terms.takesBody(request) ? terms.longestBody : 0
        let isChunked = request.header("transfer-encoding") != nil
        if let refusal = rule.refusal(of: request) {
            client.refusal = refusal
        } else if lengths.count > 1 {
            client.refusal = .refusal(400, "Content-Length is given twice")
        } else if isChunked || length > longest, longest == 0 {
            client.refusal = .refusal(413, "this request must not have a body")
        } else if isChunked {
            client.refusal = .refusal(411, "Content-Length is missing")
        } else if length > longest {
            client.refusal = .refusal(413, "at most \(longest) bytes are accepted")
        }
        client.mustAnswerAtOnce = client.refusal != nil && (isChunked || lengths.count > 1 || length > Self.mostDiscarded)
    }

    private func answer(_ client: HTTPConnection) -> MHD_Result {
        guard let request = client.request else { return .NO }
        let response = client.refusal ?? handler(request)
        client.isBeingAnswered = true
        guard let made = make(response, client) else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        return MHD_queue_response(client.handle, UInt32(response.status), made)
    }

    private func make(_ response: HTTPResponse, _ client: HTTPConnection) -> OpaquePointer? {
        switch response.body {
        case .bytes(let data):
            return data.withUnsafeBytes {
                // The library copies the bytes.
                MHD_create_response_from_buffer($0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .file(let descriptor, let length):
            guard let made = MHD_create_response_from_fd64(length, descriptor) else {
                close(descriptor)
                return nil
            }
            return made
        case .stream(let stream):
            streams[ObjectIdentifier(stream)] = stream
            let sending = Sending(stream, HTTPStream.Connection(handle: client.handle)) { [unowned self] in
                streams[ObjectIdentifier(stream)] = nil
            }
            return MHD_create_response_from_callback(
                .max, 4096,
                { context, _, space, count in
                    guard let context, let space else { return -1 }
                    let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
                    return sending.stream.read(into: UnsafeMutableRawBufferPointer(start: space, count: count), for: sending.connection)
                }, Unmanaged.passRetained(sending).toOpaque(),
                { context in
                    guard let context else { return }
                    let sending = Unmanaged<Sending>.fromOpaque(context).takeRetainedValue()
                    sending.onEnd()
                    sending.stream.ended()
                })
        case .upgrade(let use):
            let upgrade = Upgrade { [weak self] descriptor, bytes, handle in self?.handOver(descriptor, bytes, handle, to: use) }
            client.upgrade = upgrade
            client.isBeingAnswered = false
            return MHD_create_response_for_upgrade(
                { context, connection, _, bytes, count, descriptor, handle in
                    guard let context, let handle else { return }
                    HTTPConnection.of(connection)?.isUpgraded = true
                    let upgrade = Unmanaged<Upgrade>.fromOpaque(context).takeUnretainedValue()
                    upgrade.handler(descriptor, Array(UnsafeRawBufferPointer(start: bytes, count: count)), handle)
                }, Unmanaged.passUnretained(upgrade).toOpaque())
        }
    }

    private func handOver(_ descriptor: Int32, _ bytes: [UInt8], _ handle: OpaquePointer, to use: @Sendable (UpgradedConnection) -> Void) {
        let key = ConnectionKey()
        let connection = UpgradedConnection(descriptor: descriptor, alreadyRead: bytes, handle: handle) { [self] in
            upgraded.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(key)) }
        }
        upgraded.withLock { $0[ObjectIdentifier(key)] = connection }
        use(connection)
    }

    /// Identifies a connection without retaining it.
    private final class ConnectionKey: Sendable {}

    private final class Sending {
        let stream: HTTPStream
        let connection: HTTPStream.Connection
        let onEnd: () -> Void

        init(_ stream: HTTPStream, _ connection: HTTPStream.Connection, onEnd: @escaping () -> Void) {
            self.stream = stream
            self.connection = connection
            self.onEnd = onEnd
        }
    }
}

/// Takes over a connection that switches to another protocol.
final class Upgrade {
    let handler: (_ descriptor: Int32, _ alreadyRead: [UInt8], _ handle: OpaquePointer) -> Void
    init(_ handler: @escaping (Int32, [UInt8], OpaquePointer) -> Void) { self.handler = handler }
}

/// Measures the seconds between checks, without the time for which the program was suspended: its clients could not act then.
private struct SuspensionWatch {
    private var last = ContinuousClock.now

    /// The seconds since the last check; nil until `least` have passed.
    mutating func elapsed(atLeast least: Double) -> Double? {
        let now = ContinuousClock.now
        let seconds = Double((now - last) / .milliseconds(1)) / 1000
        guard seconds >= least else { return nil }
        last = now
        return min(seconds, 4 * least)
    }
}
