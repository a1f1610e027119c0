import CChildProcess
import Glibc
import Synchronization

/// Another program that this one has started: the one way to start one. Any thread.
///
/// It leads a process group of its own, with all signals as a fresh program has them: Ctrl-C at the terminal does not reach it, and
/// where it is ended, all that it has started ends with it. What it leaves behind when it ends by itself goes on.
public final class ChildProcess: Sendable {
    /// How it ended.
    public enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
        /// The system keeps no account of it, by an error number.
        case unknown(Int32)
    }

    /// Why it was not started.
    public struct Failure: Error, CustomStringConvertible {
        /// An error number.
        public let code: Int32
        public var description: String { String(cString: strerror(code)) }
    }

    private struct State {
        var ending: Ending?
        var isUnwanted = false
    }
    private struct Family {
        var children: [pid_t: ChildProcess] = [:]
        var isLeaving = false
    }

    /// All that run.
    private static let family = Mutex(Family())
    /// Seconds that a program has to end by itself before it is killed.
    private static let grace = 0.5

    private let process: pid_t
    private let state = Mutex(State())

    /// Starts it.
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without its name.
    ///   - environment: nil: this program's own.
    ///   - input: the descriptor that it reads, and where it prints and complains; nil for /dev/null.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32? = nil, output: Int32? = nil,
        errors: Int32? = nil
    ) throws(Failure) {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
        defer { for word in words + (variables ?? []) { free(word) } }
        var process: pid_t = 0
        // Under the lock, so that nothing starts once all are ended.
        let error = Self.family.withLock { family in
            if family.isLeaving { return ECANCELED }
            guard var own = variables else {
                return cchild_start(program, &words, environ, input ?? -1, output ?? -1, errors ?? -1, &process)
            }
            return cchild_start(program, &words, &own, input ?? -1, output ?? -1, errors ?? -1, &process)
        }
        variables = variables ?? []
        self.process = process
        guard error == 0 else { throw Failure(code: error) }
        Self.family.withLock { $0.children[process] = self }
    }

    /// Where a program is, by the PATH; nil when it is not installed.
    public static func find(_ name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(name)" }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
        }
    }

    /// Waits for its end. Does not return once leaving the program has ended it: what it left undone is then nobody's fault.
    @discardableResult
    public func wait() -> Ending {
        let ending = reap()
        while state.withLock({ $0.isUnwanted }), Self.family.withLock({ $0.isLeaving }) { sleep(1) }
        return ending
    }

    @discardableResult
    private func reap() -> Ending {
        let unknown = cchild_wait(process)
        let ending = state.withLock { state in
            if let known = state.ending { return known }
            // Until it is asked for, the group's number is nobody else's.
            if state.isUnwanted { kill(-process, SIGKILL) }
            let status = unknown == 0 ? cchild_reap(process) : 0
            let ending: Ending = unknown != 0 ? .unknown(unknown) : status < 0 ? .signal(-status) : .status(status)
            state.ending = ending
            return ending
        }
        Self.family.withLock { $0.children[process] = nil }
        return ending
    }

    /// Waits at most so many seconds; nil when it still runs.
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

    /// Ends it with all that it has started: asks first, kills after half a second. Returns when it is gone.
    public func end() {
        ask()
        finish(by: .now + .seconds(Self.grace))
    }

    /// Ends all that run; none starts from now on. For leaving the program.
    public static func endAll() {
        let children = family.withLock { family in
            family.isLeaving = true
            return family.children.sorted { $0.key < $1.key }.map(\.value)
        }
        for child in children { child.ask() }
        let end = ContinuousClock.now + .seconds(grace)
        for child in children { child.finish(by: end) }
    }

    private var hasEnded: Bool { state.withLock { $0.ending != nil } || cchild_has_ended(process) != 0 }

    private func ask() {
        state.withLock { state in
            guard state.ending == nil else { return }
            state.isUnwanted = true
            kill(-process, SIGTERM)
            // What is stopped would not hear it.
            kill(-process, SIGCONT)
        }
    }

    private func finish(by end: ContinuousClock.Instant) {
        while !hasEnded, ContinuousClock.now < end { usleep(2_000) }
        state.withLock { state in
            if state.ending == nil { kill(-process, SIGKILL) }
        }
        // Nobody waits for one that the system itself holds.
        if hasEnded(within: 1) { reap() }
    }
}
