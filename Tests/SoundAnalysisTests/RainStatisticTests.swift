// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Statistics of rain", .computing)
struct RainStatisticTests {
    private func value(_ report: RainReport, _ statistic: RainStatistic) throws -> Double {
        try #require(report[statistic], "\(statistic.rawValue)")
    }

    @Test("Gaussian white noise on two channels of their own measures as the closed forms say")
    func gaussianNoise() throws {
        let report = RainReport(of: TestSignals.white(rms: 0.1, seconds: 60, channels: 2, seed: 3))
        for statistic in [RainStatistic.kurtosis500, .kurtosis2000, .kurtosis4000] {
            #expect(abs(try value(report, statistic) - 3) < 0.03)
        }
        // The quadratic form of the band's autocorrelation over 48 samples (about chi-square with 19.3 degrees of freedom).
        #expect(abs(try value(report, .burstLevel) - 2.972) < 0.03)
        // Over 1 s 16,000 degrees of freedom: 10 / ln 10 * sqrt(2 / 16,000) dB.
        #expect(abs(try value(report, .levelDeviation) - 0.0486) < 0.009)
        #expect(try value(report, .peakRate) < 0.02)
        #expect(abs(try value(report, .envelopeCorrelation)) < 0.02)
        for (index, statistic) in RainStatistic.allCases.filter({ $0.rawValue.hasPrefix("octave.") }).enumerated() {
            #expect(abs(try value(report, statistic) - Double(index - 4) * 10 * log10(2)) < 0.1)
        }
        for statistic in RainStatistic.allCases where statistic.needsTwoChannels {
            #expect(try value(report, statistic) < 0.01)
        }
        #expect(try value(report, .periodStrength) <= 1)
        #expect(try value(report, .onsetRate) < 0.5)
    }

