// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

private func power(_ channel: [Float]) -> Double {
    channel.reduce(0) { $0 + Double($1) * Double($1) } / Double(channel.count)
}

@Suite("Ambisonics and two ears", .computing)
struct SoundFieldTests {
    /// The output of a virtual microphone for W Y Z X (SN3D): at pattern 0.5 a cardioid.
    private func microphone(_ field: [[Float]], azimuth: Double, pattern: Double = 0.5) -> [Float] {
        let (sine, cosine) = (Float(sin(azimuth)), Float(cos(azimuth)))
        let (w, first) = (Float(pattern), Float(1 - pattern))
        return field[0].indices.map { w * field[0][$0] + first * (sine * field[1][$0] + cosine * field[3][$0]) }
    }

    private func strike(_ layout: SpeakerLayout, pan: Float) throws -> [[Float]] {
        let note = SynthEvent(strike: .bell, frequency: 440, level: -10, pan: pan)
        return try sound(layout, [:], [TimelineEntry(sample: 100, payload: .event(note))], frames: 24_000)
    }

    @Test("A note at the side of the front pair comes from its loudspeaker, as loud as there", arguments: [-1, 0, 1])
    func direction(_ pan: Float) throws {
        let field = try strike(.ambisonic, pan: pan)
        #expect(field[2].allSatisfy { $0 == 0 })
        // The loudest of many microphones points at it.
        let best = (-180..<180).max {
            power(microphone(field, azimuth: Double($0) * .pi / 180)) < power(microphone(field, azimuth: Double($1) * .pi / 180))
        }
        // Left is positive.
        #expect(best == Int(-30 * pan))
        let stereo = try strike(.stereo, pan: pan)
        if pan != 0 {
            // One plane wave: W equals it, and so does a cardioid that points at it; one that points away is silent.
            #expect(abs(power(field[0]) / power(stereo[pan < 0 ? 0 : 1]) - 1) < 1e-4)
            let towards = Double(-30 * pan) * .pi / 180
            #expect(abs(power(microphone(field, azimuth: towards)) / power(field[0]) - 1) < 1e-4)
            #expect(power(microphone(field, azimuth: towards + .pi)) / power(field[0]) < 1e-9)
        }
    }

    @Test(
        "Noise and rain come from everywhere on the horizon alike; their pressure is that of the loudspeakers",
        arguments: [[ParameterID.bedPink: Float(0.05)], [.bedPink: 0.05, .bedWidth: 0.3], [.rainIntensity: 30, .rainLevel: 6]])
    func diffuse(_ values: [ParameterID: Float]) throws {
        let values = values.merging([.rainMovement: 0]) { $1 }
        let field = try sound(.ambisonic, values, frames: 48_000 * 30)
        let stereo = try sound(.stereo, values, frames: 48_000 * 30)
        // What both channels share adds up in the pressure, as it does between two loudspeakers.
        let pressure = power(zip(stereo[0], stereo[1]).map { $0 + $1 })
        #expect(abs(10 * log10(power(field[0]) / pressure)) < 0.3)
        let powers = (0..<12).map { power(microphone(field, azimuth: Double($0) * .pi / 6)) }
        // A cardioid of SN3D channels in a diffuse horizontal field has 3/8 of the power; a phantom source in the middle of a pair is
        // nearer than its loudspeakers by the cosine of 30 degrees.
        let expected = powers.reduce(0, +) / 12
        #expect(expected / power(field[0]) > 0.33 && expected / power(field[0]) < 0.38)
        for found in powers { #expect(abs(10 * log10(found / expected)) < 0.3, "\(powers)") }
    }

    /// The response from one loudspeaker of a pair to both ears.
    private func response(_ pair: Int, right: Bool = false) -> [[Float]] {
        var head = BinauralHead(sampleRate: 48_000, pairs: 3)
        var ears = [[Float]](repeating: [], count: 2)
        for quantum in 0..<8 {
            var l = [Float](repeating: 0, count: 64), r = l
            // Left, then right.
            var input = [Float](repeating: 0, count: 128)
            if quantum == 0 { input[right ? 64 : 0] = 1 }
            StereoBlock.each(&l, &r) { ears, _, _ in
                var planes = [ears.left, ears.right]
                input.withUnsafeMutableBufferPointer { head.add(pair, StereoBlock($0.baseAddress!), to: &planes) }
            }
            ears[0] += l
            ears[1] += r
        }
        return ears
    }

    /// The amplitude at a frequency, by definition.
    private func amplitude(_ x: [Float], _ frequency: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, value) in x.enumerated() {
            let angle = 2 * .pi * frequency * Double(frame) / 48_000
            real += Double(value) * cos(angle)
            imaginary -= Double(value) * sin(angle)
        }
        return (real * real + imaginary * imaginary).squareRoot()
    }

    @Test("The nearer ear hears a loudspeaker first, by what Woodworth says, and brighter", arguments: [30, -30, 150, 90, -90, -150])
    func ears(_ degrees: Int) throws {
        // The pair whose middle is 120 degrees further on each time, and its left loudspeaker or its right.
        let pair = degrees.magnitude == 30 ? 0 : degrees > 0 ? 1 : 2
        let isRight = [-30, 90, -150].contains(degrees)
        let aside = min(Double(degrees.magnitude), 180 - Double(degrees.magnitude)) * .pi / 180
        let near = degrees > 0 ? 0 : 1
        let ears = response(pair, right: isRight)
        let onsets = try ears.map { try #require($0.firstIndex { $0 != 0 }) }
        let expected = 0.0875 / 343 * (aside + sin(aside)) * 48_000
        #expect(abs(Double(onsets[1 - near] - onsets[near]) - expected) <= 1)
        // Brown & Duda's head shadow at 4 kHz, where the bilinear transform has no noticeable warping yet.
        let corner = 2 * 343 / 0.0875
        for (ear, incidence) in [(near, .pi / 2 - aside), (1 - near, .pi / 2 + aside)] {
            let alpha = 1.05 + 0.95 * cos(incidence * 1.2)
            let omega = 2 * Double.pi * 4000
            let gain = ((corner * corner + alpha * alpha * omega * omega) / (corner * corner + omega * omega)).squareRoot()
            #expect(abs(20 * log10(amplitude(ears[ear], 4000) / gain * 2.0.squareRoot())) < 0.3)
            #expect(abs(20 * log10(amplitude(ears[ear], 20) * 2.0.squareRoot())) < 0.05)
        }
    }

    @Test("With headphones it is as loud as stereo") func loudness() throws {
        let values: [ParameterID: Float] = [.bedPink: 0.05]
        let ears = try sound(.binaural, values, frames: 48_000 * 10).map(power)
        let stereo = try sound(.stereo, values, frames: 48_000 * 10).map(power)
        #expect(abs(10 * log10(ears.reduce(0, +) / stereo.reduce(0, +))) < 0.5)
        #expect(abs(10 * log10(ears[0] / ears[1])) < 0.3)
    }
}
