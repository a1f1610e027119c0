// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Platform
import Synchronization

/// Speaks sentences through spd-say or espeak-ng, one after another, on separate threads. Any thread; `say` never waits.
package final class Speaker: Sendable {
    private struct Program {
        let name: String
        let path: String
        let arguments: [String]
    }

    private struct Sentence {
        let text: String
        /// True if the listener asked for it.
        let isAnswer: Bool

        /// Seconds that it may take, even slowly spoken, and after what the screen reader says.
        var patience: Double { 15 + 0.2 * Double(text.count) }
    }

    /// The maximum number of waiting announcements; older ones are out of date.
    private static let longestQueue = 2

    private let onFailure: @Sendable (String) -> Void
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "amaoto.speaker")
    private let state: Mutex<State>

    private struct State {
        /// The programs not yet tried, the best first.
        var programs: [Program]
        var waiting: [Sentence] = []
        var running: ChildProcess?
        /// True if the running program has taken too long and is being ended.
        var isOverdue = false
        /// True once the first of the programs has spoken a sentence.
        var hasSpoken = false
        var isStopped = false
    }

    /// Nil when neither program exists.
    /// - Parameters:
    ///   - onFailure: receives a line about a program that cannot speak, possibly more than once; any thread.
    ///   - onChange: called when `isSpeaking` may have changed; any thread.
    package init?(onFailure: @escaping @Sendable (String) -> Void, onChange: @escaping @Sendable () -> Void) {
        self.onFailure = onFailure
        self.onChange = onChange
        // spd-say waits for the end of speech only with --wait.
        let candidates = [("spd-say", ["--wait", "--language", "en", "--"]), ("espeak-ng", ["-v", "en", "--"])]
        let programs = candidates.compactMap { name, arguments in
            ChildProcess.find(name).map { Program(name: name, path: $0, arguments: arguments) }
        }
        if programs.isEmpty { return nil }
        state = Mutex(State(programs: programs))
    }

    /// True while a sentence is being spoken or is waiting.
    package var isSpeaking: Bool { state.withLock { $0.running != nil || !$0.waiting.isEmpty } }

    /// Speaks a sentence as soon as those before it are finished.
    package func say(_ sentence: String) { add(sentence, isAnswer: false) }

    /// Speaks an answer before the announcements that wait, and instead of an older answer.
    package func answer(_ sentence: String) { add(sentence, isAnswer: true) }

    /// Drops the announcements that wait, after a seek.
    package func forget() {
        state.withLock { state in state.waiting.removeAll { !$0.isAnswer } }
        onChange()
    }

    private func add(_ text: String, isAnswer: Bool) {
        // Two brackets would start phonemes in espeak-ng.
        let sentence = Sentence(text: text.withoutControls.replacingBytes("[[", with: "[ ["), isAnswer: isAnswer)
        state.withLock { state in
            guard !state.isStopped, !state.programs.isEmpty else { return }
            if isAnswer {
                state.waiting.removeAll(where: \.isAnswer)
                state.waiting.insert(sentence, at: 0)
            } else {
                state.waiting.append(sentence)
                let announcements = state.waiting.indices.filter { !state.waiting[$0].isAnswer }
                if announcements.count > Self.longestQueue { state.waiting.remove(at: announcements[0]) }
            }
        }
        onChange()
        queue.async { self.startNext() }
    }

    /// Stops speaking permanently. May be called repeatedly; any thread.
    package func stop() {
        let (last, program): (ChildProcess?, Program?) = state.withLock { state in
            state.isStopped = true
            state.waiting = []
            return (state.running, state.programs.first)
        }
        guard let last else { return }
        last.end()
        // The speech dispatcher would continue without its client.
        guard let program, program.name == "spd-say", let silence = try? ChildProcess(program.path, ["--stop"]) else { return }
        if silence.wait(atMost: 1) == nil { silence.end() }
    }

    private func startNext() {
        let failure: (cause: String, sentence: Sentence)? = state.withLock { state in
            guard state.running == nil, !state.isStopped, let program = state.programs.first, !state.waiting.isEmpty else { return nil }
            let sentence = state.waiting.removeFirst()
            let errors = Pipe()
            do throws(ChildProcess.Failure) {
                let process = try ChildProcess(
                    program.path, program.arguments + [sentence.text], errors: errors.fileHandleForWriting.fileDescriptor)
                state.running = process
                self.queue.asyncAfter(deadline: .now() + sentence.patience) { self.endIfRunning(process) }
                try? errors.fileHandleForWriting.close()
                Thread.detachNewThread {
                    let errorOutput = (try? errors.fileHandleForReading.readToEnd()) ?? Data()
                    let ending = process.wait()
                    // espeak-ng ends with status 0 when it has no device.
                    let isMute = String(decoding: errorOutput, as: UTF8.self).split(separator: "\n").contains { $0.hasPrefix("error:") }
                    self.queue.async { self.ended(ending, isMute: isMute, sentence) }
                }
                return nil
            } catch {
                return ("\(error)", sentence)
            }
        }
        // Before anything else can start the same program again.
        if let failure { failed(failure.cause, failure.sentence) }
    }

    /// Ends a program that hangs: nothing would be spoken any more.
    private func endIfRunning(_ process: ChildProcess) {
        let isOverdue = state.withLock { state in
            guard state.running === process else { return false }
            state.isOverdue = true
            return true
        }
        if isOverdue { process.end() }
    }

    private func ended(_ ending: ChildProcess.Ending, isMute: Bool, _ sentence: Sentence) {
        let (hasFailed, isOverdue) = state.withLock { state in
            defer { (state.running, state.isOverdue) = (nil, false) }
            let hasFailed = isMute || ending != .status(0)
            if !hasFailed { state.hasSpoken = true }
            return (hasFailed && !state.isStopped, state.isOverdue)
        }
        defer { onChange() }
        let words =
            switch ending {
            case _ where isOverdue: "it did not end"
            case .status(0): "it has no sound device"
            case .status(let status): "it ended with status \(status)"
            case .signal(let signal): "it was ended by signal \(signal)"
            case .unknown: "how it ended is not known"
            }
        // After a program that hung, the sentence is out of date.
        if hasFailed { failed(words, isOverdue ? nil : sentence) } else { startNext() }
    }

    /// Switches to the next program. The last one is kept if it has spoken before: perhaps the speech server only restarts.
    /// - Parameter sentence: What the next program is to speak first; nil for nothing.
    private func failed(_ cause: String, _ sentence: Sentence?) {
        let (name, next, isKept): (String, String?, Bool) = state.withLock { state in
            if state.hasSpoken, state.programs.count == 1 { return (state.programs[0].name, nil, true) }
            let name = state.programs.isEmpty ? "" : state.programs.removeFirst().name
            state.hasSpoken = false
            if let sentence { state.waiting.insert(sentence, at: 0) }
            if state.programs.isEmpty { state.waiting = [] }
            return (name, state.programs.first?.name, false)
        }
        if isKept {
            onFailure("\(name) could not speak a sentence (\(cause)); it is tried again at the next one")
        } else {
            onFailure("\(name) cannot speak (\(cause)); \(next.map { "\($0) speaks instead" } ?? "the rest is not spoken")")
        }
        startNext()
    }
}
