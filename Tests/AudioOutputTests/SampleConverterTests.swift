// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import TestTraits
import Testing

@testable import AudioOutput

@Suite(.waiting) struct SampleConverterTests {
    @Test func names() {
        #expect(SampleFormat(named: "s24_3le") == .signed24)
        #expect(SampleFormat(named: "float") == .float32)
        #expect(SampleFormat(named: "S20_LE") == nil)
    }

    @Test func floatsPassUntouched() {
        var samples = noise(frames: 500)
        samples[3] = 1.75
        #expect(converted(samples, .float32).numbers(Float.self).map(\.bitPattern) == samples.map(\.bitPattern))
    }

    @Test func monoIsTheMean() {
        let samples = noise(frames: 500)
        let floats = converted(samples, .float32, layout: .mono).numbers(Float.self)
        let wide = converted(samples, .signed32, layout: .mono).numbers(Int32.self)
        let packed = converted(samples, .signed24, layout: .mono).packed24
        for index in 0..<500 {
            let left = samples[2 * index]
            let right = samples[2 * index + 1]
            #expect(floats[index] == (left + right) / 2)
            #expect(wide[index] == exact(left, right, 0x1p31))
            #expect(packed[index] == exact(left, right, 0x1p23))
        }
    }

    /// The C library's rint (to nearest even) in double as the reference.
    private func exact(_ left: Float, _ right: Float, _ scale: Double) -> Int32 {
        let middle = (Double(left) + Double(right)) / 2
        return Int32(max(-scale, min(scale - 1, Foundation.rint(middle * scale))))
    }

    @Test func roundsToNearestEven() {
        // Halves, quarters and full steps of 24 bits, both signs.
        let steps: [Double] = [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.25, 0.75, -0.75, 1000.5, 1001.5, -1000.5, 2_000_001.5]
        let samples = steps.flatMap { [Float($0 * 0x1p-23), Float($0 * 0x1p-23)] }
        let expected = steps.flatMap { [Int32(Foundation.rint($0)), Int32(Foundation.rint($0))] }
        #expect(converted(samples, .signed24).packed24 == expected)
        let noisy = noise(frames: 20_000) + noise(frames: 20_000, seed: 2, level: 0x1p-20)
        #expect(converted(noisy, .signed24).packed24 == noisy.map { exact($0, $0, 0x1p23) })
        #expect(converted(noisy, .signed32).numbers(Int32.self) == noisy.map { exact($0, $0, 0x1p31) })
    }

    @Test func clips() {
        let samples: [Float] = [1, -1, 1.0001, -1.0001, 40, -40, .infinity, -.infinity, .nan, 0]
        let wide = converted(samples, .signed32).numbers(Int32.self)
        #expect(wide == [.max, .min, .max, .min, .max, .min, .max, .min, 0, 0])
        let packed = converted(samples, .signed24).packed24
        let top: Int32 = 8_388_607
        #expect(packed == [top, -top - 1, top, -top - 1, top, -top - 1, top, -top - 1, 0, 0])
        let loud = converted([Float](repeating: 1.5, count: 2000), .signed16).numbers(Int16.self)
        #expect(loud.allSatisfy { $0 == .max })
        let quiet = converted([Float](repeating: -1.5, count: 2000), .signed16).numbers(Int16.self)
        #expect(quiet.allSatisfy { $0 == .min })
    }

    @Test(.needs("sox")) func agreesWithSox() throws {
        // sox rounds halves up: avoid them.
        let samples = noise(frames: 20_000).map { (value: Float) -> Float in
            let step = (value * 0x1p23).rounded() * 0x1p-23
            let quarter: Float = value < 0 ? -0x1p-25 : 0x1p-25
            return abs(value) < 0.1 ? step + quarter : step
        }
        let raw = samples.withUnsafeBytes { Data($0) }
        let input = ["-t", "raw", "-e", "float", "-b", "32", "-c", "2", "-r", "48000", "-"]
        for (bits, data) in [("24", converted(samples, .signed24)), ("32", converted(samples, .signed32))] {
            let sox = try run(
                ["sox", "-D"] + input + ["-t", "raw", "-e", "signed", "-b", bits, "-L", "-"], input: raw)
            #expect(sox.status == 0, Comment(rawValue: sox.errors))
            #expect(sox.output == data, "\(bits) bit")
        }
    }

    @Test(arguments: SampleFormat.allCases, [1, 2])
    func blocksDoNotMatter(_ format: SampleFormat, _ channels: Int) throws {
        let layout = try #require(SpeakerLayout(channels: channels))
        let samples = noise(frames: 3000)
        let whole = converted(samples, format, layout: layout, block: 3000)
        for block in [1, 64, 480] {
            #expect(converted(samples, format, layout: layout, block: block) == whole)
        }
        #expect(whole.count == 3000 * channels * format.bytesPerSample)
    }
}

