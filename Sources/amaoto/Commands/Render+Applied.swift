// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import PlainText
import Platform
import Sonification
import Tracking
import Transport

extension Render {
    /// Renders a log written by `play --applied`.
    func renderApplied(_ path: String, _ claims: OutputClaims, _ console: Console, _ interrupts: Interrupts) async throws {
        let text = try ByteSource(path: path).unpacked().whole(atMost: 256 << 20)
        var log = try AppliedLog(reading: Data(text), source: path)
        if let layout = sound.chosenLayout { log.configuration.layout = layout }
        var settings = SoundFileSettings()
        settings.sampleRate = log.configuration.sampleRate
        settings.layout = log.configuration.layout
        settings.container = container
        settings.format = sound.format
        settings.ditherSeed = log.configuration.seed
        settings.software = Version.software
        settings.comment = ["seed \(settings.ditherSeed)", settings.layout.comment, "as it was played"].compactMap(\.self)
            .joined(separator: ", ")
        settings.claims = claims
        settings.expectedFrames = log.frames
        let sink = try Self.openSink(output, settings, interrupts)
        let progress = ProgressLine(console, patience: 0)
        let report = try await OfflineRender.run(
            log, to: sink,
            progress: { [rate = settings.sampleRate] state in
                progress.show(state, at: rate)
                return !interrupts.arrived
            })
        console.endStatus()
        let seconds = Double(report.frames) / Double(settings.sampleRate)
        let place = report.wasInterrupted ? Console.interrupted([report.place]) : report.place
        console.say("\(place): \(ClockText.text(seconds)), \(log.entries.count) applied entries")
        if report.wasInterrupted { try interrupts.throwIfArrived() }
    }
}
