// SPDX-License-Identifier: MIT
import DeterministicMath
import RealtimeExchange

/// Measures how loud the same drops are on other materials. All materials are equally loud for the classic drop, but not for
/// shorter or higher drops. A preset compensates for that by its level, but a preset that uses several materials at once cannot.
///
/// Control side: renders a second of drops on each material to measure it.
public enum MaterialLoudness {
    private static let sampleRate = 48_000
    private static let frames = 48_000
    /// Drops per minute: few enough to be separate.
    private static let rate: Float = 480
    /// The largest difference in dB that is returned.
    private static let most: Float = 18

    /// By how many dB a set's drops are louder on each of `materials` than on `reference` (indices of the choices of
    /// `drops.material`), after ITU-R BS.1770-4; 0 if they are silent. Every machine computes the same values.
    public static func differences(_ set: SynthParameters, on materials: [Int], than reference: Int) -> [Float] {
        let expected = energy(set, on: reference)
        return materials.map { material in
            if material == reference { return 0 }
            let found = energy(set, on: material)
            guard expected > 1e-12, found > 1e-12 else { return 0 }
            let difference = Float(10 * DeterministicMath.log10(found / expected))
            return min(max(difference, -most), most)
        }
    }

    private static func energy(_ set: SynthParameters, on material: Int) -> Double {
        var configuration = EngineConfiguration()
        configuration.sampleRate = sampleRate
        configuration.layers = SoundLayers(.drops)
        configuration.limits = false
        configuration.parameters = set
        configuration.parameters[.dropsRate] = rate
        configuration.parameters[.dropsRegularity] = 16
        configuration.parameters[.dropsLevel] = 0
        configuration.parameters[.dropsVoices] = 256
        configuration.parameters[.dropsMaterial] = Float(material)
        configuration.parameters[.dropsPan] = 0
        configuration.parameters[.dropsWidth] = 0
        configuration.parameters[.masterLevel] = 0
        guard
            var engine = try? RainEngine(
                configuration, timelines: [EventQueue(capacity: 1)],
                knobs: LatestValue(Knobs()).takeReader(), telemetry: LatestValue(Telemetry()).takeWriter())
        else { return 0 }
        let sound = [Float](unsafeUninitializedCapacity: 2 * frames) { buffer, count in
            if let base = buffer.baseAddress { engine.render(into: base, frames: frames) }
            count = 2 * frames
        }
        var weighting = LoudnessWeighting()
        // The drops are centred, so one channel suffices.
        return stride(from: 0, to: sound.count, by: 2).reduce(0.0) { sum, index in
            let y = weighting.next(Double(sound[index]))
            return sum + y * y
        }
    }
}

/// The frequency weighting of loudness at 48 kHz: ITU-R BS.1770-4, tables 1 and 2.
private struct LoudnessWeighting {
    private struct Section {
        let b: SIMD4<Double>
        let a1: Double
        let a2: Double
        var first = 0.0
        var second = 0.0

        @_noLocks mutating func next(_ x: Double) -> Double {
            let y = b[0] * x + first
            first = b[1] * x - a1 * y + second
            second = b[2] * x - a2 * y
            return y
        }
    }

    private var shelf = Section(
        b: [1.53512485958697, -2.69169618940638, 1.19839281085285, 0], a1: -1.69065929318241, a2: 0.73248077421585)
    private var low = Section(b: [1, -2, 1, 0], a1: -1.99004745483398, a2: 0.99007225036621)

    @_noLocks mutating func next(_ x: Double) -> Double { low.next(shelf.next(x)) }
}
