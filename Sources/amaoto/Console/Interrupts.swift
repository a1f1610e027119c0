// SPDX-License-Identifier: MIT
import ArgumentParser
import Dispatch
import Foundation
import Platform
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP, from its creation to the program's end.
///
/// While nothing is held, the first signal ends the program at once. While there is something to finish, it sets a flag to be
/// polled, and a signal more than a second later ends the program at once. Signals within that second count as the same request:
/// `timeout` signals the program and then its group, a closing terminal hangs up on both.
final class Interrupts: Sendable {
    private struct State {
        /// The first signal, and when it arrived.
        var first: (signal: Int32, time: ContinuousClock.Instant)?
        var isHeld = false
        /// Called when a signal has arrived that only sets the flag.
        var onArrival: @Sendable () -> Void = {}
        /// Called in order before the program ends at once.
        var onExit: [@Sendable () -> Void]
    }

    private let state: Mutex<State>

    /// - Parameter onExit: called before the program ends at once (to restore the terminal); never waits for long.
    init(onExit: @escaping @Sendable () -> Void = {}) {
        state = Mutex(State(onExit: [onExit]))
        // A reader that exits causes an error of the write, not a signal.
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "amaoto.interrupts")
        for number in [SIGINT, SIGTERM, SIGHUP] where !(number == SIGHUP && Self.isIgnored(SIGHUP)) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let isRegistered = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isRegistered.signal() }
            // The handler retains its source; nothing else needs to.
            source.setEventHandler { withExtendedLifetime(source) { self.receive(number) } }
            source.resume()
            // Until the source is registered, a signal ends the program as usual; if it were ignored in the meantime, it would be
            // lost.
            isRegistered.wait()
        }
    }

    /// Adds what is to be called before the program ends at once, such as for a source that has just been opened; never waits for
    /// long.
    func onExit(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onExit.append(action) } }

    /// From here on there is something to finish.
    /// - Parameter onArrival: called, on any thread, when a signal has arrived.
    func hold(onArrival: @escaping @Sendable () -> Void = {}) {
        state.withLock { state in
            state.onArrival = onArrival
            state.isHeld = true
        }
    }

    /// True once a signal has arrived.
    var arrived: Bool { exitCode != nil }

    /// 128 + the signal's number; nil before a signal.
    var exitCode: Int32? { state.withLock { $0.first.map { 128 + $0.signal } } }

    /// - Throws: The `ExitCode` of the signal, once one has arrived.
    func throwIfArrived() throws {
        if let exitCode { throw ExitCode(exitCode) }
    }

    /// Blocks until the program exits, if an interrupt that is not held is ending it: failures caused by that must not be reported.
    func blockIfExiting() { while state.withLock({ $0.first != nil && !$0.isHeld }) { sleep(1) } }

    /// Blocks all signals on the calling thread, so that they reach the threads that handle them.
    static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func receive(_ number: Int32) {
        let now = ContinuousClock.now
        let state = self.state.withLock { state in
            // The exit code of what is finished is that of the first signal.
            if state.first == nil { state.first = (number, now) }
            return state
        }
        if state.isHeld, let first = state.first, now - first.time <= Self.repeatInterval { return state.onArrival() }
        for action in state.onExit { action() }
        ChildProcess.endAll()
        _exit(128 + number)
    }

    /// Signals within this time of the first one count as the same request.
    private static let repeatInterval = Duration.seconds(1)

    /// True under `nohup`, where the program must survive the signal.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
