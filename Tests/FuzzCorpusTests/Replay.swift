// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import TestTraits

@testable import FuzzProperties

/// One run of a fuzzer over one input, on a separate thread with a separate folder.
enum Replay {
    enum Outcome: Equatable {
        case holds
        /// A property does not hold; with its message.
        case finding(String)
        case hangs
    }

    /// libFuzzer allows five seconds; a test's machine may be busy.
    private static let patience = 60
    private static let stackSize = 8 << 20

    /// - Parameter name: of the thread, which a crash report shows.
    static func outcome(of fuzzer: Fuzzer, on bytes: [UInt8], name: String) throws -> Outcome {
        let folder = try Folder(), path = folder.url.path
        defer { withExtendedLifetime(folder) {} }
        let run = Run()
        let thread = Thread {
            Thread.current.name = name
            Finding.$report.withValue({ run.leave($0) }) {
                FuzzFolder.$path.withValue(path) {
                    fuzzer.prepare()
                    fuzzer.run(bytes)
                }
            }
            run.ended.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        guard run.ended.wait(timeout: .now() + .seconds(patience)) == .success else { return .hangs }
        return run.finding.withLock { $0 }.map { .finding($0) } ?? .holds
    }
}

/// The state that a run's thread shares.
private final class Run: Sendable {
    let finding = Mutex<String?>(nil)
    let ended = DispatchSemaphore(value: 0)

    /// Parks the thread: the code that follows relies on the broken property, and nothing can unwind it.
    func leave(_ words: String) -> Never {
        finding.withLock { $0 = words }
        ended.signal()
        while true { pause() }
    }
}
