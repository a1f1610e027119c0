// SPDX-License-Identifier: MIT
import TestTraits

@testable import RainSynthesis

/// A drop layer that is rendered quantum by quantum, with its recorded output.
struct DropRig: ~Copyable {
    struct Fallen {
        /// Samples since the rig's start.
        var position: Double
        var onset: DropOnset
        var shape: DropShape
    }

    var layer: DropLayer
    var left: [Float] = []
    var right: [Float] = []
    var fallen: [Fallen] = []
    var quanta = 0

    init(
        sampleRate: Int = 48_000, seed: UInt64 = 1, voices: Int = 4096, startQuantum: Int64 = 0,
        instructionSet: InstructionSet = .best
    ) {
        layer = DropLayer(
            sampleRate: sampleRate, seed: seed, voices: voices, startQuantum: startQuantum, instructionSet: instructionSet)
    }

    /// Plays one quantum of constant parameters, cut into `segments`.
    mutating func play(_ parameters: SynthParameters, segments: [Int] = [64], impactGain: Float = 1, bubbleGain: Float = 1) {
        play(ParameterRamps(parameters), segments: segments, impactGain: impactGain, bubbleGain: bubbleGain)
    }

    private mutating func play(
        _ glide: borrowing ParameterRamps, segments: [Int] = [64], impactGain: Float = 1, bubbleGain: Float = 1
    ) {
        var offset = 0
        for frames in segments {
            layer.schedule(offset: offset, frames: frames, glide: glide, impactGain: impactGain, bubbleGain: bubbleGain)
            offset += frames
        }
        render()
    }

    /// Renders the quantum that has been scheduled.
    mutating func render() {
        for index in 0..<layer.onsetCount {
            let onset = layer.onsets.first[index]
            fallen.append(
                Fallen(position: Double(quanta * 64) + onset.position, onset: onset, shape: layer.shapes.first[index]))
        }
        let start = left.count
        left.append(contentsOf: repeatElement(0, count: 64))
        right.append(contentsOf: repeatElement(0, count: 64))
        left.withUnsafeMutableBufferPointer { l in
            right.withUnsafeMutableBufferPointer { r in
                layer.render(into: StereoBlock(left: l.baseAddress! + start, right: r.baseAddress! + start))
            }
        }
        quanta += 1
    }

    mutating func play(_ parameters: SynthParameters, quanta: Int) {
        let glide = ParameterRamps(parameters)
        for _ in 0..<quanta { play(glide) }
    }

    /// Triggers exactly one drop and plays it to its end.
    mutating func playOne(_ parameters: SynthParameters) {
        var parameters = parameters
        parameters[.dropsRegularity] = 0
        parameters[.dropsRate] = 60 * 500
        let before = fallen.count
        while fallen.count == before { play(parameters) }
        parameters[.dropsRate] = 0
        repeat { play(parameters) } while layer.active > 0
        play(parameters)
    }
}

extension SplitMix {
    /// From 0 to 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }
}

func mean(_ x: [Double]) -> Double { x.reduce(0, +) / Double(x.count) }
func deviation(_ x: [Double]) -> Double {
    let m = mean(x)
    return (x.reduce(0) { $0 + ($1 - m) * ($1 - m) } / Double(x.count - 1)).squareRoot()
}
