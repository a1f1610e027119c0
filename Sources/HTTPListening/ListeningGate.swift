import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The only door to the outside: accepts connections at an address and hands on to the server what is small enough.
///
/// The server's library reads heads, bodies and frames of any length into memory, and long lines in quadratic time. Here all
/// of them are bounded, the number of connections is bounded, and whoever does not finish its request is shown out. What a
/// request may ask for is the server's business.
final class ListeningGate: Sendable {
    private let inside: String
    private let terms: GateTerms
    private let visits = Mutex(Visits())

    /// Who is inside.
    private struct Visits {
        var open = 0
        var next = 0
        var watches: [Int: GateWatch] = [:]
    }

    /// - Parameter inside: the name in the abstract namespace under which the server listens.
    init(inside: String, terms: GateTerms) {
        self.inside = inside
        self.terms = terms
    }

    /// True where nothing that the server has said is still on its way through here.
    var isAllSent: Bool { visits.withLock { Array($0.watches.values) }.allSatisfy(\.isAllSent) }

    /// Accepts until the task is cancelled; no fault of a connection ends it.
    /// - Parameter ready: told the port.
    func run(at address: some SocketAddress, ready: @Sendable (UInt16) -> Void) async throws {
        let pool: any AsyncSocketPool = HTTPServer.defaultPool()
        let door = try Self.door(at: address)
        defer { try? door.close() }
        try await pool.prepare()
        let port: UInt16
        switch try door.sockname() {
        case .ip4(_, let number), .ip6(_, let number): port = number
        case .unix: throw SocketError.unsupportedAddress
        }
        let listening = try AsyncSocket(socket: door, pool: pool)
        ready(port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { await self.welcome(listening, pool) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func door(at address: some SocketAddress) throws -> Socket {
        let door = try Socket(domain: Int32(type(of: address).family))
        do {
            try door.setValue(true, for: .localAddressReuse)
            try door.bind(to: address)
        } catch {
            try? door.close()
            throw error
        }
        // Closes it itself where it fails.
        try door.listen()
        return door
    }

    private func welcome(_ listening: AsyncSocket, _ pool: any AsyncSocketPool) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                guard let client = try? await listening.accept() else {
                    // Too many open files, or a visitor who left at once.
                    try? await Task.sleep(for: .milliseconds(50))
                    continue
                }
                guard Descriptors.areLeft, enter() else {
                    try? client.close()
                    continue
                }
                group.addTask {
                    await self.serve(client, pool)
                    self.visits.withLock { $0.open -= 1 }
                }
            }
            group.cancelAll()
        }
    }

    private func enter() -> Bool {
        visits.withLock { visits in
            guard visits.open < terms.mostConnections else { return false }
            visits.open += 1
            return true
        }
    }

    /// One connection, to its end.
    private func serve(_ client: AsyncSocket, _ pool: any AsyncSocketPool) async {
        defer { try? client.close() }
        guard let server = try? await AsyncSocket.connected(to: sockaddr_un.unix(abstractNamespace: inside), pool: pool) else { return }
        defer { try? server.close() }
        let watch = GateWatch(server: server.socket, mayLast: terms.mayLast)
        let number = visits.withLock { visits in
            visits.next += 1
            visits.watches[visits.next] = watch
            return visits.next
        }
        // Before the descriptor is closed, which may soon be another's.
        defer { visits.withLock { _ = $0.watches.removeValue(forKey: number) } }
        let look = Duration.seconds(terms.patience / Double(GateWatch.looks))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await self.takeIn(from: client, to: server, watch) }
            group.addTask { try? await self.giveOut(from: server, to: client, pool, watch) }
            group.addTask {
                while !Task.isCancelled, !watch.look() { try? await Task.sleep(for: look) }
            }
            await group.next()
            group.cancelAll()
        }
        await takeLeave(of: client)
    }

    /// What the server says, to its last word.
    private func giveOut(from server: AsyncSocket, to client: AsyncSocket, _ pool: any AsyncSocketPool, _ watch: GateWatch) async throws {
        while true {
            do {
                let bytes = try watch.readFromServer()
                try await client.write(Data(bytes))
                watch.hasSent()
            } catch SocketError.blocked {
                guard !Task.isCancelled else { return }
                do {
                    try await pool.suspendSocket(server.socket, untilReadyFor: .read)
                } catch SocketError.disconnected {
                    // The pool reports an end before what was said ahead of it has been read; reading finds that, then the end.
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
        }
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
        var left = 4 << 20
        while left > 0, let bytes = try? await client.read(atMost: 4096), !bytes.isEmpty { left -= bytes.count }
    }

    /// What the client says, piece by piece; returns when no more is wanted of it.
    private func takeIn(from client: AsyncSocket, to server: AsyncSocket, _ watch: GateWatch) async throws {
        var meter = GateMeter(terms.bounds)
        while let bytes = try? await client.read(atMost: 4096), !bytes.isEmpty {
            switch meter.take(bytes) {
            case .pass(let forwarded):
                // Before it goes on, as the answer may be there before this is.
                watch.took(wholeRequests: meter.wholeRequests, isInRequest: meter.isInRequest)
                // A server that takes no more has a last word to say; the other way carries it and ends the connection.
                if !forwarded.isEmpty, (try? await server.write(Data(forwarded))) == nil { return await passOver(client) }
            case .dismiss(let last):
                try await server.write(Data(last))
                return await passOver(client)
            case .refuse(let farewell): return try await client.write(farewell)
            }
        }
        // Who says no more may still hear the answer to what it has said; the server ends behind that.
        guard !Task.isCancelled, shutdown(server.socket.file.rawValue, Int32(SHUT_WR)) == 0 else { return }
        try await Task.sleep(for: .seconds(1))
    }
}
