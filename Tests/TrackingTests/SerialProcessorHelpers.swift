// SPDX-License-Identifier: MIT
import Synchronization
import Tracking

/// A door for tasks: closed until opened, then open.
final class SerialProcessorGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// The log of `process`: the inputs in the order in which their processing began, and whether two ever overlapped.
final class SerialProcessorLog: Sendable {
    private struct State {
        var inputs: [Int] = []
        var running = 0
        var overlaps = 0
    }
    private let state = Mutex(State())

    func begin(_ input: Int) {
        state.withLock { state in
            state.inputs.append(input)
            state.running += 1
            if state.running > 1 { state.overlaps += 1 }
        }
    }
    func end() { state.withLock { $0.running -= 1 } }

    var inputs: [Int] { state.withLock { $0.inputs } }
    var overlaps: Int { state.withLock { $0.overlaps } }
}

/// Suspends for a random time, often for none, sometimes through another thread.
func suspendAtRandom() async {
    switch Int.random(in: 0..<200) {
    case 0: try? await Task.sleep(for: .microseconds(.random(in: 1...50)))
    case 1: await Task.detached {}.value
    case 2..<80: await Task.yield()
    default: break
    }
}

/// All values of a subscription.
func all(_ results: some AsyncSequence<Int, Never>) async -> [Int] {
    var outputs: [Int] = []
    for await output in results { outputs.append(output) }
    return outputs
}

extension SerialProcessor {
    /// Starts the worker with a `process` that has no state.
    convenience init(capacity: Int, process: sending @escaping (Input) async -> Output) {
        self.init(capacity: capacity, state: ()) { _, input in await process(input) }
    }
}
