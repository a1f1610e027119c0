import Foundation
import Sessions
import Synchronization
import Tracking

/// What `--session` asks for: one recording, from the first fix to the end of the command.
final class SessionKeeping: Sendable {
    private let path: String?
    private let console: Console
    private let recorder = Mutex<SessionRecorder?>(nil)

    /// - Parameter options: without a file, nothing is kept.
    /// - Throws: when the track that is read is the file that would be written.
    init(_ options: SessionOptions, input: String?, console: Console) throws {
        path = options.path
        self.console = console
        guard let path else { return }
        guard let input else { throw Failure("--session needs a track", exitCode: ExitStatus.usage) }
        if LineFile.isSame(input, path) {
            throw Failure("\(path): it is the input too; keep the session in another file", exitCode: ExitStatus.usage)
        }
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

    /// Writes what is left and says so; again: no effect.
    /// - Parameter seconds: the longest wait for a disk that does not answer.
    /// - Throws: what kept it from being written.
    func finish(within seconds: Double = 10) throws {
        let taken = recorder.withLock { recorder in
            defer { recorder = nil }
            return recorder
        }
        guard let taken, let path else { return }
        let report = try taken.finish(within: seconds)
        let sessions = report.sessions == 1 ? "1 session" : "\(report.sessions) sessions"
        console.say("Kept \(report.fixes) \(report.fixes == 1 ? "fix" : "fixes") in \(path), \(sessions).")
        if report.missing > 0 { console.warn("\(report.missing) fixes are missing in \(path): the disk was too slow") }
    }
}

/// Keeps a track up to a moment: what lies after it is read ahead but not heard.
struct KeepingUntil: UpdateKeeper {
    let keeper: any UpdateKeeper
    let end: TrackTime

    func begin(extraNames: [String]) { keeper.begin(extraNames: extraNames) }

    func keep(_ update: TrackerUpdate, number: Int64) async {
        if update.time <= end { await keeper.keep(update, number: number) }
    }
}
