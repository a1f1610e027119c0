// SPDX-License-Identifier: MIT
import Foundation

@testable import RainSynthesis

/// The rain layer on its own, with its parameters.
struct RainRig: ~Copyable {
    var layer: RainLayer
    var glide: ParameterRamps

    init(rate: Int = 48_000, seed: UInt64 = 1, share: Double = 1, masks: Bool = true, _ values: [ParameterID: Float]) {
        layer = RainLayer(sampleRate: rate, seed: seed, share: share, masks: masks)
        glide = ParameterRamps(SynthParameters(values))
    }

    /// Renders quanta, each cut into segments of `segment` frames, and passes each with its drops to `body`.
    mutating func run(
        quanta: Int, segment: Int = 64, _ body: (UnsafePointer<Float>, UnsafePointer<Float>, [RainArrival]) -> Void
    ) {
        var left = [Float](repeating: 0, count: 64)
        var right = left
        left.withUnsafeMutableBufferPointer { l in
            right.withUnsafeMutableBufferPointer { r in
                guard let l = l.baseAddress, let r = r.baseAddress else { return }
                let block = StereoBlock(left: l, right: r)
                for _ in 0..<quanta {
                    for frame in 0..<64 {
                        l[frame] = 0
                        r[frame] = 0
                    }
                    for offset in stride(from: 0, to: 64, by: segment) {
                        layer.schedule(Segment(first: offset, frames: min(segment, 64 - offset)), glide, into: block)
                    }
                    layer.render(glide, into: block)
                    body(l, r, (0..<layer.arrivalCount).map { layer.arrivalAndGain($0).0 })
                }
            }
        }
    }

    /// Both channels of `seconds` seconds.
    mutating func sound(seconds: Int, rate: Int = 48_000) -> (left: [Float], right: [Float]) {
        var left: [Float] = [], right: [Float] = []
        left.reserveCapacity(seconds * rate)
        right.reserveCapacity(seconds * rate)
        run(quanta: seconds * rate / 64) { l, r, _ in
            left.append(contentsOf: UnsafeBufferPointer(start: l, count: 64))
            right.append(contentsOf: UnsafeBufferPointer(start: r, count: 64))
        }
        return (left, right)
    }

    /// The levels in dB of the six octaves from 250 Hz to 16 kHz, over `stretches` stretches of 8192 frames.
    mutating func octaves(stretches: Int) -> [Double] {
        var spectrum = NoiseSpectrum(size: 8192, rate: 48_000)
        for _ in 0..<stretches {
            var left: [Float] = [], right: [Float] = []
            run(quanta: 128) { l, r, _ in
                left.append(contentsOf: UnsafeBufferPointer(start: l, count: 64))
                right.append(contentsOf: UnsafeBufferPointer(start: r, count: 64))
            }
            spectrum.add(left, right)
        }
        return (2..<8).map { 10 * log10(spectrum.power(from: 62.5 * pow(2, Double($0)), to: 125 * pow(2, Double($0)))) }
    }
}
