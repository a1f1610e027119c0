// SPDX-License-Identifier: MIT
import CPlatform
import Glibc
import Synchronization

/// A child process: the only way in which this program starts another. Any thread.
///
/// The child leads its own process group and starts with default signal handling and an empty signal mask. Ctrl-C at the terminal
/// does not reach it, and ending it also ends everything that it has started. If it exits by itself, the processes that it leaves
/// behind keep running.
public final class ChildProcess: Sendable {
    /// How the child ended.
    public enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
        /// The system has no status for it; an error number gives the reason.
        case unknown(Int32)
    }

    /// Why the child was not started.
    public struct Failure: Error, CustomStringConvertible {
        /// The error number (`errno`).
        let code: Int32
        public var description: String { errnoText(code) }
    }

    private struct State {
        var ending: Ending?
        /// True once this program has sent SIGTERM.
        var isTerminated = false
    }
    private struct Registry {
        var children: [pid_t: ChildProcess] = [:]
        /// True once no further child may start.
        var isClosed = false
    }

    /// All running children.
    private static let registry = Mutex(Registry())
    /// Seconds that a child has to exit by itself before it is killed.
    private static let grace = 0.5

    // Unsafe is sound: set once, under the registry's lock, before any other thread can have the object.
    private nonisolated(unsafe) var process: pid_t = 0
    private let state = Mutex(State())

    /// Starts a child.
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: its arguments, without its name.
    ///   - environment: its environment; nil passes on this program's.
    ///   - input: the descriptor of its standard input; nil for /dev/null.
    ///   - output: the descriptor of its standard output; nil for /dev/null.
    ///   - errors: the descriptor of its standard error; nil for /dev/null.
    /// - Throws: `Failure` with the system's error number; `ECANCELED` after `endAll()`.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32? = nil,
        errors: Int32? = nil
    ) throws(Failure) {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { for word in words + (variables ?? []) { free(word) } }
        // Started and registered under one lock: `endAll()` sees every child, and none starts after it.
        let error = Self.registry.withLock { registry in
            if registry.isClosed { return ECANCELED }
            let error: Int32
            if var own = variables {
                error = cchild_start(program, &words, &own, input ?? -1, output ?? -1, errors ?? -1, &process)
            } else {
                error = cchild_start(program, &words, environ, input ?? -1, output ?? -1, errors ?? -1, &process)
            }
            if error == 0 { registry.children[process] = self }
            return error
        }
        guard error == 0 else { throw Failure(code: error) }
    }

    /// Returns the path of a program by searching PATH; nil when it is not installed.
    public static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first {
            FileKind(path: $0) == .file && access($0, X_OK) == 0
        }
    }

    /// Waits until the child ends. Does not return if `endAll()` ended it, so that its caller does not report unfinished work as
    /// an error.
    @discardableResult
    public func wait() -> Ending {
        let ending = reap()
        while state.withLock({ $0.isTerminated }), Self.registry.withLock({ $0.isClosed }) { sleep(1) }
        return ending
    }

    @discardableResult
    private func reap() -> Ending {
        let unknown = cchild_wait(process)
        let ending = state.withLock { state in
            if let known = state.ending { return known }
            // Until the child is reaped, its group number cannot be reused.
            if state.isTerminated { kill(-process, SIGKILL) }
            let status = unknown == 0 ? cchild_reap(process) : 0
            let ending: Ending = unknown != 0 ? .unknown(unknown) : status < 0 ? .signal(-status) : .status(status)
            state.ending = ending
            return ending
        }
        Self.registry.withLock { $0.children[process] = nil }
        return ending
    }

    /// Waits for at most the given number of seconds; returns nil if the child is still running.
    public func wait(atMost seconds: Double) -> Ending? {
        hasEnded(within: seconds) ? wait() : nil
    }

    private func hasEnded(within seconds: Double) -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while !hasEnded {
            if ContinuousClock.now >= end { return false }
            usleep(5_000)
        }
        return true
    }

    /// Ends the child and everything that it has started: sends SIGTERM, and SIGKILL after half a second. Returns when it is
    /// gone.
    public func end() {
        terminate()
        finish(by: .now + .seconds(Self.grace))
    }

    /// Ends all running children; none starts from now on. For leaving the program.
    public static func endAll() {
        let children = registry.withLock { registry in
            registry.isClosed = true
            return registry.children.sorted { $0.key < $1.key }.map(\.value)
        }
        for child in children { child.terminate() }
        let end = ContinuousClock.now + .seconds(grace)
        for child in children { child.finish(by: end) }
    }

    private var hasEnded: Bool { state.withLock { $0.ending != nil } || cchild_has_ended(process) != 0 }

    /// Sends SIGTERM to the child's process group.
    private func terminate() {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.isTerminated = true
            kill(-process, SIGTERM)
            // A stopped process would not handle SIGTERM.
            kill(-process, SIGCONT)
        }
    }

    private func finish(by end: ContinuousClock.Instant) {
        while !hasEnded, ContinuousClock.now < end { usleep(2_000) }
        state.withLock { state in
            if state.ending == nil { kill(-process, SIGKILL) }
        }
        // A process stuck in the kernel is not waited for.
        if hasEnded(within: 1) { reap() }
    }
}
