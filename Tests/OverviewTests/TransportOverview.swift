// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Sonification
import Testing
import Transport

/// The example of Transport's overview.
struct TransportOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "walk-\(UUID().uuidString).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let fixes = "time,lat,lon\n0,35.68100,139.767\n1,35.68101,139.767\n2,35.68102,139.767\n"
        try fixes.write(toFile: path, atomically: true, encoding: .utf8)

        let preset = try PresetLibrary.standard.load("hiker")
        let input = try RideInput(path, rereads: false)
        let survey = try RideSurvey(of: [input], preset: preset, isStrict: true) { _ in }

        var performance = Performance(preset: survey.preset)
        performance.seed = 7
        let clock = survey.clock(rate: performance.sampleRate, speed: survey.speed(fitting: 1))
        let frames = survey.lastSample(by: clock) + performance.fadeFrames
        let render = OfflineRender(performance: performance, totalFrames: frames)
        let report = try await render.run(survey.heard(by: clock, until: survey.end), to: NullOutput())
        // example ends
        #expect(survey.duration == 2)
        #expect(report.frames == frames)
        #expect(!report.wasInterrupted)
    }
}
