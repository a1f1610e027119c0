import Foundation

/// Says sentences aloud through spd-say or espeak-ng, one after the other, on threads of their own: `say` never waits.
final class Speaker: @unchecked Sendable {
    // Sendable is sound: the lock guards the mutable state; the rest never changes after init.
    private struct Program {
        let name: String
        let url: URL
        let arguments: [String]
    }

    /// Sentences that wait at most; what is older than those is no news any more.
    private static let longestQueue = 2

    private let console: Console
    private let queue = DispatchQueue(label: "amaoto.speaker")
    private let lock = NSLock()
    /// Those that can be tried, the best first.
    private var programs: [Program]
    private var waiting: [String] = []
    private var running: Process?
    private var isStopped = false

    /// - Throws: what to install when neither program is there.
    init(console: Console) throws {
        self.console = console
        // spd-say says when it is done only with --wait.
        let wanted = [("spd-say", ["--wait", "--language", "en", "--"]), ("espeak-ng", ["-v", "en", "--"])]
        programs = wanted.compactMap { name, arguments in
            Self.find(name).map { Program(name: name, url: $0, arguments: arguments) }
        }
        if programs.isEmpty {
            throw Failure(
                "--speak needs spd-say or espeak-ng, and neither is on the PATH; install one (apt-get install espeak-ng) or leave --speak away",
                exitCode: ExitStatus.runtime)
        }
    }

    /// True while something is said or waits to be.
    var isSpeaking: Bool { lock.withLock { running != nil || !waiting.isEmpty } }

    /// Says a sentence as soon as those before it are said.
    func say(_ sentence: String) {
        lock.withLock {
            guard !isStopped, !programs.isEmpty else { return }
            waiting.append(sentence)
            if waiting.count > Self.longestQueue { waiting.removeFirst() }
        }
        queue.async { self.startNext() }
    }

    /// Falls silent for good. More than once is fine; any thread.
    func stop() {
        let program: Program? = lock.withLock {
            isStopped = true
            waiting = []
            guard let running else { return nil }
            // It has inherited that SIGTERM is ignored.
            kill(running.processIdentifier, SIGKILL)
            return programs.first
        }
        // The speech dispatcher would speak on without its client.
        guard let program, program.name == "spd-say" else { return }
        let silence = Self.process(program.url, ["--stop"])
        try? silence.run()
    }

    private func startNext() {
        lock.withLock {
            guard running == nil, !isStopped, let program = programs.first, !waiting.isEmpty else { return }
            let sentence = waiting.removeFirst()
            let process = Self.process(program.url, program.arguments + [sentence])
            process.terminationHandler = { ended in
                self.queue.async { self.ended(ended, sentence) }
            }
            do {
                try process.run()
                running = process
            } catch {
                queue.async { self.failed("\(error.localizedDescription)", sentence) }
            }
        }
    }

    private func ended(_ process: Process, _ sentence: String) {
        let status = process.terminationStatus
        let hasFailed = lock.withLock {
            running = nil
            return !isStopped && (process.terminationReason != .exit || status != 0)
        }
        if hasFailed { failed("it ended with status \(status)", sentence) } else { startNext() }
    }

    /// The next program takes over.
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

    private static func process(_ url: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    private static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").lazy.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
