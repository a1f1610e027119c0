// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Platform

/// Runs commands for events: one at a time, in the order of the events, on a separate thread. Any thread; `notify` never waits.
///
/// A command is a shell command line. The event is passed in environment variables, never as part of the line: AMAOTO_EVENT,
/// AMAOTO_SUBJECT, AMAOTO_TRACK, AMAOTO_TEXT, AMAOTO_TIME, and each figure as AMAOTO_ followed by its channel's name in
/// capitals. Its input is empty, and its output goes to standard error. `ChildProcess` terminates it and its descendants.
public final class EventCommands: @unchecked Sendable {
    // Sendable is sound: the condition's lock guards all mutable state.

    /// A rule `EVENT=COMMAND`, as written on the command line; `*` matches every event.
    public struct Rule: Sendable, Equatable {
        public var event: String
        var command: String

        /// Parses a rule; nil if there is no `=`, or one of its sides is empty.
        public init?(_ text: String) {
            guard let mark = text.firstIndex(of: "=") else { return nil }
            event = text[..<mark].trimmingCharacters(in: .whitespaces)
            command = text[text.index(after: mark)...].trimmingCharacters(in: .whitespaces)
            if event.isEmpty || command.isEmpty { return nil }
        }
    }

    /// The maximum number of waiting commands; further ones are dropped and counted in a report.
    private static let longestQueue = 256

    private let rules: [Rule]
    private let onFailure: @Sendable (String) -> Void
    private let condition = MonotonicCondition()
    private var waiting: [(rule: Rule, event: NotifiedEvent)] = []
    /// The running command.
    private var running: ChildProcess?
    /// True once no further event is accepted.
    private var isClosed = false
    /// True once the thread has ended.
    private var hasEnded = false
    /// True once no further command may start.
    private var isShutDown = false
    private var dropped = 0
    /// How often each failure has occurred, in the order of their first times.
    private var failures: [(text: String, count: Int)] = []

    /// - Parameter onFailure: receives a line about commands that could not be started, failed, or were dropped because the
    ///   queue was full: when it happens first, and how often at the end.
    public init(_ rules: [Rule], onFailure: @escaping @Sendable (String) -> Void) {
        self.rules = rules
        self.onFailure = onFailure
        Thread { [self] in work() }.start()
    }

    /// Queues every command with a matching rule; they run after the earlier ones. The first one dropped is reported at once: a
    /// command that hangs would otherwise go unnoticed for as long as the program runs.
    public func notify(_ event: NotifiedEvent) {
        let isFirstLoss = condition.withLock {
            guard !isClosed else { return false }
            let before = dropped
            for rule in rules where rule.event == "*" || rule.event == event.name {
                if waiting.count < Self.longestQueue { waiting.append((rule, event)) } else { dropped += 1 }
            }
            condition.broadcast()
            return before == 0 && dropped > 0
        }
        guard isFirstLoss else { return }
        onFailure("--on: a command was dropped: \(Self.longestQueue) are waiting until the running one ends; further ones are counted")
    }

    /// Accepts no more events and waits until all commands have run, for at most `seconds`; then ends the running one.
    public func finish(within seconds: Double) {
        let end = MonotonicCondition.Deadline(in: seconds)
        let (remaining, lost, repeated, last): (Int, Int, [(text: String, count: Int)], ChildProcess?) = condition.withLock {
            isClosed = true
            condition.broadcast()
            while !hasEnded, condition.wait(until: end) {}
            // The running command is reported when it ends.
            return (waiting.count, dropped, failures.filter { $0.count > 1 }, shutDown())
        }
        last?.end()
        for failure in repeated { onFailure("\(failure.text) (\(failure.count) times in all)") }
        if remaining > 0 { onFailure("--on: \(CountText.of(remaining, "command was", "commands were")) not run before the end") }
        if lost > 0 {
            onFailure("--on: \(CountText.of(lost, "command was", "commands were")) dropped: \(Self.longestQueue) were already waiting")
        }
    }

    /// Ends the running command for an immediate exit, without waiting for the others.
    public func abandon() {
        let last: ChildProcess? = condition.withLock {
            isClosed = true
            condition.broadcast()
            return shutDown()
        }
        last?.end()
    }

    /// Prevents further commands and returns the running one, to be ended. Under the lock.
    private func shutDown() -> ChildProcess? {
        waiting = []
        isShutDown = true
        return running
    }

    private func work() {
        while let (rule, event) = next() {
            run(rule, event)
        }
        condition.withLock {
            hasEnded = true
            condition.broadcast()
        }
    }

    private func next() -> (Rule, NotifiedEvent)? {
        condition.withLock {
            while waiting.isEmpty, !isClosed { condition.wait() }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    private func run(_ rule: Rule, _ event: NotifiedEvent) {
        let variables = ProcessInfo.processInfo.environment.merging(Self.variables(event)) { $1 }
        let started: Result<ChildProcess, ChildProcess.Failure>? = condition.withLock {
            guard !isShutDown else { return nil }
            let started = Result { () throws(ChildProcess.Failure) in
                try ChildProcess("/bin/sh", ["-c", rule.command], environment: variables, output: STDERR_FILENO, errors: STDERR_FILENO)
            }
            running = try? started.get()
            return started
        }
        guard let started else { return }
        let child: ChildProcess
        switch started {
        case .success(let running): child = running
        case .failure(let failure): return report("--on \(rule.event): it cannot be started (\(failure)): \(rule.command)")
        }
        let ending = child.wait()
        condition.withLock { running = nil }
        switch ending {
        case .status(0): break
        case .status(let status): report("--on \(rule.event): it failed with status \(status): \(rule.command)")
        case .signal(let signal): report("--on \(rule.event): ended by signal \(signal): \(rule.command)")
        case .unknown(let code):
            report("--on \(rule.event): its exit status is unknown (\(errnoText(code))): \(rule.command)")
        }
    }

    /// Reports a failure the first time; a command that fails usually fails at each event.
    private func report(_ failure: String) {
        let isFirst = condition.withLock {
            if let index = failures.firstIndex(where: { $0.text == failure }) {
                failures[index].count += 1
                return false
            }
            failures.append((failure, 1))
            return true
        }
        if isFirst { onFailure(failure) }
    }

    private static func variables(_ event: NotifiedEvent) -> [String: String] {
        var variables = ["AMAOTO_EVENT": event.name, "AMAOTO_TEXT": event.text]
        variables["AMAOTO_SUBJECT"] = event.subject ?? ""
        variables["AMAOTO_TRACK"] = event.track ?? ""
        variables["AMAOTO_TIME"] = event.time ?? ""
        for (name, value) in event.figures {
            let key = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            variables["AMAOTO_" + String(key)] = value
        }
        // A NUL would end the variable; a line break would start a new line wherever a script logs it.
        return variables.mapValues(\.visible)
    }
}
