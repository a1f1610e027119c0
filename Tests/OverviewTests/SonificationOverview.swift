// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Testing
import Tracking

/// The example of Sonification's overview.
struct SonificationOverview {
    @Test func example() async throws {
        // example begins
        let preset = try PresetLibrary.standard.load("car")
        var sonifier = Sonifier(preset: preset, sampleRate: 48_000)

        // 25 m/s from the first sample on.
        var update = TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil)
        update.channels["speed"] = .number(25)
        sonifier.receive(update, at: 0)

        var timeline: [TimelineEntry] = []
        sonifier.advance(to: 48_000) { timeline.append($0) }
        let intensity = sonifier.parameters[.rainIntensity]
        // example ends
        #expect(timeline.allSatisfy { $0.sample < 48_000 } && !timeline.isEmpty)
        #expect(intensity > preset.restingParameters[.rainIntensity])
    }
}
