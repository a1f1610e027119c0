// SPDX-License-Identifier: MIT
import RainSynthesis

extension FuzzBytes {
    /// The configuration of an engine for every processor, with the default parameters; and a flag for the fuzzer's own use.
    mutating func engine() -> (configuration: EngineConfiguration, flag: Bool) {
        var configuration = EngineConfiguration()
        configuration.sampleRate = choice(EngineConfiguration.sampleRates)
        configuration.layout = choice(SpeakerLayout.allCases)
        configuration.seed = integer()
        let flags = byte()
        configuration.limits = flags & 3 != 3
        if flags & 12 == 12 { configuration.layers = SoundLayers(rawValue: UInt32(byte())) }
        configuration.instructionSet = .base
        return (configuration, flags & 16 == 16)
    }

    /// The block sizes to cycle through, 1 to 1021 frames each.
    mutating func blockSizes() -> [Int] { (0..<3).map { _ in 1 + Int(byte()) * 4 } }

    /// The table's defaults, with arbitrary values for some parameters.
    mutating func parameters() -> SynthParameters {
        var parameters = SynthParameters()
        for _ in 0..<below(8) {
            let spec = choice(ParameterTable.all)
            let part = byte()
            let wide = spec.range.upperBound - spec.range.lowerBound
            // In its range, or arbitrary.
            parameters[spec.id] = part < 192 ? spec.range.lowerBound + wide * Float(part) / 191 : float()
        }
        return parameters
    }

    mutating func knobs() -> Knobs {
        var knobs = Knobs()
        let flags = byte()
        if flags & 1 == 1 { knobs.gain = float() }
        knobs.muted = flags & 6 == 6
        if flags & 56 == 56 { knobs.generation = integer() }
        return knobs
    }

    mutating func entry(near sample: Int64) -> TimelineEntry {
        let kind = byte()
        let stamp: Int64
        switch kind & 7 {
        case 0: stamp = integer()
        case 1: stamp = .max
        case 2: stamp = .min
        case 3: stamp = sample
        default: stamp = sample + Int64(integer(Int16.self)) / 8
        }
        let generation: UInt32 = kind & 0x70 == 0x70 ? integer() : 0
        let payload: TimelineEntry.Payload
        switch byte() % 8 {
        case 0, 1, 2: payload = .parameters(parameters(), glide: flag() ? integer() : Int32(integer(UInt16.self)))
        case 3: payload = .volume(gain: float(), muted: flag())
        case 4: payload = .event(SynthEvent(kind: flag() ? .start : .stop))
        default:
            payload = .event(
                SynthEvent(
                    strike: choice(StrikeVoice.allCases), frequency: float(), level: float(), pan: float(), duckBy: float(),
                    duckRelease: float()))
        }
        return TimelineEntry(sample: stamp, generation: generation, payload: payload)
    }
}
