// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Testing

/// The example of AudioOutput's overview.
struct AudioOutputOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "fade-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }

        var settings = SoundFileSettings()
        settings.format = .signed16
        settings.title = "Fade"
        let sink = try SoundSinkOpening.open(path, settings: settings)

        // A tenth of a second of interleaved stereo.
        let fade = (0..<4_800).map { 1 - Float($0) / 4_800 }
        let frames = fade.flatMap { [$0, $0] }
        try frames.withUnsafeBufferPointer { try sink.write($0) }
        let written = try sink.finish()
        // example ends
        #expect(written == path)
        #expect(sink.framesWritten == 4_800)
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
