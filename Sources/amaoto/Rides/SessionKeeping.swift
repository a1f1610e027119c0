// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Sessions
import Synchronization
import Tracking
import Transport

/// Records what `--session` requests: one session, from the first fix to the end of the command.
final class SessionKeeping: Sendable {
    private let path: String?
    private let console: Console
    private let recorder = Mutex<SessionRecorder?>(nil)
    /// The recording of a recorded track, which runs in parallel to everything else.
    private let reading = Mutex<OneShot<Result<Void, any Error>>?>(nil)

    /// - Parameter options: without a file, nothing is recorded.
    /// - Throws: when a file is given without a track.
    init(_ options: SessionOptions, input: String?, console: Console) throws {
        path = options.path
        self.console = console
        if path != nil, input == nil { throw Failure("--session needs a track", exitCode: ExitStatus.usage) }
    }

    /// Opens the file; nil when nothing is to be recorded.
    /// - Parameter isLive: true lets a slow disk lose fixes rather than delay playback.
    func start(source: String, isLive: Bool = false) throws -> SessionRecorder? {
        guard let path else { return nil }
        let opened = try SessionRecorder(path, source: source, whenFull: isLive ? .drops : .waits) { [console] in
            console.warn($0.kind == .timeout ? "\($0.path): \($0.message); its fixes wait" : "\($0)")
        }
        recorder.withLock { $0 = opened }
        return opened
    }

    /// Records a recorded track up to the given moment.
    func start(_ setup: RideSetup, until end: TrackTime = TrackTime(nanoseconds: .max)) throws {
        guard let survey = setup.survey, let recorder = try start(source: setup.input?.title ?? "") else { return }
        let answer = OneShot<Result<Void, any Error>>()
        reading.withLock { $0 = answer }
        let thread = SerialProcessorThread()
        Task(executorPreference: thread) {
            do { answer.give(.success(try await survey.keep(until: end, by: recorder))) } catch { answer.give(.failure(error)) }
            thread.retire()
        }
    }

    /// Writes the rest and reports the result; no effect when repeated.
    /// - Parameters:
    ///   - seconds: the longest wait for a disk that does not respond.
    ///   - waits: asked beyond that time, while a recorded track is still being kept; false gives up.
    /// - Throws: why it could not be written.
    func finish(within seconds: Double = 10, orWhile waits: () -> Bool = { false }) throws {
        let taken = recorder.withLock { recorder in
            defer { recorder = nil }
            return recorder
        }
        guard let taken, let path else { return }
        let answer = reading.withLock { $0 }
        var read: Result<Void, any Error>?, waited = 0.0
        while let answer, read == nil, waited < seconds || waits() {
            read = answer.wait(seconds: 0.5)
            waited += 0.5
            if read == nil, waited >= 1 { console.status("Keeping the fixes in \(path) ...") }
        }
        console.endStatus()
        let report = try taken.finish(within: seconds)
        try read?.get()
        if answer != nil, read == nil { console.warn("\(path) does not hold the whole track: keeping it was cut short") }
        console.say("Kept \(CountText.of(report.fixes, "fix", "fixes")) in \(path), \(CountText.of(report.sessions, "session")).")
        if report.missing > 0 {
            console.warn("\(report.missing) fixes are missing in \(path): the disk was too slow; keep the session on a faster disk")
        }
    }
}
