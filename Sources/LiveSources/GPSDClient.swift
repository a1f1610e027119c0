import Glibc
import PlainText
import Tracking

/// gpsd's reports as lines of JSON, for as long as it takes: connects, asks to watch, and begins again when the connection
/// ends (https://gpsd.gitlab.io/gpsd/gpsd_json.html). The thread that pulls waits; `stop` from any thread ends it.
final class GPSDClient: @unchecked Sendable {
    // Sendable is sound: `waking` takes calls from anywhere, all else is the pulling thread's.
    private let host: String
    private let port: UInt16
    private let device: String?
    private let notice: @Sendable (String) -> Void
    private let waking = Waking()
    private var socket: Int32 = -1
    private var backOff = BackOff()
    /// Bytes that stand before what comes in next.
    private var pending: [UInt8] = []
    private var endedInALine = false
    /// It was said that it has gone, and nothing has come since.
    private var isGone = false

    /// Milliseconds that a connection may take.
    private static let patience: Int32 = 5_000
    private var title: String { "gpsd://\(host):\(port)" }

    /// Connects. Waits for it, at most five seconds an address.
    /// - Parameter notice: takes what a listener should know: lost, back.
    init(host: String, port: UInt16, device: String?, notice: @escaping @Sendable (String) -> Void) throws(InputFault) {
        self.host = host
        self.port = port
        self.device = device
        self.notice = notice
        try connect()
    }

    deinit { if socket >= 0 { close(socket) } }

    func stop() { waking.stop() }

    /// Fills at most `space`; 0 once stopped.
    func pull(into space: UnsafeMutableRawBufferPointer) throws(InputFault) -> Int {
        while true {
            if !pending.isEmpty {
                let count = min(space.count, pending.count)
                space.copyBytes(from: pending[..<count])
                pending.removeFirst(count)
                return count
            }
            if socket < 0 {
                guard reconnect() else { return 0 }
                continue
            }
            guard waking.wait(for: socket) == .ready else { return 0 }
            let count = recv(socket, space.baseAddress, space.count, 0)
            if count > 0 {
                endedInALine = space[count - 1] != 0x0A
                hear()
                return count
            }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            lose()
        }
    }

    private func lose() {
        close(socket)
        socket = -1
        // The half of a line that came must not swallow the next one.
        if endedInALine { pending = [0x0A] }
        endedInALine = false
        if !isGone { notice("\(title) has gone; trying again") }
        isGone = true
    }

    /// It speaks. One that only takes the connection and closes it is not back.
    private func hear() {
        backOff.heard()
        if isGone { notice("\(title) is back") }
        isGone = false
    }

    /// True once connected, false once stopped.
    private func reconnect() -> Bool {
        while true {
            if waking.sleep(milliseconds: backOff.next()) { return false }
            if (try? connect()) != nil { return true }
        }
    }

    private func connect() throws(InputFault) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else {
            throw fault("this host is not known (\(String(cString: gai_strerror(code))))", "check its name")
        }
        defer { freeaddrinfo(found) }
        var cause = ECONNREFUSED
        var next: UnsafeMutablePointer<addrinfo>? = found
        while let address = next {
            switch open(address.pointee) {
            case .success(let opened):
                socket = opened
                try watch()
                backOff.connected()
                return
            case .failure(let failure): cause = failure.code
            }
            next = address.pointee.ai_next
        }
        throw fault(
            "gpsd does not answer (\(String(cString: strerror(cause))))", "start it (systemctl start gpsd.socket), or name its host and port")
    }

    private struct Refusal: Error { let code: Int32 }

    private func open(_ address: addrinfo) -> Result<Int32, Refusal> {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let opened = Glibc.socket(address.ai_family, flags, 0)
        guard opened >= 0 else { return .failure(Refusal(code: errno)) }
        if Glibc.connect(opened, address.ai_addr, address.ai_addrlen) != 0 {
            var cause = errno
            if cause == EINPROGRESS {
                var length = socklen_t(MemoryLayout<Int32>.size)
                let outcome = waking.wait(for: opened, events: POLLOUT, milliseconds: Self.patience)
                cause = outcome == .ready ? 0 : ETIMEDOUT
                if outcome == .ready { getsockopt(opened, SOL_SOCKET, SO_ERROR, &cause, &length) }
            }
            guard cause == 0 else {
                close(opened)
                return .failure(Refusal(code: cause))
            }
        }
        // A gpsd whose machine has vanished is noticed within a minute.
        for (level, option, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (Int32(IPPROTO_TCP), TCP_KEEPIDLE, 20), (Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10),
            (Int32(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ] as [(Int32, Int32, Int32)] {
            var value = value
            setsockopt(opened, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
        }
        return .success(opened)
    }

    private func watch() throws(InputFault) {
        var request = "?WATCH={\"enable\":true,\"json\":true"
        if let device { request += ",\"device\":\(JSONText.quoted(device))" }
        request += "};\n"
        let bytes = Array(request.utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            let cause = errno
            close(socket)
            socket = -1
            throw fault("gpsd does not take requests (\(String(cString: strerror(cause))))", "check that it is gpsd that listens there")
        }
    }

    private func fault(_ message: String, _ remedy: String) -> InputFault {
        InputFault(kind: .unreadable, source: title, line: 0, message: message, remedy: remedy)
    }
}
