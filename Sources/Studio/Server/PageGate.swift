import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The only door to the outside: accepts connections on 127.0.0.1 and hands on to the server what is small enough.
///
/// The server's library reads heads, bodies and frames of any length into memory. Here heads and frames are bounded,
/// bodies are refused, the number of connections is bounded, and whoever does not finish its request is shown out. What
/// a request may ask for is the server's business (`PageGuard`).
final class PageGate: Sendable {
    /// Connections at once: a page has one lasting one and a few short ones.
    static let mostConnections = 64
    /// Seconds in which a head that has begun must be whole.
    static let patience = 10.0

    private let inside: String
    private let open = Atomic<Int>(0)

    /// - Parameter inside: the name in the abstract namespace under which the server listens.
    init(inside: String) { self.inside = inside }

    /// Accepts until the task is cancelled; no fault of a connection ends it.
    /// - Parameter ready: told the port.
    func run(port: UInt16, ready: (UInt16) -> Void) async throws {
        let pool: any AsyncSocketPool = HTTPServer.defaultPool()
        let door = try Socket(domain: AF_INET)
        defer { try? door.close() }
        try door.setValue(true, for: .localAddressReuse)
        try door.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
        try door.listen()
        try await pool.prepare()
        guard case .ip4(_, let port) = try door.sockname() else { throw SocketError.unsupportedAddress }
        let listening = try AsyncSocket(socket: door, pool: pool)
        ready(port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { await self.welcome(listening, pool) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func welcome(_ listening: AsyncSocket, _ pool: any AsyncSocketPool) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                guard let client = try? await listening.accept() else {
                    // Too many open files, or a visitor who left at once.
                    try? await Task.sleep(for: .milliseconds(50))
                    continue
                }
                guard open.add(1, ordering: .relaxed).newValue <= Self.mostConnections else {
                    open.subtract(1, ordering: .relaxed)
                    try? client.close()
                    continue
                }
                group.addTask {
                    await self.serve(client, pool)
                    self.open.subtract(1, ordering: .relaxed)
                }
            }
            group.cancelAll()
        }
    }

    /// One connection, to its end.
    private func serve(_ client: AsyncSocket, _ pool: any AsyncSocketPool) async {
        defer { try? client.close() }
        guard let server = try? await AsyncSocket.connected(to: sockaddr_un.unix(abstractNamespace: inside), pool: pool) else { return }
        defer { try? server.close() }
        let watch = GateWatch()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.takeIn(from: client, to: server, watch) }
            group.addTask { try? await self.giveOut(from: server, to: client) }
            group.addTask {
                while !Task.isCancelled, !watch.isOverdue { try? await Task.sleep(for: .seconds(1)) }
            }
            await group.next()
            group.cancelAll()
        }
        await takeLeave(of: client)
    }

    /// What the server says, to its last word.
    private func giveOut(from server: AsyncSocket, to client: AsyncSocket) async throws {
        while let bytes = try? await server.read(atMost: 4096) { try await client.write(Data(bytes)) }
        // The pool reports an end before what was said ahead of it has been read.
        while !Task.isCancelled, let bytes = try? server.socket.read(atMost: 4096) { try await client.write(Data(bytes)) }
    }

    /// Lets the last words arrive: a connection that is closed over unread bytes takes them back.
    private func takeLeave(of client: AsyncSocket) async {
        guard shutdown(client.socket.file.rawValue, Int32(SHUT_WR)) == 0 else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.passOver(client) }
            group.addTask { try? await Task.sleep(for: .seconds(1)) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Reads what nobody wants any more, up to a bound.
    private func passOver(_ client: AsyncSocket) async {
        var left = 1 << 20
        while left > 0, let bytes = try? await client.read(atMost: 4096), !bytes.isEmpty { left -= bytes.count }
    }

    /// What the client says, piece by piece; returns when no more is wanted of it.
    private func takeIn(from client: AsyncSocket, to server: AsyncSocket, _ watch: GateWatch) async throws {
        var meter = GateMeter()
        while true {
            let bytes = try await client.read(atMost: 4096)
            if bytes.isEmpty { return }
            switch meter.take(bytes) {
            case .pass(let forwarded):
                // A server that takes no more has a last word to say; the other way carries it and ends the connection.
                if !forwarded.isEmpty, (try? await server.write(Data(forwarded))) == nil { return await passOver(client) }
            case .dismiss(let last):
                try await server.write(Data(last))
                return await passOver(client)
            case .refuse(let farewell): return try await client.write(farewell)
            }
            watch.isInHead(meter.isInHead)
        }
    }
}

/// Since when a head is being waited for. Any thread.
private final class GateWatch: Sendable {
    private let since = Mutex<ContinuousClock.Instant?>(.now)

    func isInHead(_ isInHead: Bool) {
        since.withLock { since in
            if !isInHead { since = nil } else if since == nil { since = .now }
        }
    }

    var isOverdue: Bool { since.withLock { $0.map { .now - $0 > .seconds(PageGate.patience) } ?? false } }
}
