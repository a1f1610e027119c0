// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Parts of the statistics of rain", .computing)
struct RainPartTests {
    @Test("The gammatone's envelope of a tone is its amplitude at the centre, and falls by the closed form beside it")
    func gammatone() {
        for centre in EnvelopeCorrelationMeter.centres {
            let bandwidth = 1.019 * ERBScale.bandwidth(centre)
            for distance in [0.0, 0.5, 1, 2] {
                let frequency = centre + distance * ERBScale.bandwidth(centre)
                var filter = GammatoneEnvelope(sampleRate: 192_000, centre: centre)
                let envelope = filter.apply(TestSignals.sine(frequency, amplitude: 0.5, seconds: 0.1, sampleRate: 192_000).channels[0])
                let settled = envelope.suffix(9600).reduce(0, +) / 9600
                let offset = (frequency - centre) / bandwidth
                let expected = 0.5 * pow(1 + offset * offset, -2)
                #expect(abs(settled / expected - 1) < 0.02, "\(centre) Hz, \(distance) ERB")
            }
        }
    }

    @Test("Bands lie one ERB apart within 6 to 9 kHz")
    func centres() {
        let centres = EnvelopeCorrelationMeter.centres
        #expect(centres.count == 4 && centres[0] > 6000 && centres[3] < 9000)
        // Glasberg & Moore: at 1 kHz the bandwidth is 132.6 Hz and the number 15.6.
        #expect(abs(ERBScale.bandwidth(1000) - 132.6) < 0.1 && abs(ERBScale.number(1000) - 15.6) < 0.05)
        for (low, high) in zip(centres, centres.dropFirst()) {
            #expect(abs((high - low) / ERBScale.bandwidth((low + high) / 2) - 1) < 0.01)
            #expect(abs(ERBScale.frequency(ERBScale.number(low)) - low) < 1e-6)
        }
    }

    private func peaks(_ levels: [Double], reach: Int = 500) -> Int {
        var counter = LocalPeakCounter(threshold: 6, reach: reach)
        for level in levels { counter.add(level) }
        counter.finish()
        return counter.count
    }

    @Test("Peaks: a plateau counts once, edges do not, 6 dB is enough, and the median follows the level")
    func peakCounts() {
        let flat = [Double](repeating: -40, count: 50)
        #expect(peaks([]) == 0 && peaks(flat) == 0)
        #expect(peaks(flat + [-34] + flat) == 1)
        #expect(peaks(flat + [-34.01] + flat) == 0)
        #expect(peaks(flat + [-30, -30, -30] + flat) == 1)
        #expect(peaks(flat + [-30, -31, -30] + flat) == 2)
        #expect(peaks([-30] + flat + [-30]) == 0)
        // A step in level is not a peak, and the loud half has its own median.
        let loud = flat.map { $0 + 20 }
        #expect(peaks(flat + loud, reach: 10) == 0)
        #expect(peaks(flat + loud + [-12] + loud, reach: 10) == 1)
    }

    @Test("The element selected is the one that sorting puts there, among equal ones too")
    func selection() {
        var random = SeededRandom(seed: 3)
        for (count, kinds) in [(1, 1), (2, 2), (40, 1), (41, 3), (200, 1000)] {
            let values = (0..<count).map { _ in Int.random(in: 0..<kinds, using: &random) }
            for (rank, expected) in values.sorted().enumerated() {
                var values = values
                #expect(values.select(rank) == expected)
            }
        }
    }

    @Test("Correlation of series as they come is Pearson's")
    func correlation() throws {
        var correlation = RunningCorrelation()
        #expect(correlation.value == nil)
        correlation.add([1, 2], [2, 1])
        correlation.add([3, 4, 5], [4, 3, 5])
        #expect(abs(try #require(correlation.value) - 0.8) < 1e-12)
    }

    @Test("Windows keep to time at rates that no millisecond fits")
    func windows() {
        var means = WindowMeans(sampleRate: 44_100, window: 0.001)
        var found: [Double] = []
        for start in stride(from: 0, to: 44_100, by: 7) { found += means.add((start..<min(start + 7, 44_100)).map(Double.init)) }
        #expect(found.count == 1000)
        for (index, value) in found.enumerated() { #expect(abs(value - (Double(index) + 0.5) * 44.1) <= 1) }
    }
}
