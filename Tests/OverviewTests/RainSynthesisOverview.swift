// SPDX-License-Identifier: MIT
import RainSynthesis
import RealtimeExchange
import Testing

/// The example of RainSynthesis's overview.
struct RainSynthesisOverview {
    @Test func example() async throws {
        // example begins
        var configuration = EngineConfiguration()
        configuration.layers = SoundLayers(.rain)
        configuration.parameters[.rainIntensity] = 10
        var engine = try RainEngine(
            configuration, timelines: [EventQueue(capacity: 256)],
            knobs: LatestValue(Knobs()).takeReader(), telemetry: LatestValue(Telemetry()).takeWriter())

        let frames = configuration.sampleRate
        var samples = [Float](repeating: 0, count: engine.channels * frames)
        samples.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { engine.render(into: base, frames: frames) }
        }
        // example ends
        #expect(samples.count == 2 * 48_000)
        #expect(samples.contains { $0 != 0 })
        #expect(samples.allSatisfy { $0.magnitude < 1 })
    }
}
