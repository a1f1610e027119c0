@testable import RainSynthesis
import RealtimeExchange

extension Fuzzer {
    /// Any parameters, events, stamps, seeds, rates, layouts and block sizes into two engines, one for every processor and one
    /// for this one, that render in blocks of other sizes; a third renders the log of what acted.
    /// Three engines at 192 kHz hold what they need from the start on.
    static let engine = Fuzzer("engine", longest: 1024, mostHeld: 192 << 20) { bytes in
        var input = FuzzBytes(bytes)
        var configuration = EngineConfiguration()
        configuration.sampleRate = input.choice(EngineConfiguration.sampleRates)
        configuration.layout = input.choice(SpeakerLayout.allCases)
        configuration.seed = input.integer()
        let flags = input.byte()
        configuration.limits = flags & 3 != 3
        if flags & 12 == 12 { configuration.layers = SoundLayers(rawValue: UInt32(input.byte())) }
        configuration.parameters = input.parameters()
        let first = input.knobs()
        configuration.instructionSet = .base
        guard var plain = EngineRig(configuration, knobs: first) else { return expect(false, "no engine of \(configuration)") }
        if InstructionSet.v3.isSupported { configuration.instructionSet = .v3 }
        guard var fast = EngineRig(configuration, knobs: first) else { return expect(false, "no engine of \(configuration)") }

        // Fewer at the higher rates and in many channels, so that an input takes a few milliseconds.
        var left = 6144 * 48_000 / configuration.sampleRate * 2 / plain.channels
        var sample: Int64 = 0
        var sizes: [Int] = [1, 64, 480, 63]
        var turn = 0
        while !input.isEmpty, left > 0 {
            switch input.byte() % 8 {
            case 0:
                sizes = (0..<3).map { _ in 1 + Int(input.byte()) * 4 }
            case 1:
                let knobs = input.knobs()
                plain.publish(knobs)
                fast.publish(knobs)
            case 2, 3, 4:
                let entry = input.entry(near: sample)
                plain.push(entry)
                fast.push(entry)
            default:
                let frames = min(left, 1 + input.below(2048))
                plain.render(frames) { frames }
                fast.render(frames) {
                    turn += 1
                    return sizes[turn % sizes.count]
                }
                left -= frames
                sample += Int64(frames)
            }
        }
        if left > 0 {
            let frames = min(left, 256)
            plain.render(frames) { 64 }
            fast.render(frames) { 7 }
        }
        check(plain.output, isLimited: configuration.limits)
        expect(same(plain.output, fast.output), "other blocks and instructions give other bytes at \(difference(plain.output, fast.output))")
        expect(plain.log.count == fast.log.count, "other blocks let other entries act")
        let told = plain.report()
        for number in [told.peakLeft, told.peakRight, told.powerLeft, told.powerRight, told.limiterGain] {
            expect(number.isFinite && number >= 0, "\(told)")
        }
        if flags & 16 == 16 { checkReplay(configuration, first, plain.log, plain.output, channels: plain.channels) }
    }

    /// Finite, and within what the limiter promises: -1 dBTP.
    private static func check(_ output: [Float], isLimited: Bool) {
        let bound: Float = isLimited ? 0.891_251 : .greatestFiniteMagnitude
        for (index, value) in output.enumerated() where !(value.magnitude <= bound) { expect(false, "sample \(index) is \(value)") }
    }

    private static func same(_ a: [Float], _ b: [Float]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.bitPattern == $1.bitPattern }
    }

    private static func difference(_ a: [Float], _ b: [Float]) -> String {
        zip(a, b).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }.map { "\($0): \($1.0), \($1.1)" } ?? "\(a.count), \(b.count)"
    }

    /// The log of what acted is a timeline that gives the same bytes. It is one only while no quantum's fills it.
    private static func checkReplay(
        _ configuration: EngineConfiguration, _ first: Knobs, _ log: [TimelineEntry], _ output: [Float], channels: Int
    ) {
        guard log.count < 256, var again = EngineRig(configuration, knobs: Knobs()) else { return }
        for entry in log { again.push(entry) }
        again.render(output.count / channels) { 64 }
        expect(same(again.output, output), "the log of what acted gives other bytes at \(difference(again.output, output))")
    }
}

extension FuzzBytes {
    /// The table's defaults, with some parameters anything at all.
    fileprivate mutating func parameters() -> SynthParameters {
        var parameters = SynthParameters()
        for _ in 0..<below(8) {
            let spec = choice(ParameterTable.all)
            let part = byte()
            let wide = spec.range.upperBound - spec.range.lowerBound
            // In its range, or anything.
            parameters[spec.id] = part < 192 ? spec.range.lowerBound + wide * Float(part) / 191 : float()
        }
        return parameters
    }

    fileprivate mutating func knobs() -> Knobs {
        var knobs = Knobs()
        let flags = byte()
        if flags & 1 == 1 { knobs.gain = float() }
        knobs.muted = flags & 6 == 6
        if flags & 56 == 56 { knobs.generation = integer() }
        return knobs
    }

    fileprivate mutating func entry(near sample: Int64) -> TimelineEntry {
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
        switch byte() % 8 {
        case 0, 1, 2: return TimelineEntry(sample: stamp, generation: generation, payload: .parameters(parameters(), glide: flag() ? integer() : Int32(integer(UInt16.self))))
        case 3: return TimelineEntry(sample: stamp, generation: generation, payload: .volume(gain: float(), muted: flag()))
        case 4: return TimelineEntry(sample: stamp, generation: generation, payload: .event(SynthEvent(kind: flag() ? .start : .stop)))
        default:
            let event = SynthEvent(
                strike: choice(StrikeVoice.allCases), frequency: float(), level: float(), pan: float(), duckBy: float(),
                duckRelease: float())
            return TimelineEntry(sample: stamp, generation: generation, payload: .event(event))
        }
    }
}
