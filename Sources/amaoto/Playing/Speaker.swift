// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Platform

/// Speaks sentences through spd-say or espeak-ng, one after another, on separate threads: `say` never waits.
final class Speaker: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    private struct Program {
        let name: String
        let path: String
        let arguments: [String]
    }

    /// The maximum number of waiting sentences; older ones are out of date.
    private static let longestQueue = 2

    private let console: Console
    private let onChange: @Sendable () -> Void
    private let queue = DispatchQueue(label: "amaoto.speaker")
    private let lock = NSLock()
    /// The programs not yet tried, the best first.
    private var programs: [Program]
    private var waiting: [String] = []
    private var running: ChildProcess?
    private var isStopped = false

    /// - Parameter onChange: called when `isSpeaking` may have changed; any thread.
    /// - Throws: `Failure`, with what to install, when neither program exists.
    init(console: Console, onChange: @escaping @Sendable () -> Void) throws {
        self.console = console
        self.onChange = onChange
        // spd-say waits for the end of speech only with --wait.
        let candidates = [("spd-say", ["--wait", "--language", "en", "--"]), ("espeak-ng", ["-v", "en", "--"])]
        programs = candidates.compactMap { name, arguments in
            ChildProcess.find(name).map { Program(name: name, path: $0, arguments: arguments) }
        }
        if programs.isEmpty {
            throw Failure(
                "--speak requires spd-say or espeak-ng, but neither is on the PATH; install one (apt-get install espeak-ng) or omit --speak",
                exitCode: ExitStatus.runtime)
        }
    }

    /// True while a sentence is being spoken or is waiting.
    var isSpeaking: Bool { lock.withLock { running != nil || !waiting.isEmpty } }

    /// Speaks a sentence as soon as those before it are finished.
    func say(_ sentence: String) {
        // Two brackets would start phonemes in espeak-ng.
        let sentence = sentence.withoutControls.replacingBytes("[[", with: "[ [")
        lock.withLock {
            guard !isStopped, !programs.isEmpty else { return }
            waiting.append(sentence)
            if waiting.count > Self.longestQueue { waiting.removeFirst() }
        }
        onChange()
        queue.async { self.startNext() }
    }

    /// Stops speaking permanently. May be called repeatedly; any thread.
    func stop() {
        let (last, program): (ChildProcess?, Program?) = lock.withLock {
            isStopped = true
            waiting = []
            return (running, programs.first)
        }
        guard let last else { return }
        last.end()
        // The speech dispatcher would continue without its client.
        guard let program, program.name == "spd-say", let silence = try? ChildProcess(program.path, ["--stop"]) else { return }
        if silence.wait(atMost: 1) == nil { silence.end() }
    }

    private func startNext() {
        let failure: (cause: String, sentence: String)? = lock.withLock {
            guard running == nil, !isStopped, let program = programs.first, !waiting.isEmpty else { return nil }
            let sentence = waiting.removeFirst()
            let errors = Pipe()
            do throws(ChildProcess.Failure) {
                let process = try ChildProcess(
                    program.path, program.arguments + [sentence], errors: errors.fileHandleForWriting.fileDescriptor)
                running = process
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

    private func ended(_ ending: ChildProcess.Ending, isMute: Bool, _ sentence: String) {
        let hasFailed = lock.withLock {
            running = nil
            return !isStopped && (isMute || ending != .status(0))
        }
        defer { onChange() }
        let words =
            switch ending {
            case .status(0): "it has no sound device"
            case .status(let status): "it ended with status \(status)"
            case .signal(let signal): "it was ended by signal \(signal)"
            case .unknown: "how it ended is not known"
            }
        if hasFailed { failed(words, sentence) } else { startNext() }
    }

    /// Switches to the next program.
    private func failed(_ cause: String, _ sentence: String) {
        let (name, next): (String, String?) = lock.withLock {
            let name = programs.isEmpty ? "" : programs.removeFirst().name
            waiting.insert(sentence, at: 0)
            if programs.isEmpty { waiting = [] }
            return (name, programs.first?.name)
        }
        console.warn("\(name) cannot speak (\(cause)); \(next.map { "\($0) speaks instead" } ?? "the rest is not spoken")")
        startNext()
    }
}