    @Test("Poisson clicks have the kurtosis of shot noise (Campbell): 3 + sum h^4 / (p (sum h^2)^2)", arguments: [300.0, 2000])
    func poissonClicks(rate: Double) throws {
        let clicks = TestSignals.clicks(rate: rate, seconds: 60, seed: 5)
        let report = RainReport(of: Sound(sampleRate: 48_000, channels: [clicks]))
        for statistic in [RainStatistic.kurtosis500, .kurtosis2000, .kurtosis4000] {
            var filter = BandPassFilter(sampleRate: 48_000, band: try #require(statistic.band))
            let response = filter.apply([1] + [Float](repeating: 0, count: 9599)).map(Double.init)
            let squares = response.reduce(0) { $0 + $1 * $1 }, fourths = response.reduce(0) { $0 + $1 * $1 * $1 * $1 }
            let excess = fourths / (squares * squares) * 48_000 / rate
            #expect(abs(try value(report, statistic) - 3 - excess) < 0.06 * excess + 0.05, "\(statistic.name)")
        }
    }

    @Test("Clicks 50 ms apart are as many peaks, sound in all bands at once, and are a period of 50 ms times n")
    func regularClicks() throws {
        var samples = TestSignals.white(rms: 0.0003, seconds: 30, seed: 7).channels[0]
        for index in stride(from: 2400, to: samples.count, by: 2400) { samples[index] += 0.5 }
        let report = RainReport(of: Sound(sampleRate: 48_000, channels: [samples]))
        #expect(abs(try value(report, .peakRate) - 20) < 0.3)
        #expect(abs(try value(report, .onsetRate) - 20) < 0.3)
        #expect(try value(report, .envelopeCorrelation) > 0.9)
        #expect(try value(report, .burstLevel) > 30)
        #expect(try value(report, .periodStrength) > 5)
        let lag = try value(report, .periodLag) / 0.05
        #expect(abs(lag - lag.rounded()) < 1e-6)
    }

    @Test("A level that alternates by 2 dB from second to second has an SD of 1 dB")
    func alternatingLevel() throws {
        let noise = TestSignals.white(rms: 0.1, seconds: 60, seed: 9).channels[0]
        let samples = noise.indices.map { noise[$0] * Float(pow(10, ($0 / 48_000 % 2 == 0 ? 1.0 : -1) / 20)) }
        let report = RainReport(of: Sound(sampleRate: 48_000, channels: [samples]))
        #expect(abs(try value(report, .levelDeviation) - (60.0 / 59).squareRoot()) < 0.02)
    }

    @Test("Coherence: 1 for equal channels, a quarter for half common power, in every octave; dual mono changes nothing else")
    func coherence() throws {
        let noise = TestSignals.white(rms: 0.1, seconds: 20, channels: 3, seed: 11)
        let (common, one, other) = (noise.channels[0], noise.channels[1], noise.channels[2])
        let mono = RainReport(of: Sound(sampleRate: 48_000, channels: [common]))
        let equal = RainReport(of: Sound(sampleRate: 48_000, channels: [common, common]))
        let half = RainReport(
            of: Sound(sampleRate: 48_000, channels: [zip(common, one).map { $0 + $1 }, zip(common, other).map { $0 + $1 }]))
        for statistic in RainStatistic.allCases where statistic != .loudness {
            if statistic.needsTwoChannels {
                #expect(try value(equal, statistic) > 0.9999)
                #expect(abs(try value(half, statistic) - 0.25) < 0.03)
                #expect(mono.rows.contains { $0.statistic == statistic && $0.outcome == .leftOut(.oneChannel) })
            } else {
                #expect(abs(try value(equal, statistic) - (try value(mono, statistic))) < 1e-6, "\(statistic.name)")
            }
        }
        #expect(abs(try value(equal, .loudness) - (try value(mono, .loudness)) - 3.01) < 0.01)
    }

    @Test("numpy and scipy find the same figures in something like rain", .tags(.sounds), .needs(python: "numpy", "scipy"))
    func againstSciPy() throws {
        let sound = TestSignals.rain(rate: 400, seconds: 30, seed: 13)
        let report = RainReport(of: sound)
        let folder = try Folder()
        let interleaved = (0..<sound.frames).flatMap { frame in sound.channels.map { $0[frame] } }
        try interleaved.withUnsafeBytes { Data($0) }.write(to: folder.file("rain.f32"))
        let script = TestData.root.appendingPathComponent("Tests/SoundAnalysisTests/Fixtures/rain_statistics.py")
        let data = try ProgramRun.output(of: ["python3", script.path, folder.path("rain.f32")])
        let figures = try JSONDecoder().decode([String: Double].self, from: data)
        #expect(figures.count == 20)
        for (name, expected) in figures.sorted(by: { $0.key < $1.key }) {
            let found = try value(report, try #require(RainStatistic(rawValue: name)))
            // Our levels are counted in steps of 0.01 dB, our filters' output is in single precision, our octaves split bins.
            let tolerance =
                name.hasPrefix("octave.") ? 0.1 : name == "level.p99" ? 0.02 : name == "peaks" ? 0.1 : 1e-3 * max(1, abs(expected))
            #expect(abs(found - expected) <= tolerance, "\(name): \(found), scipy \(expected)")
        }
    }

    @Test("Blocks of any size give the same report")
    func blocks() {
        let sound = TestSignals.rain(rate: 200, seconds: 21, seed: 15)
        var meter = RainMeter(sampleRate: 48_000, channelCount: 2)
        var start = 0
        for size in sequence(first: 1, next: { $0 * 7 % 9973 + 1 }) {
            guard start < sound.frames else { break }
            let end = min(start + size, sound.frames)
            meter.add(Sound(sampleRate: 48_000, channels: sound.channels.map { Array($0[start..<end]) }))
            start = end
        }
        let parts = meter.finish(), whole = RainReport(of: sound)
        for (part, row) in zip(parts.rows, whole.rows) {
            guard let found = part.value, let expected = row.value else {
                #expect(part == row)
                continue
            }
            #expect(abs(found - expected) <= 1e-6 * max(1, abs(expected)), "\(row.statistic.name)")
        }
    }

    @Test("What cannot be measured is left out with its reason")
    func leftOut() {
        func reasons(_ sound: Sound) -> [RainStatistic: RainReport.Reason] {
            RainReport(of: sound).rows.reduce(into: [:]) { reasons, row in
                if case .leftOut(let reason) = row.outcome { reasons[row.statistic] = reason }
            }
        }
        let short = reasons(TestSignals.white(rms: 0.1, seconds: 3, channels: 2))
        #expect(
            short == [.levelDeviation: .tooShort(needed: 5), .periodStrength: .tooShort(needed: 20), .periodLag: .tooShort(needed: 20)])
        let instant = reasons(TestSignals.white(rms: 0.1, seconds: 0.01))
        #expect(instant.count == RainStatistic.allCases.count - 1 && instant[.truePeak] == nil)
        let slow = reasons(TestSignals.white(rms: 0.1, seconds: 30, sampleRate: 8000, channels: 2))
        #expect(slow[.kurtosis4000] == .rateTooLow(needed: 20_000) && slow[.octave8000] == .rateTooLow(needed: 32_000))
        #expect(slow[.kurtosis2000] == nil && slow[.coherence2000] == nil)
        let crawling = reasons(TestSignals.white(rms: 0.1, seconds: 30, sampleRate: 20, channels: 2))
        #expect(crawling[.kurtosis500] == .rateTooLow(needed: 4000))
        let silence = reasons(Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 48_000 * 21)]))
        #expect(silence.count == RainStatistic.allCases.count)
        #expect(silence[.kurtosis500] == .silent && silence[.coherence250] == .oneChannel && silence[.peakRate] == .silent)
        let pair = reasons(Sound(sampleRate: 48_000, channels: [[Float]](repeating: [Float](repeating: 0, count: 48_000 * 21), count: 2)))
        #expect(pair.count == RainStatistic.allCases.count)
        // A silent channel has no coherence with another, which is not a coherence of 0.
        let noise = TestSignals.white(rms: 0.1, seconds: 3).channels[0]
        let half = reasons(Sound(sampleRate: 48_000, channels: [noise, [Float](repeating: 0, count: noise.count)]))
        #expect(RainStatistic.allCases.filter(\.needsTwoChannels).allSatisfy { half[$0] == .silent })
    }

    @Test("The table of real rain stands as it was measured, in order")
    func realRain() throws {
        for statistic in RainStatistic.allCases {
            guard let row = RealRain.row(statistic) else { continue }
            #expect(row.quartiles.contains(row.median))
            #expect(row.place(of: row.median) == .betweenQuartiles)
            guard let extremes = row.extremes else {
                #expect(row.place(of: row.quartiles.upperBound + 0.01) == .beyondQuartiles)
                continue
            }
            #expect(extremes.lowerBound < row.quartiles.lowerBound && row.quartiles.upperBound < extremes.upperBound)
            #expect(row.place(of: extremes.upperBound) == .betweenExtremes && row.place(of: extremes.upperBound * 1.01) == .out)
            #expect(row.place(of: extremes.lowerBound * 0.99) == .out)
        }
        // The classic drop program measures 111, 4.3, 3.1, 3.7, 1.8, 0.13 and 0 in the same table.
        let classic: [(RainStatistic, Double, RealRainPlace)] = [
            (.kurtosis500, 111, .out), (.kurtosis2000, 4.3, .betweenQuartiles), (.kurtosis4000, 3.1, .out), (.burstLevel, 3.7, .out),
            (.peakRate, 1.8, .out), (.levelDeviation, 0.13, .out), (.envelopeCorrelation, 0, .out),
        ]
        for (statistic, value, place) in classic { #expect(RealRain.row(statistic)?.place(of: value) == place) }
    }
}
