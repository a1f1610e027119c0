// SPDX-License-Identifier: MIT
import RainSynthesis

extension Fuzzer {
    /// Any parameters, events, stamps, seeds, rates, layouts and block sizes into two engines, one for every processor and one
    /// for this one, which render in blocks of different sizes; a third renders the log of applied entries. Three engines at 192
    /// kHz allocate their memory at the start.
    static let engine = Fuzzer("engine", longest: 1024, mostHeld: 192 << 20) { bytes in
        var input = FuzzBytes(bytes)
        var (configuration, replays) = input.engine()
        configuration.parameters = input.parameters()
        let first = input.knobs()
        guard var plain = EngineRig(configuration, knobs: first) else { return expect(false, "no engine of \(configuration)") }
        if InstructionSet.v3.isSupported { configuration.instructionSet = .v3 }
        guard var fast = EngineRig(configuration, knobs: first) else { return expect(false, "no engine of \(configuration)") }

        var left = SampleBlocks.most(6144, configuration)
        var sample: Int64 = 0
        var sizes = [1, 64, 480, 63]
        var turn = 0
        while !input.isEmpty, left > 0 {
            switch input.byte() % 8 {
            case 0:
                sizes = input.blockSizes()
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
        SampleProperties.check(plain.output, isLimited: configuration.limits)
        SampleProperties.checkSame(plain.output, fast.output, "other blocks and instructions give other bytes")
        expect(plain.log.count == fast.log.count, "other blocks let other entries act")
        SampleProperties.check(plain.report())
        if replays { checkReplay(configuration, plain.log, plain.output) }
    }

    /// The log of applied entries is a timeline that renders to the same bytes. This holds only if no quantum's entries fill it
    /// and none has both a volume of the timeline and one of the knobs: a player's timeline has no volumes.
    private static func checkReplay(_ configuration: EngineConfiguration, _ log: [TimelineEntry], _ output: [Float]) {
        let volumes = log.compactMap { entry -> Int64? in
            if case .volume = entry.payload { entry.sample / Int64(EngineConfiguration.quantum) } else { nil }
        }
        guard log.count < 256, Set(volumes).count == volumes.count, var again = EngineRig(configuration, knobs: Knobs()) else { return }
        for entry in log { again.push(entry) }
        again.render(output.count / configuration.layout.engineChannels) { 64 }
        SampleProperties.checkSame(again.output, output, "the log of what acted gives other bytes")
    }
}
