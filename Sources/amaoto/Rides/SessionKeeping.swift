import Foundation
import Sessions
import Synchronization
import Tracking
import Transport

/// What `--session` asks for: one recording, from the first fix to the end of the command.
final class SessionKeeping: Sendable {
    private let path: String?
    private let console: Console
    private let recorder = Mutex<SessionRecorder?>(nil)
    /// Of a recorded track, which is kept beside whatever else is done with it.
    private let reading = Mutex<OnceAnswer<Result<Void, any Error>>?>(nil)

    /// - Parameter options: without a file, nothing is kept.
    /// - Throws: without a track.
    init(_ options: SessionOptions, input: String?, console: Console) throws {
        path = options.path
        self.console = console
        if path != nil, input == nil { throw Failure("--session needs a track", exitCode: ExitStatus.usage) }
    }

    /// Opens the file; nil when nothing is to be kept.
    /// - Parameter isLive: then a slow disk loses fixes rather than holding up the playing.
    func start(source: String, isLive: Bool = false) throws -> SessionRecorder? {
        guard let path else { return nil }
        let opened = try SessionRecorder(path, source: source, whenFull: isLive ? .drops : .waits) { [console] in
            console.warn($0.kind == .timeout ? "\($0.path): \($0.message); its fixes wait" : "\($0)")
        }
        recorder.withLock { $0 = opened }
        return opened
    }

    /// Keeps a recorded track, as far as until a moment of it.
    func start(_ setup: RideSetup, until end: TrackTime = TrackTime(nanoseconds: .max)) throws {
        guard let survey = setup.survey, let recorder = try start(source: setup.input?.title ?? "") else { return }
        let answer = OnceAnswer<Result<Void, any Error>>()
        reading.withLock { $0 = answer }
        let thread = SerialProcessorThread()
        Task(executorPreference: thread) {
            do { answer.give(.success(try await survey.keep(until: end, by: recorder))) } catch { answer.give(.failure(error)) }
            thread.retire()
        }
    }

    /// Writes what is left and says so; again: no effect.
    /// - Parameter seconds: the longest wait for a disk that does not answer.
    /// - Throws: what kept it from being written.
    func finish(within seconds: Double = 10) throws {
        let taken = recorder.withLock { recorder in
            defer { recorder = nil }
            return recorder
        }
        guard let taken, let path else { return }
        let read = reading.withLock { $0 }?.wait(seconds: seconds)
        let report = try taken.finish(within: seconds)
        try read?.get()
        let sessions = report.sessions == 1 ? "1 session" : "\(report.sessions) sessions"
        console.say("Kept \(report.fixes) \(report.fixes == 1 ? "fix" : "fixes") in \(path), \(sessions).")
        if report.missing > 0 { console.warn("\(report.missing) fixes are missing in \(path): the disk was too slow") }
    }
}
