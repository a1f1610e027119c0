import Dispatch
import Foundation
import Synchronization

/// SIGINT, SIGTERM and SIGHUP as a flag to be looked at; the second one leaves at once.
final class Interrupts: @unchecked Sendable {
    // Sendable is sound: the sources are set up before anyone else sees the value and only kept alive after.
    private let received = Atomic<Int32>(0)
    private let sources: [DispatchSourceSignal]

    /// Starts watching. Keep the value for as long as the work lasts.
    /// - Parameter onSecond: what must happen before leaving at once (restore the terminal).
    init(onSecond: @escaping @Sendable () -> Void = {}) {
        let queue = DispatchQueue(label: "amaoto.interrupts")
        var sources: [DispatchSourceSignal] = []
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            sources.append(DispatchSource.makeSignalSource(signal: number, queue: queue))
        }
        self.sources = sources
        for (source, number) in zip(sources, [SIGINT, SIGTERM, SIGHUP]) {
            source.setEventHandler { [weak self] in
                guard let self else { return }
                if self.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
                    onSecond()
                    _exit(128 + number)
                }
            }
            source.resume()
        }
        // A reader that goes away is met as an error of the write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    /// True once a signal has come.
    var arrived: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }
    /// 128 + the signal's number, or nil before one came.
    var exitCode: Int32? {
        let number = received.load(ordering: .sequentiallyConsistent)
        return number == 0 ? nil : 128 + number
    }
}
