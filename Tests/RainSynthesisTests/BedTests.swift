// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Bed", .computing) struct BedTests {
    private static let off = Ramp(value: 0)
    private static let corner = Ramp(value: 10)

    /// A pair of buffers that a bed or another layer adds to.
    private func rendered(
        _ bed: inout Bed, frames: Int, segments: (Int) -> Int = { _ in 64 }, white: Ramp = off, pink: Ramp = off,
        brown: Ramp = off, corner: Ramp = corner
    ) -> (left: [Float], right: [Float]) {
        var left = [Float](repeating: 0, count: frames)
        var right = left
        StereoBlock.each(&left, &right, of: segments) { block, start, count in
            func part(_ ramp: Ramp) -> Ramp { Ramp(value: ramp.at(start), step: ramp.step) }
            bed.render(
                into: block, frames: count, white: part(white), pink: part(pink), brown: part(brown), corner: part(corner))
        }
        return (left, right)
    }

    @Test("White noise is Gaussian at the stated RMS") func white() {
        var bed = Bed(sampleRate: 48_000, seed: 4)
        let (left, right) = rendered(&bed, frames: 4_000_000, white: Ramp(value: 0.1))
        for channel in [left, right] {
            var moments = Moments()
            for x in channel { moments.add(Double(x)) }
            #expect(abs(moments.rms / 0.1 - 1) < 0.002)
            #expect(abs(moments.kurtosis - 3) < 0.02)
            let beyond = channel.count { abs($0) > 0.45 }
            #expect((10...50).contains(beyond), "\(beyond) of 27 expected beyond 4.5 sigma")
        }
    }

    @Test("White noise is as loud below 24 kHz at every rate", arguments: EngineConfiguration.sampleRates)
    func whiteDensity(rate: Int) {
        var bed = Bed(sampleRate: rate, seed: 4)
        var moments = Moments()
        for x in rendered(&bed, frames: 1_000_000, white: Ramp(value: 0.1)).left { moments.add(Double(x)) }
        // Power per Hz, against that of RMS 0.1 over 24 kHz.
        #expect(abs(moments.variance / (Double(rate) / 2) / (0.01 / 24_000) - 1) < 0.01)
    }

    @Test(
        "Pink noise falls 3 dB an octave from 20 Hz to 20 kHz: the filter", arguments: EngineConfiguration.sampleRates)
    func pinkResponse(rate: Int) {
        let filter = PinkFilter(sampleRate: rate)
        var low = Double.infinity
        var high = -Double.infinity
        for step in 0...3000 {
            let frequency = 20 * pow(1000, Double(step) / 3000)
            let deviation = 10 * log10(power(of: filter, at: frequency, rate: rate) * frequency)
            low = min(low, deviation)
            high = max(high, deviation)
        }
        #expect((high - low) / 2 < 0.05, "+-\((high - low) / 2) dB")
        // The design is tighter than the requirement.
        #expect((high - low) / 2 < 0.004, "+-\((high - low) / 2) dB")
    }

    @Test("Pink noise has RMS 1 below 24 kHz before the level: the filter's response", arguments: EngineConfiguration.sampleRates)
    func pinkPower(rate: Int) {
        let filter = PinkFilter(sampleRate: rate), top = min(24_000, Double(rate) / 2)
        // Trapezoids, on a grid as dense at the lowest frequencies as at the highest; the response is level below 0.1 Hz.
        let steps = 20_000
        let frequencies = [0] + (0...steps).map { 0.1 * pow(top / 0.1, Double($0) / Double(steps)) }
        let densities = frequencies.map { power(of: filter, at: $0, rate: rate) * 2 / Double(rate) }
        var sum = 0.0
        for step in 1..<frequencies.count {
            sum += (densities[step] + densities[step - 1]) / 2 * (frequencies[step] - frequencies[step - 1])
        }
        #expect(abs(sum - 1) < 1e-4, "\(sum)")
    }

    /// The filter's squared response at a frequency in Hz.
    private func power(of filter: PinkFilter, at frequency: Double, rate: Int) -> Double {
        let w = 2 * Double.pi * frequency / Double(rate)
        var re = Double(filter.direct)
        var im = 0.0
        for pole in 0..<PinkFilter.order {
            // gain / (1 - p e^-jw)
            let a = 1 - Double(filter.poles[pole]) * cos(w)
            let b = Double(filter.poles[pole]) * sin(w)
            re += Double(filter.gains[pole]) * a / (a * a + b * b)
            im -= Double(filter.gains[pole]) * b / (a * a + b * b)
        }
        return re * re + im * im
    }

    @Test("Ten minutes of pink noise: third octaves within 0.3 dB, the stated RMS, two channels of their own")
    func pinkSound() {
        var bed = Bed(sampleRate: 48_000, seed: 8)
        var spectrum = NoiseSpectrum(size: 65_536, rate: 48_000)
        var moments = Moments()
        var product = 0.0
        var former = rendered(&bed, frames: 65_536, pink: Ramp(value: 0.125))
        for _ in 0..<(600 * 48_000 / 65_536) {
            spectrum.add(former.left, former.right)
            let next = rendered(&bed, frames: 65_536, pink: Ramp(value: 0.125))
            // Advance by half a segment.
            spectrum.add(
                Array(former.left[32_768...] + next.left[..<32_768]),
                Array(former.right[32_768...] + next.right[..<32_768]))
            for (l, r) in zip(next.left, next.right) {
                moments.add(Double(l))
                product += Double(l * r)
            }
            former = next
        }
        #expect(abs(moments.rms / 0.125 - 1) < 0.01, "\(moments.rms)")
        #expect(abs(moments.kurtosis - 3) < 0.05)
        // The strong low end makes successive samples similar, so there are far fewer degrees of freedom than samples.
        #expect(abs(product / moments.count / (0.125 * 0.125)) < 0.01)
        let levels = thirdOctaves.map { band in
            10
                * log10(
                    spectrum.power(from: band.low, to: band.high)
                        / spectrum.frequencies(from: band.low, to: band.high).map { 1 / $0 }.reduce(0, +))
        }
        let middle = levels.reduce(0, +) / Double(levels.count)
        for (band, level) in zip(thirdOctaves, levels) {
            #expect(abs(level - middle) < 0.3, "\(band.low)-\(band.high) Hz: \(level - middle) dB")
        }
    }

    @Test("Brown noise: its corner, its slope and its RMS", arguments: [(44_100, 10.0), (48_000, 25), (192_000, 50)])
    func brown(rate: Int, corner: Double) {
        var bed = Bed(sampleRate: rate, seed: 8)
        let size = rate > 100_000 ? 262_144 : 65_536
        var spectrum = NoiseSpectrum(size: size, rate: Double(rate))
        var moments = Moments()
        _ = rendered(&bed, frames: rate, brown: Ramp(value: 0.125), corner: Ramp(value: Float(corner)))
        for _ in 0..<120 {
            let (left, right) = rendered(
                &bed, frames: size, brown: Ramp(value: 0.125), corner: Ramp(value: Float(corner)))
            spectrum.add(left, right)
            for x in left + right { moments.add(Double(x)) }
        }
        #expect(abs(moments.rms / 0.125 - 1) < 0.02, "\(moments.rms)")
        let a = exp(-2 * Double.pi * corner / Double(rate))
        for band in thirdOctaves where band.low > 40 && band.high < 10_000 {
            let expected =
                spectrum.frequencies(from: band.low, to: band.high).map { frequency in
                    let w = 2 * Double.pi * frequency / Double(rate)
                    return (1 - a * a) / (1 - 2 * a * cos(w) + a * a)
                }.reduce(0, +) * 0.125 * 0.125 * 2 / Double(size)
            let error = 10 * log10(spectrum.power(from: band.low, to: band.high) / expected)
            #expect(abs(error) < 0.5, "\(band.low) Hz: \(error) dB")
        }
    }

    @Test("Six streams: no two colours or channels are correlated") func streams() {
        var rows: [[Float]] = []
        for colour in 0..<3 {
            var bed = Bed(sampleRate: 48_000, seed: 3)
            let on = Ramp(value: 1)
            let (left, right) = rendered(
                &bed, frames: 2_000_000, white: colour == 0 ? on : BedTests.off, pink: colour == 1 ? on : BedTests.off,
                brown: colour == 2 ? on : BedTests.off, corner: Ramp(value: 50))
            // Differences are nearly white, so that chance correlation is small.
            rows.append(zip(left, left.dropFirst()).map { $1 - $0 })
            rows.append(zip(right, right.dropFirst()).map { $1 - $0 })
        }
        for i in rows.indices {
            for j in 0..<i {
                var (ab, aa, bb) = (0.0, 0.0, 0.0)
                for (a, b) in zip(rows[i], rows[j]) {
                    ab += Double(a * b)
                    aa += Double(a * a)
                    bb += Double(b * b)
                }
                #expect(abs(ab / (aa * bb).squareRoot()) < 0.005, "\(i) \(j)")
            }
        }
    }

    @Test("Where segments begin changes nothing, ramps included") func segments() {
        // Powers of two, so that the ramps themselves are exact.
        let up = Ramp(value: 0.25, step: 0x1p-16)
        let corner = Ramp(value: 8, step: 0x1p-10)
        var whole = Bed(sampleRate: 48_000, seed: 6)
        let expected = rendered(&whole, frames: 6400, white: up, pink: up, brown: up, corner: corner)
        for pattern in [[1], [7], [63, 1], [13, 50, 2, 64], [64, 3]] {
            var bed = Bed(sampleRate: 48_000, seed: 6)
            var turn = 0
            let cut = rendered(
                &bed, frames: 6400,
                segments: { _ in
                    turn += 1
                    return pattern[turn % pattern.count]
                }, white: up, pink: up, brown: up, corner: corner)
            #expect(cut.left == expected.left && cut.right == expected.right)
        }
    }

    @Test("A colour at level 0 adds nothing and stands still; seeds and rates differ") func silence() {
        var bed = Bed(sampleRate: 48_000, seed: 6)
        let first = rendered(&bed, frames: 128, pink: Ramp(value: 0.5))
        let nothing = rendered(&bed, frames: 1000)
        #expect(nothing.left.allSatisfy { $0 == 0 } && nothing.right.allSatisfy { $0 == 0 })
        let second = rendered(&bed, frames: 128, pink: Ramp(value: 0.5))
        var unbroken = Bed(sampleRate: 48_000, seed: 6)
        let both = rendered(&unbroken, frames: 256, pink: Ramp(value: 0.5))
        #expect(both.left == first.left + second.left)
        var other = Bed(sampleRate: 48_000, seed: 7)
        #expect(rendered(&other, frames: 128, pink: Ramp(value: 0.5)).left != first.left)
    }

    @Test("After silence() the filters' memory is gone") func reset() {
        var bed = Bed(sampleRate: 48_000, seed: 6)
        _ = rendered(&bed, frames: 48_000, brown: Ramp(value: 0.5), corner: Ramp(value: 5))
        bed.silence()
        let after = rendered(&bed, frames: 1, brown: Ramp(value: 0.5), corner: Ramp(value: 5))
        #expect(abs(after.left[0]) < 0.5 * 1.8 * 0.04)
    }
}
