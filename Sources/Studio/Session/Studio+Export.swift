// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Sonification
import Transport
import Tuning

/// Exports what is played as a WAV file.
extension Studio {
    /// The default length of an export in seconds: the complete track, or a minute of resting rain.
    var exportSeconds: Double {
        guard let survey = track?.survey else { return 60 }
        let clock = survey.clock(rate: state.withLock { $0.sampleRate }, speed: exportSpeed)
        let seconds = Double(survey.lastSample(by: clock)) / Double(clock.rate) + Performance.fade
        return min(36_000, max(0.5, (seconds * 10).rounded(.up) / 10))
    }

    /// The playback speed, now and in an export.
    private var exportSpeed: Double { desk.moment?.status.speed ?? track?.speed ?? 1 }

    /// Starts an export; its progress is sent to every page.
    func export(seconds: Double) throws(PageFault) {
        var performance = Performance(preset: desk.snapshot.preset)
        performance.sampleRate = state.withLock { $0.sampleRate }
        performance.layout = settings.player.layout
        performance.seed = settings.seed
        performance.gain = settings.gain
        let speed = exportSpeed
        let isFree = state.withLock { [performance] state in
            guard state.export == nil else { return false }
            state.export = Task.detached(priority: .utility) { [self] in
                await export(performance, seconds: seconds, speed: speed)
            }
            return true
        }
        guard isFree else { throw PageFault("An export is under way.", "Wait for it or cancel it.") }
    }

    private func export(_ performance: Performance, seconds: Double, speed: Double) async {
        let message: ExportMessage
        do {
            message = try await render(performance, seconds: seconds, speed: speed)
        } catch let error as AudioFileError {
            message = ExportMessage(state: .failed, done: 0, words: "", message: "\(error.place): \(error.cause).", remedy: error.remedy)
        } catch {
            message = ExportMessage(state: .failed, done: 0, words: "", message: "The export failed: \(error).", remedy: "")
        }
        state.withLock { $0.export = nil }
        send(message)
    }

    private func send(_ message: ExportMessage) {
        let message = PageMessage(.export, message)
        state.withLock { $0.exportMessage = message }
        hub.send(message)
    }

    private func render(_ performance: Performance, seconds: Double, speed: Double) async throws -> ExportMessage {
        var performance = performance
        var frames = Int64(seconds * Double(performance.sampleRate))
        var tracks: [ScheduledTrack] = []
        if let survey = track?.survey {
            performance.preset = survey.resolved(performance.preset)
            let clock = survey.clock(rate: performance.sampleRate, speed: speed)
            tracks = survey.heard(by: clock, until: survey.end)
            frames = min(frames, survey.lastSample(by: clock) + performance.fadeFrames)
        }
        var settings = SoundFileSettings()
        settings.sampleRate = performance.sampleRate
        settings.layout = performance.layout
        settings.format = self.settings.exportFormat
        settings.title = performance.preset.title
        settings.software = self.settings.software
        settings.comment = performance.comment(speed: speed)
        settings.ditherSeed = performance.seed
        settings.expectedFrames = frames
        let sink = try openSink(named: Self.plain(performance.preset.name), settings)
        let render = OfflineRender(performance: performance, totalFrames: frames)
        var reported = ContinuousClock.now - .seconds(1)
        let cancelling = CancelledSink(sink)
        let report = try await render.run(
            tracks, to: cancelling,
            progress: { progress in
                if ContinuousClock.now - reported > .milliseconds(100) {
                    reported = .now
                    let done = Double(progress.frames) / Double(max(progress.totalFrames, 1))
                    let words = "\(Int((done * 100).rounded())) % of \(Int(seconds.rounded())) s"
                    send(ExportMessage(state: .running, done: done, words: words))
                }
                return !Task.isCancelled
            })
        if report.wasInterrupted { return ExportMessage(state: .cancelled, done: 0, words: "The export was cancelled; nothing is kept.") }
        let name = URL(fileURLWithPath: report.place).lastPathComponent
        state.withLock { $0.exports[name] = report.place }
        return ExportMessage(state: .done, done: 1, words: "Exported to \(report.place).", name: name, link: "exports/\(name)")
    }

    /// Opens the first free name: NAME.wav, NAME-2.wav, …
    private func openSink(named name: String, _ settings: SoundFileSettings) throws(AudioFileError) -> SoundFileWriter {
        let folder = URL(fileURLWithPath: self.settings.folder)
        let stem = name.isEmpty ? "rain" : name
        var number = 1
        while true {
            let path = folder.appendingPathComponent(number == 1 ? "\(stem).wav" : "\(stem)-\(number).wav").path
            do throws(AudioFileError) {
                return try SoundFileWriter(path: path, settings: settings)
            } catch  where (error.kind == .exists || error.kind == .inUse) && number < 1000 {
                number += 1
            }
        }
    }
}

/// A file that leaves nothing behind when its render is cancelled.
private final class CancelledSink: SoundSink {
    private let file: SoundFileWriter
    init(_ file: SoundFileWriter) { self.file = file }
    var place: String { file.place }
    var framesWritten: Int64 { file.framesWritten }
    func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) { try file.write(frames) }
    func finish() throws(AudioFileError) -> String { try file.finish() }
    func interrupt() throws(AudioFileError) -> String {
        file.abandon()
        return file.place
    }
    func abandon() { file.abandon() }
}
