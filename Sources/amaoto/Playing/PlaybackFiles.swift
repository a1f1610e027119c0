// SPDX-License-Identifier: MIT
import AudioOutput
import PlainText
import Platform
import Sonification
import Transport

/// The files that a playback writes while it lasts. A slow reader of one does not delay the rain.
struct PlaybackFiles {
    let recording: SoundRecording?
    let applied: LineFile?
    private let stats: LineFile?
    private let state: LineFile?
    private let captions: CaptionFile?
    private let performance: Performance
    private let console: Console

    /// - Throws: why one of them cannot be written; the others are then removed.
    init(_ options: Play, _ setup: RideSetup, _ claims: OutputClaims, console: Console, interrupts: Interrupts) throws {
        self.console = console
        performance = setup.performance
        func lines(_ path: String?) throws -> LineFile? {
            try path.map { try LineFile($0, claims, whenSlow: .drops(notifying: console), interrupts: interrupts) }
        }
        stats = try lines(options.stats)
        state = try lines(options.state)
        applied = try lines(options.applied)
        captions = try CaptionFile(
            options.announcements, claims, setup, whenSlow: .drops(notifying: console), interrupts: interrupts)
        applied?.write(AppliedLog.header(setup.performance.configuration))
        recording = try options.record.map { path in
            var settings = options.sound.fileSettings(setup.performance, nil, claims, loudness: options.loudness.target)
            // The sample format of -f is the device's.
            settings.format = nil
            settings.keepsWhatCame = true
            // For mono, the recording keeps both channels that it is mixed from.
            if settings.layout == .mono { settings.layout = .stereo }
            return try SoundRecording(to: SoundFileWriter(path: path, settings: settings), layout: settings.layout)
        }
    }

    func write(_ record: StateRecord) {
        if record.silent.isEmpty { state?.write(record.json) }
        captions?.write(record)
    }

    /// Writes what has become due, and reports files that can no longer be written. Call it every turn.
    func write(_ status: PlaybackStatus) {
        captions?.write(status)
        // A reader that has exited has what it needed: it is no fault.
        let faults = [recording?.fault.map { "\($0)" }] + [state, applied, captions?.file].map { $0?.fault }
        for fault in faults.compactMap(\.self) { console.warnOnce("\(fault); playback continues without it") }
    }

    /// Drops the waiting captions, after a seek.
    func forget() { captions?.forget() }

    /// Completes all of them, and keeps what was played however it ended.
    /// - Parameters:
    ///   - isWhole: false for a playback that was interrupted or failed.
    ///   - report: nil for a playback that could not begin, which has no log of what was applied and no statistics.
    ///   - device: what the device granted.
    /// - Throws: the first error, after all others are complete.
    func close(isWhole: Bool, report: PlaybackReport?, device: DeviceReport) throws {
        let results: [Result<Void, any Error>] = [
            Result { try finishRecording(isWhole: isWhole) },
            Result { try state?.close(interrupted: !isWhole, reportingTo: console) },
            Result { try captions?.close(interrupted: !isWhole, reportingTo: console) },
            Result {
                guard let report else { return }
                applied?.write(AppliedLog.footer(frames: report.frames, missing: report.missingApplied))
                try applied?.close(interrupted: !isWhole, reportingTo: console)
            },
            Result { try report.map { try writeStatistics($0, device) } },
        ]
        for result in results { try result.get() }
    }

    private func finishRecording(isWhole: Bool) throws {
        guard let recording else { return }
        let place = try recording.finish(interrupted: !isWhole)
        console.say("Recorded to \(place).")
        guard recording.overflow > 0 else { return }
        console.warn(
            "\(CountText.of(recording.overflow, "frame is", "frames are")) missing in the recording: the disk was too slow")
    }

    private func writeStatistics(_ report: PlaybackReport, _ device: DeviceReport) throws {
        guard let stats else { return }
        try Statistics.write(
            to: stats,
            [
                ("preset", .text(performance.preset.name)), ("seed", .whole(performance.seed)),
                ("device", .text(device.device)), ("sampleRate", .whole(device.sampleRate)),
                ("layout", .text(device.layout.rawValue)), ("format", .text(device.format.rawValue)),
                ("period", .whole(device.period)),
                ("buffer", .whole(device.buffer)), ("realtime", .bool(device.isRealtime)),
                ("memoryLocked", .bool(device.isMemoryLocked)), ("frames", .whole(report.frames)),
                ("publisherThread", .whole(report.publisherThread)),
                ("rendererThread", .whole(report.player.threadID)),
                ("xruns", .whole(report.player.xruns)), ("suspends", .whole(report.player.suspends)),
                ("stalls", .whole(report.player.losses.stalls)),
                ("reconnections", .whole(report.player.losses.reconnections)),
                ("framesLost", .whole(report.player.losses.framesLost)),
                ("secondsSilent", Statistics.figure(report.player.losses.silence)),
                ("earlyPeriods", .whole(report.player.earlyPeriods)),
                ("wakeupLatenessMaximum", Statistics.figure(report.player.latenessMaximum)),
                ("wakeupLateness99", Statistics.figure(report.player.lateness99)),
                ("renderShareMaximum", Statistics.figure(report.player.renderShareMaximum)),
                ("renderShare99", Statistics.figure(report.player.renderShare99)),
                ("instructionSet", .text(performance.configuration.instructionSet.rawValue)),
            ], telemetry: report.telemetry,
            [
                ("queueOverflows", .whole(report.queueOverflows)),
                ("events", .whole(report.events.struck)), ("droppedEvents", .whole(report.events.dropped)),
            ])
    }
}
