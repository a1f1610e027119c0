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
    private var visits: [ObjectIdentifier: HTTPVisit] = [:]
    private var streams: [ObjectIdentifier: HTTPStream] = [:]
    private let upgraded = Mutex<[ObjectIdentifier: UpgradedConnection]>([:])
    /// Seconds that running answers may still take; nil until the end is wanted.
    private let grace = Mutex<Double?>(nil)
    private let over = DispatchSemaphore(value: 0)

    /// Milliseconds between two checks for idle connections.
    private static let look: Int32 = 100
    /// Seconds to wait at the end for upgraded connections.
    private static let lastPatience = 1.0
    /// Bytes of a refused body that are read and discarded, so that the sender receives the reason.
    private static let mostPassedOver = 4 << 20

    /// - Parameter listening: The listening socket. The loop closes it when it ends.
    init?(listening: Int32, terms: HTTPTerms, rule: VisitorRule, handler: @escaping HTTPServer.Handler) {
        self.terms = terms
        self.rule = rule
        self.handler = handler
        let context = Unmanaged.passUnretained(self).toOpaque()
        daemon = amaoto_mhd_start(
            listening, UInt32(terms.mostConnections), HTTPTerms.longestHead, UInt32(max(1, terms.patience.rounded(.up))), context,
            { context, connection, _, method, _, data, size, _ in
                guard let visit = HTTPVisit.of(connection), let loop = HTTPLoop.of(context), let size else { return .NO }
                if visit.request == nil {
                    loop.begin(visit, method.map { String(cString: $0) } ?? "")
                    // Read a refused body of reasonable length to its end first, so that the client receives the refusal.
                    if visit.mustAnswerAtOnce { return loop.answer(visit) }
                    return .YES
                }
                guard size.pointee > 0 else { return loop.answer(visit) }
                visit.take(UnsafeRawBufferPointer(start: data, count: size.pointee), atMost: loop.terms.longestBody)
                size.pointee = 0
                return .YES
            },
            { _, target, connection in
                // Only here is the query available in its original form.
                HTTPVisit.of(connection)?.target = target.map { String(cString: $0) } ?? ""
                return nil
            },
            { _, connection, _, _ in HTTPVisit.of(connection)?.isAnswered() },
            { context, connection, slot, event in
                guard let loop = HTTPLoop.of(context), let connection, let slot else { return }
                switch event {
                case .CONNECTION_NOTIFY_STARTED:
                    let visit = HTTPVisit(connection)
                    loop.visits[ObjectIdentifier(visit)] = visit
                    slot.pointee = Unmanaged.passUnretained(visit).toOpaque()
                case .CONNECTION_NOTIFY_CLOSED:
                    guard let visit = HTTPVisit.of(connection) else { return }
                    slot.pointee = nil
                    loop.visits[ObjectIdentifier(visit)] = nil
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
        over.wait()
        // Lets further calls of `stop` return.
        over.signal()
    }

    /// Serves until `stop`.
    func run() {
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, nil)
        var watch = SuspensionWatch()
        while grace.withLock({ $0 == nil }) { turn(Self.look, &watch) }
        end(&watch)
        over.signal()
    }

    private func turn(_ milliseconds: Int32, _ watch: inout SuspensionWatch) {
        if MHD_run_wait(daemon, milliseconds) != .YES { usleep(UInt32(milliseconds) * 1000) }
        guard let seconds = watch.elapsed(atLeast: Double(Self.look) / 1000) else { return }
        // When all connections are in use, those without a complete request get less time.
        let patience = visits.count < terms.mostConnections ? terms.patience : terms.patience / 10
        for visit in visits.values where visit.look(seconds) > patience { visit.dismiss() }
        for stream in streams.values { stream.look(seconds, beat: terms.beat) }
    }

    /// Keeps serving while the condition holds, for at most `seconds`.
    private func turn(for seconds: Double, _ watch: inout SuspensionWatch, while condition: () -> Bool) {
        let end = ContinuousClock.now + .seconds(seconds)
        while condition(), ContinuousClock.now < end { turn(5, &watch) }
    }

    private func end(_ watch: inout SuspensionWatch) {
        turn(for: grace.withLock { $0 ?? 0 }, &watch) { visits.values.contains(where: \.isBeingAnswered) }
        for connection in upgraded.withLock({ Array($0.values) }) { connection.cut() }
        turn(for: Self.lastPatience, &watch) { upgraded.withLock { !$0.isEmpty } }
        // When it is stopped, the library ends the program if a connection is suspended or another thread still holds one.
        for stream in streams.values { stream.abandon() }
        if upgraded.withLock({ $0.isEmpty }) { MHD_stop_daemon(daemon) }
        daemon = nil
    }

    // MARK: Requests

    /// Handles a request whose head is complete.
    private func begin(_ visit: HTTPVisit, _ method: String) {
        let request = HTTPRequest(method: method, target: visit.target, headers: visit.headers())
        visit.begin(request)
        let lengths = request.headers["content-length"] ?? []
        let length = lengths.first.map { Int($0) ?? .max } ?? 0
        let longest = terms.takesBody(request) ? terms.longestBody : 0
        if let refusal = rule.refusal(of: request) {
            visit.refuse(refusal)
        } else if lengths.count > 1 {
            visit.refuse(.refusal(400, "Content-Length is given twice"))
        } else if request.header("transfer-encoding") != nil {
            visit.refuse(
                longest > 0 ? .refusal(411, "Content-Length is missing") : .refusal(413, "this request must not have a body"))
        } else if length > longest {
            visit.refuse(
                .refusal(413, longest > 0 ? "at most \(longest) bytes are taken" : "this request must not have a body"))
        }
        visit.mustAnswerAtOnce =
            visit.refusal != nil && (request.header("transfer-encoding") != nil || lengths.count > 1 || length > Self.mostPassedOver)
    }

    private func answer(_ visit: HTTPVisit) -> MHD_Result {
        guard let request = visit.request else { return .NO }
        let response = visit.refusal ?? handler(request)
        visit.isBeingAnswered = true
        guard let made = make(response, visit) else { return .NO }
        defer { MHD_destroy_response(made) }
        for (name, value) in response.headers { MHD_add_response_header(made, name, value) }
        return MHD_queue_response(visit.connection, UInt32(response.status), made)
    }

    private func make(_ response: HTTPResponse, _ visit: HTTPVisit) -> OpaquePointer? {
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
            let sending = Sending(stream, HTTPStream.Connection(handle: visit.connection)) { [unowned self] in
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
            let upgrade = Upgrade { [weak self] descriptor, bytes, handle in self?.hand(over: descriptor, bytes, handle, to: use) }
            visit.upgrade = upgrade
            visit.isBeingAnswered = false
            return MHD_create_response_for_upgrade(
                { context, connection, _, bytes, count, descriptor, handle in
                    guard let context, let handle else { return }
                    HTTPVisit.of(connection)?.isUpgraded = true
                    let upgrade = Unmanaged<Upgrade>.fromOpaque(context).takeUnretainedValue()
                    upgrade.go(descriptor, Array(UnsafeRawBufferPointer(start: bytes, count: count)), handle)
                }, Unmanaged.passUnretained(upgrade).toOpaque())
        }
    }

    private func hand(over descriptor: Int32, _ bytes: [UInt8], _ handle: OpaquePointer, to use: @Sendable (UpgradedConnection) -> Void) {
        let number = Number()
        let connection = UpgradedConnection(descriptor: descriptor, alreadyRead: bytes, handle: handle) { [self] in
            upgraded.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(number)) }
        }
        upgraded.withLock { $0[ObjectIdentifier(number)] = connection }
        use(connection)
    }

    /// Identifies a connection without retaining it.
    private final class Number: Sendable {}

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
    let go: (_ descriptor: Int32, _ alreadyRead: [UInt8], _ handle: OpaquePointer) -> Void
    init(_ go: @escaping (Int32, [UInt8], OpaquePointer) -> Void) { self.go = go }
}

/// Measures the seconds between checks. A program that was suspended for a minute has not given its clients a minute.
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
