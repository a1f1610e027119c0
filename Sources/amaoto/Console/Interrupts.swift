import ChildProcesses
import Dispatch
import Foundation
import Synchronization

/// SIGINT, SIGTERM and SIGHUP, from its making to the program's end.
///
/// As long as nothing is held, the first one leaves at once; while there is something to finish it is a flag to be
/// looked at, and one that comes more than a second later leaves at once. What comes within that second is the same wish:
/// `timeout` signals the program and then its group, a closing terminal hangs up on both.
final class Interrupts: Sendable {
    private let received = Atomic<Int32>(0)
    private let isHeld = Atomic<Bool>(false)
    /// When the first one came.
    private let first = Mutex<ContinuousClock.Instant?>(nil)
    private let onLeaving: @Sendable () -> Void

    /// - Parameter onLeaving: what must happen before leaving at once (restore the terminal); never waits for long.
    init(onLeaving: @escaping @Sendable () -> Void = {}) {
        self.onLeaving = onLeaving
        // A reader that goes away is met as an error of the write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "amaoto.interrupts")
        for number in [SIGINT, SIGTERM, SIGHUP] where !(number == SIGHUP && Self.isIgnored(SIGHUP)) {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let isHeard = DispatchSemaphore(value: 0)
            source.setRegistrationHandler { isHeard.signal() }
            // The handler keeps its source: nobody else needs to.
            source.setEventHandler { withExtendedLifetime(source) { self.receive(number) } }
            source.resume()
            // Until the source is registered a signal ends the program as it always does; were it ignored meanwhile, it would be lost.
            isHeard.wait()
        }
    }

    /// From now on there is something to finish.
    func hold() { isHeld.store(true, ordering: .sequentiallyConsistent) }

    /// True once a signal has come.
    var arrived: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

    /// 128 + the signal's number, or nil before one came.
    var exitCode: Int32? {
        let number = received.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : 128 + number
    }

    /// Where nothing is held and leaving has begun, waits for it: what ends meanwhile ends because of it and is not to be told.
    func standAside() { while arrived, !isHeld.load(ordering: .sequentiallyConsistent) { sleep(1) } }

    private func receive(_ number: Int32) {
        let now = ContinuousClock.now
        let began = first.withLock { first in
            defer { first = first ?? now }
            return first ?? now
        }
        // What is finished ends with the code of the first.
        _ = received.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
        if isHeld.load(ordering: .sequentiallyConsistent), now - began <= Self.sameWish { return }
        onLeaving()
        ChildProcess.endAll()
        _exit(128 + number)
    }

    private static let sameWish = Duration.seconds(1)

    /// True under `nohup`, which wants the program to live on.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
