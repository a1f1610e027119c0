// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Running water, wind and thunder", .computing)
struct WeatherTests {
    /// The mean square of each second, left.
    private static func seconds(_ sound: [Float]) -> [Double] {
        stride(from: 0, to: sound.count - 95_999, by: 96_000).map { start in
            stride(from: start, to: start + 96_000, by: 2).reduce(0.0) { $0 + Double(sound[$1] * sound[$1]) } / 48_000
        }
    }

    @Test("Water runs off as a reservoir empties", arguments: RainFlow.courses.indices) func flow(_ course: Int) throws {
        // The rain itself is negligible: the water is 40 dB above it.
        let wet: [ParameterID: Float] = [
            .rainIntensity: 20, .rainLevel: -40, .rainFlowLevel: 24, .rainFlowCourse: Float(course), .rainFlowMemory: 10,
            .rainMovement: 0, .masterLevel: 12,
        ]
        var fixture = try EngineFixture(parameters: .silent.with(wet))
        var dry = wet
        dry[.rainIntensity] = 0
        fixture.push([TimelineEntry(sample: 20 * 48_000, payload: .parameters(.silent.with(dry), glide: 0))])
        let levels = Self.seconds(fixture.render(80 * 48_000))
        let full = levels[2..<20].reduce(0, +) / 18
        // exp(-t/10 s), over seconds 25 to 30 and 40 to 50.
        for (from, to) in [(25, 30), (40, 50)] {
            let found = levels[from..<to].reduce(0, +) / Double(to - from)
            let told = (exp(-Double(from - 20) / 10) - exp(-Double(to - 20) / 10)) * 10 / Double(to - from)
            #expect(abs(10 * log10(found / full / told)) < 2.5, "\(10 * log10(found / full)) dB at \(from) s, told \(10 * log10(told))")
        }
    }

    @Test("Each course of water has its own pitch") func courses() throws {
        let middles = try RainFlow.courses.indices.map { course -> Double in
            var fixture = try EngineFixture(
                parameters: .silent.with([
                    .rainIntensity: 20, .rainLevel: -40, .rainFlowLevel: 24, .rainFlowCourse: Float(course), .masterLevel: 12,
                ]))
            var spectrum = NoiseSpectrum(size: 4096, rate: 48_000)
            for _ in 0..<60 {
                let sound = fixture.render(4096)
                spectrum.add((0..<4096).map { sound[2 * $0] }, (0..<4096).map { sound[2 * $0 + 1] })
            }
            let steps = (0..<50).map { 100 * pow(2, Double($0) / 7) }
            let powers = steps.map { spectrum.power(from: $0, to: $0 * 1.104) }
            let whole = powers.reduce(0, +)
            return exp(zip(steps, powers).reduce(0) { $0 + log($1.0) * $1.1 / whole })
        }
        // runnel, gutter, drain
        #expect(middles[0] > 1.4 * middles[1] && middles[1] > 1.4 * middles[2], "\(middles)")
    }

    @Test("Wind grows with the sixth power of its speed, in gusts") func wind() throws {
        let levels = try [Float(4), 8].map { speed in
            var fixture = try EngineFixture(parameters: .silent.with([.windLevel: 0, .windSpeed: speed]))
            return Self.seconds(fixture.render(240 * 48_000))
        }
        let means = levels.map { 10 * log10($0.reduce(0, +) / Double($0.count)) }
        #expect(abs(means[1] - means[0] - 18.06) < 1.5, "\(means)")
        let decibels = levels[1].map { 10 * log10($0) }
        let mean = decibels.reduce(0, +) / 240
        let deviation = (decibels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 240).squareRoot()
        #expect(deviation > 2 && deviation < 9, "\(deviation) dB")
    }

    @Test("It thunders as often as asked, near claps louder and with more highs", .tags(.sounds)) func thunder() throws {
        func claps(_ distance: Float) throws -> (count: Int, peak: Float, highs: Double) {
            var fixture = try EngineFixture(
                seed: 5, parameters: .silent.with([.thunderLevel: 0, .thunderRate: 1, .thunderDistance: distance]))
            var count = 0, quiet = 10
            var peak: Float = 0
            var low = 0.0, high = 0.0
            for _ in 0..<1200 {
                let sound = fixture.render(48_000)
                let loudest = sound.reduce(0) { max($0, abs($1)) }
                peak = max(peak, loudest)
                for frame in stride(from: 2, to: sound.count, by: 2) {
                    low += Double(sound[frame] * sound[frame])
                    high += Double((sound[frame] - sound[frame - 2]) * (sound[frame] - sound[frame - 2]))
                }
                if loudest > 0.002 * 1000 / distance {
                    if quiet > 3 { count += 1 }
                    quiet = 0
                } else {
                    quiet += 1
                }
            }
            return (count, peak, high / low)
        }
        let near = try claps(500), far = try claps(8000)
        // Twenty in 20 minutes by chance (Poisson); claps that follow closely count as one.
        #expect(near.count > 8 && near.count < 30, "\(near.count)")
        #expect(near.peak > 3 * far.peak && near.peak < 0.9, "\(near.peak), \(far.peak)")
        #expect(near.highs > 2 * far.highs)
    }

    @Test("What is off is silent and stays out of the others' way") func off() throws {
        var plain = try EngineFixture(parameters: .silent.with([.bedPink: 0.02, .bedLevel: 0]))
        var with = try EngineFixture(
            parameters: .silent.with([.bedPink: 0.02, .bedLevel: 0, .windSpeed: 20, .thunderRate: 20, .rainFlowLevel: 12]))
        #expect(plain.render(96_000) == with.render(96_000))
    }

    @Test("Wheels strike each joint where the axles stand, in proportion to the speed, and stop with the train") func rails() throws {
        func sound(_ speed: Float, seconds: Int) throws -> [Float] {
            var fixture = try EngineFixture(parameters: .silent.with([.railsLevel: 0, .railsSpeed: speed]))
            return fixture.render(seconds * 48_000)
        }
        let rolling = try sound(20, seconds: 6)
        // The peaks of 5 ms each, left.
        let peaks = stride(from: 0, to: rolling.count, by: 480).map { start in
            stride(from: start, to: start + 480, by: 2).reduce(Float(0)) { max($0, abs(rolling[$1])) }
        }
        let found = peaks.indices.dropFirst().filter { peaks[$0] > 0.005 && peaks[$0] > 4 * peaks[$0 - 1] }.map { Double($0) * 0.005 }
        // 20 m/s, axles at 0, 2.5, 17.5 and 20 m, a joint every 25 m; the first axle starts behind one.
        var expected: [Double] = []
        for joint in 0..<5 {
            for axle in [0, 2.5, 17.5, 20] { expected.append((25 * Double(joint) + axle) / 20) }
        }
        expected = expected.dropFirst().filter { $0 < 5.99 }
        #expect(found.count == expected.count, "\(found)")
        for (found, expected) in zip(found, expected) { #expect(abs(found - expected) < 0.006, "\(found), not \(expected)") }
        // A blow's force grows in proportion to the speed.
        let slow = try sound(10, seconds: 6).map(abs).max() ?? 0
        #expect(abs((rolling.map(abs).max() ?? 0) / slow - 2) < 0.05)
        #expect(try sound(0, seconds: 1).allSatisfy { $0 == 0 })
    }
}
