// SPDX-License-Identifier: MIT
import RainSynthesis

extension Fuzzer {
    private static let tracks = 3

    /// Three tracks and their soundscape with any parameters, events, stamps and knobs: rendered for every processor in blocks of
    /// a quantum, then for this one in blocks of other sizes. Four parts at 192 kHz allocate their memory at the start.
    static let ensemble = Fuzzer("ensemble", longest: 1024, mostHeld: 256 << 20) { bytes in
        var input = FuzzBytes(bytes)
        var configuration: EngineConfiguration
        (configuration, configuration.comeAndGo) = input.engine()
        configuration.parameters = input.part()
        for _ in 0..<tracks { configuration.tracks.append(input.part()) }
        let first = input.knobs()
        let sizes = input.blockSizes()

        let plain = play(configuration, first, input, sizes: [64])
        if InstructionSet.v3.isSupported { configuration.instructionSet = .v3 }
        let fast = play(configuration, first, input, sizes: sizes)
        SampleProperties.check(plain.output, isLimited: configuration.limits)
        SampleProperties.check(plain.told)
        SampleProperties.checkSame(plain.output, fast.output, "other blocks and instructions give other bytes")
        let counts = [plain.told, fast.told].map { [$0.sample, $0.startedDrops, $0.lateEntries, $0.discardedEntries, $0.strikes] }
        expect(counts[0] == counts[1], "other blocks let other entries act: \(counts)")
    }

    /// Renders the rest of an input in blocks of these sizes. The engines run one after another, as each takes much memory.
    private static func play(
        _ configuration: EngineConfiguration, _ first: Knobs, _ rest: FuzzBytes, sizes: [Int]
    ) -> (output: [Float], told: Telemetry) {
        guard var rig = EngineRig(configuration, knobs: first) else {
            expect(false, "no engine of \(configuration)")
            return ([], Telemetry())
        }
        var input = rest
        var left = SampleBlocks.most(4096, configuration)
        var sample: Int64 = 0
        var turn = 0
        func size() -> Int {
            turn += 1
            return sizes[turn % sizes.count]
        }
        while !input.isEmpty, left > 0 {
            switch input.byte() % 8 {
            case 0: rig.publish(input.knobs())
            case 1, 2, 3, 4:
                let part = input.below(tracks + 1)
                rig.push(input.entry(near: sample), to: part)
            default:
                let frames = min(left, 1 + input.below(1024))
                rig.render(frames, size: size)
                left -= frames
                sample += Int64(frames)
            }
        }
        if left > 0 { rig.render(min(left, 256), size: size) }
        return (rig.output, rig.report())
    }
}

extension FuzzBytes {
    /// Few voices, as memory grows with them and the behaviour is the same.
    fileprivate mutating func part() -> SynthParameters {
        var part = parameters()
        part[.dropsVoices] = 16 + Float(byte())
        return part
    }
}
