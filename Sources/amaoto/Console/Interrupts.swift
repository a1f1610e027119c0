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
    private let received = Atomic<Int32>(0)
    private let isHeld = Atomic<Bool>(false)
    /// When the first signal arrived.
    private let first = Mutex<ContinuousClock.Instant?>(nil)
    private let onExit: @Sendable () -> Void
    /// Called when a signal has arrived that only sets the flag.
    private let onArrival = Mutex<@Sendable () -> Void>({})

    /// - Parameter onExit: called before the program ends at once (to restore the terminal); never waits for long.
    init(onExit: @escaping @Sendable () -> Void = {}) {
        self.onExit = onExit
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

    /// From here on there is something to finish.
    /// - Parameter onArrival: called, on any thread, when a signal has arrived.
    func hold(onArrival: @escaping @Sendable () -> Void = {}) {
        self.onArrival.withLock { $0 = onArrival }
        isHeld.store(true, ordering: .sequentiallyConsistent)
    }

    /// True once a signal has arrived.
    var arrived: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

    /// 128 + the signal's number; nil before a signal.
    var exitCode: Int32? {
        let number = received.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : 128 + number
    }

    /// - Throws: The `ExitCode` of the signal, once one has arrived.
    func throwIfArrived() throws {
        if let exitCode { throw ExitCode(exitCode) }
    }

    /// Blocks until the program exits, if an interrupt that is not held is ending it: failures caused by that must not be reported.
    func blockIfExiting() { while arrived, !isHeld.load(ordering: .sequentiallyConsistent) { sleep(1) } }

    /// Blocks all signals on the calling thread, so that they reach the threads that handle them.
    static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    private func receive(_ number: Int32) {
        let now = ContinuousClock.now
        let began = first.withLock { first in
            defer { first = first ?? now }
            return first ?? now
        }
        // The exit code is that of the first signal.
        _ = received.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
        if isHeld.load(ordering: .sequentiallyConsistent), now - began <= Self.repeatInterval { return onArrival.withLock { $0 }() }
        onExit()
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
