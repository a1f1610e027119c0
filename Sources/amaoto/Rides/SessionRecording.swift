// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Platform
import Sessions
import Synchronization
import Tracking
import Transport

/// Records what `--session` requests: one session, from the first fix to the end of the command.
final class SessionRecording: Sendable {
    private let path: String?
    private let console: Console
    private let recorder = Mutex<SessionRecorder?>(nil)
    /// The result of recording a recorded track, which runs in parallel to everything else.
    private let reading = Mutex<OneShot<Result<Void, any Error>>?>(nil)

    /// - Parameter options: without a file, nothing is recorded.
    /// - Throws: when a file is given without a track.
    init(_ options: SessionOptions, input: String?, console: Console) throws {
        path = options.path
        self.console = console
        if path != nil, input == nil { throw Failure("--session needs a track", .usage) }
    }

    /// Opens the file; nil when nothing is to be recorded.
    /// - Parameter dropsWhenFull: a slow disk loses fixes rather than delaying playback.
    func start(source: String, dropsWhenFull: Bool = false) throws -> SessionRecorder? {
        guard let path else { return nil }
        let opened = try SessionRecorder(path, source: source, dropsWhenFull: dropsWhenFull) { [console] in
            console.warn($0.kind == .timeout ? "\($0.path): \($0.message); its fixes wait" : "\($0)")
        }
        recorder.withLock { $0 = opened }
        return opened
    }

    /// Records a recorded track up to the given moment.
    func start(_ setup: RideSetup, until end: TrackTime = TrackTime(nanoseconds: .max)) throws {
        guard let survey = setup.survey else { return }
        try start(source: setup.input?.title ?? "") { try await survey.record(until: end, to: $0) }
    }

    /// Runs `record`, which passes a recorded track to the recorder, in parallel to everything else.
    func start(source: String, _ record: @escaping @Sendable (SessionRecorder) async throws -> Void) throws {
        guard let recorder = try start(source: source) else { return }
        let result = OneShot<Result<Void, any Error>>()
        reading.withLock { $0 = result }
        let thread = TaskThread()
        Task(executorPreference: thread) {
            do { result.resolve(.success(try await record(recorder))) } catch { result.resolve(.failure(error)) }
            thread.retire()
        }
    }

    /// Waits until a recorded track has been recorded to its end, however long that takes, and reports the result.
    /// - Parameter isInterrupted: true ends the wait.
    /// - Returns: false if the end of the track is missing.
    /// - Throws: why it could not be written.
    func complete(unless isInterrupted: () -> Bool) throws -> Bool {
        // After an interrupt, the rest still has the usual time.
        guard let path, !isInterrupted() else { return try finish() }
        while let reading = reading.withLock({ $0 }), reading.now == nil, !isInterrupted() {
            console.status("Keeping the track in \(path) ...")
            _ = reading.wait(seconds: 0.1)
        }
        console.endStatus()
        return try finish(reading: 0)
    }

    /// Writes the rest and reports the result; no effect when repeated.
    /// - Parameters:
    ///   - seconds: the longest wait for a disk that does not respond.
    ///   - patience: the longest wait for the end of a recorded track.
    /// - Returns: false if the end of the track is missing.
    /// - Throws: why it could not be written.
    @discardableResult
    func finish(within seconds: Double = 10, reading patience: Double = 10) throws -> Bool {
        let taken = recorder.withLock { recorder in
            defer { recorder = nil }
            return recorder
        }
        guard let taken, let path else { return true }
        let reading = reading.withLock { $0 }
        let read = reading?.wait(seconds: patience)
        let report = try taken.finish(within: seconds)
        try read?.get()
        console.say("Kept \(CountText.of(report.fixes, "fix", "fixes")) in \(path), \(CountText.of(report.sessions, "session")).")
        if report.missing > 0 {
            console.warn(
                "\(CountText.of(report.missing, "fix is", "fixes are")) missing in \(path): the disk was too slow; "
                    + "keep the session on a faster disk")
        }
        guard reading != nil, read == nil else { return true }
        console.warn(
            "\(path): the rest of the track is missing, since the command ended first; record all of it with `amaoto track INPUT --session FILE`"
        )
        return false
    }
}