/// 16-bit dither against the closed forms of a triangular density 2 LSB wide (Lipshitz, Wannamaker, Vanderkooy 1992).
@Suite(.waiting) struct DitherTests {
    private static let lsb: Float = 0x1p-15

    private func outputs(_ value: Float, frames: Int, seed: UInt64 = 3) -> [Int16] {
        converted([Float](repeating: value, count: frames * 2), .signed16, seed: seed).numbers(Int16.self)
    }

    /// P(noise < x).
    private func triangular(_ x: Double) -> Double {
        if x <= -1 { return 0 }
        if x >= 1 { return 1 }
        return x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2
    }

    @Test(arguments: [0, 0.1, 0.25, 0.5, 0.8] as [Float])
    func density(_ offset: Float) {
        let count = 400_000
        let values = outputs(offset * Self.lsb, frames: count / 2)
        var chiSquare = 0.0
        for level in -2...2 {
            let centre = Double(level) - Double(offset)
            let expected: Double = (triangular(centre + 0.5) - triangular(centre - 0.5)) * Double(count)
            let seen = Double(values.count { Int($0) == level })
            if expected < 1e-6 {
                #expect(seen == 0)
            } else {
                chiSquare += (seen - expected) * (seen - expected) / expected
            }
        }
        // Three degrees of freedom at most: 16.27 is exceeded once in a thousand; the seed is fixed.
        #expect(chiSquare < 16.27)
    }

    @Test func errorIsIndependentOfTheSignal() {
        // Mean 0 and variance a quarter LSB squared wherever the sample lies between two steps.
        for step in 0..<8 {
            let offset = Float(step) / 8
            let values = outputs(offset * Self.lsb, frames: 100_000)
            let errors = values.map { Double($0) - Double(offset) }
            let mean = errors.reduce(0, +) / Double(errors.count)
            let power = errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)
            #expect(abs(mean) < 5 * 0.5 / Double(errors.count).squareRoot())
            #expect(abs(power - 0.25) < 0.25 * 0.02)
        }
    }

    @Test func faintToneKeepsItsShape() {
        // -100 dBFS is a third of a step: undithered it would be silence.
        let frames = 1 << 18
        let amplitude = 1e-5
        let cycles = 5461.0
        var samples: [Float] = []
        for index in 0..<frames {
            let phase: Double = 2 * Double.pi * cycles * Double(index) / Double(frames)
            let value = Float(amplitude * sin(phase))
            samples += [value, value]
        }
        let values = converted(samples, .signed16).numbers(Int16.self)
        func amplitudeAt(_ harmonic: Double, channel: Int) -> Double {
            var real = 0.0
            var imaginary = 0.0
            for index in 0..<frames {
                let turns: Double = cycles * harmonic * Double(index) / Double(frames)
                let phase: Double = 2 * Double.pi * turns.truncatingRemainder(dividingBy: 1)
                let value = Double(values[2 * index + channel])
                real += value * cos(phase)
                imaginary += value * sin(phase)
            }
            let power: Double = real * real + imaginary * imaginary
            return power.squareRoot() * 2 / Double(frames) * 0x1p-15
        }
        // White error of a quarter LSB squared: one bin's amplitude has this standard deviation per component.
        let variance: Double = 2 * 0.25 / Double(frames)
        let deviation: Double = variance.squareRoot() * 0x1p-15
        for channel in 0...1 {
            #expect(abs(amplitudeAt(1, channel: channel) - amplitude) < 4 * deviation)
            for harmonic in [2.0, 3, 4, 5, 7] { #expect(amplitudeAt(harmonic, channel: channel) < 5 * deviation) }
        }
    }

    @Test func channelsAndSeedsAreApart() {
        let values = outputs(0, frames: 200_000)
        var product = 0.0
        for index in 0..<200_000 { product += Double(values[2 * index]) * Double(values[2 * index + 1]) }
        #expect(abs(product / 200_000) < 5 * 0.25 / 200_000.0.squareRoot())
        // White in time too.
        var lagged = 0.0
        for index in 1..<200_000 { lagged += Double(values[2 * index]) * Double(values[2 * index - 2]) }
        #expect(abs(lagged / 200_000) < 5 * 0.25 / 200_000.0.squareRoot())
        #expect(outputs(0, frames: 1000, seed: 3) == Array(values[..<2000]))
        #expect(outputs(0, frames: 1000, seed: 4) != Array(values[..<2000]))
    }
}
