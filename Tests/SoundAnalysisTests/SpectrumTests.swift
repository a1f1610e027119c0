// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Spectra", .computing)
struct SpectrumTests {
    @Test("Parseval: the density sums to the mean square")
    func parseval() throws {
        let sound = TestSignals.white(rms: 0.2, seconds: 20)
        let spectrum = try #require(Spectrum(of: sound, size: 4096))
        let square = sound.channels[0].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(sound.frames)
        #expect(abs(spectrum.power(from: 0, to: spectrum.nyquist) / square - 1) < 0.005)
    }

    @Test("One frame under its window obeys Parseval to the transform's own precision")
    func parsevalExact() throws {
        let sound = TestSignals.white(rms: 0.3, seconds: 0.5, seed: 9)
        let frame = Sound(sampleRate: 48_000, channels: [Array(sound.channels[0][0..<8192])])
        let spectrum = try #require(Spectrum(of: frame, size: 8192))
        let window = FourierTransform.window(8192)
        let square =
            zip(frame.channels[0], window).reduce(0.0) { $0 + Double($1.0) * Double($1.0) * $1.1 * $1.1 }
            / window.reduce(0) { $0 + $1 * $1 }
        #expect(abs(spectrum.power(from: 0, to: spectrum.nyquist) / square - 1) < 1e-6)
    }

    @Test("A tone's power is a^2 / 2, in its third-octave and nowhere else", arguments: [125.0, 1000, 4321, 9999])
    func tone(frequency: Double) throws {
        let sound = TestSignals.sine(frequency, amplitude: 0.25, seconds: 4)
        let spectrum = try #require(Spectrum(of: sound, size: 65_536))
        let bands = spectrum.bands(.thirdOctave)
        let loudest = try #require(bands.max { $0.power < $1.power })
        #expect(loudest.band.lower <= frequency && frequency <= loudest.band.upper)
        #expect(abs(loudest.level - decibels(power: 0.25 * 0.25 / 2)) < 0.02)
        for band in bands where band.band.lower > frequency * 1.3 || band.band.upper < frequency / 1.3 {
            #expect(band.level < loudest.level - 80)
        }
    }

    @Test("A tone's level reads as the lobe of the Hann window, wherever it lies between two bins")
    func lobe() {
        let transform = FourierTransform(size: 1024)
        let gain = FourierTransform.window(1024).reduce(0, +)
        for offset in stride(from: 0.0, through: 1, by: 0.125) {
            let frequency = (100 + offset) * 48_000 / 1024
            transform.transform(TestSignals.sine(frequency, amplitude: 0.5, seconds: 0.1).channels[0], from: 0)
            let peak = (95...107).map { 2 * transform.power($0).squareRoot() / gain }.max() ?? 0
            let near = min(offset, 1 - offset)
            let lobe = near == 0 ? 1 : sin(.pi * near) / (.pi * near * (1 - near * near))
            #expect(abs(decibels(amplitude: peak / 0.5 / lobe)) < 0.02)
        }
    }

    @Test("White noise has the density rms^2 / Nyquist and a slope of 0")
    func white() throws {
        let spectrum = try #require(Spectrum(of: TestSignals.white(rms: 0.1, seconds: 30)))
        for band in spectrum.bands(.octave, in: 250...8000) {
            #expect(abs(band.densityLevel - decibels(power: 0.01 / 24_000)) < 0.15)
        }
        #expect(abs(try #require(spectrum.slope(from: 100, to: 16_000))) < 0.1)
    }

    @Test("Pink noise falls by 3.01 dB per octave; its third-octaves are level")
    func pink() throws {
        let samples = TestSignals.pink(rms: 0.1, seconds: 60, seed: 11).map(Float.init)
        let sound = Sound(sampleRate: 48_000, channels: [samples])
        let spectrum = try #require(Spectrum(of: sound, size: 16_384))
        #expect(abs(try #require(spectrum.slope(from: 63, to: 16_000)) + 3.0103) < 0.06)
        let levels = spectrum.bands(.thirdOctave, in: 100...16_000).map(\.level)
        let mean = levels.reduce(0, +) / Double(levels.count)
        #expect(levels.allSatisfy { abs($0 - mean) < 0.5 })
    }

    @Test("Band edges and centres are those of IEC 61260")
    func bandEdges() {
        let thirds = FrequencyBand.all(.thirdOctave, in: 20...20_000)
        #expect(thirds.count == 31)
        #expect(abs(thirds[0].centre - 19.953) < 0.001)
        #expect(abs(thirds[30].centre - 19_952.6) < 0.1)
        #expect(zip(thirds, thirds.dropFirst()).allSatisfy { abs($0.upper / $1.lower - 1) < 1e-12 })
        let octaves = FrequencyBand.all(.octave, in: 125...8000).map { $0.centre.rounded() }
        #expect(octaves == [126, 251, 501, 1000, 1995, 3981, 7943])
    }

    @Test("Blocks of any size give the same spectrum; a sound shorter than a frame gives none")
    func blocks() throws {
        let sound = TestSignals.white(rms: 0.1, seconds: 1, channels: 2)
        let whole = try #require(Spectrum(of: sound, size: 1024))
        var estimator = WelchEstimator(sampleRate: 48_000, size: 1024)
        var start = 0
        for size in sequence(first: 1, next: { $0 * 5 % 3001 + 1 }) {
            guard start < sound.frames else { break }
            let end = min(start + size, sound.frames)
            estimator.add(Sound(sampleRate: 48_000, channels: sound.channels.map { Array($0[start..<end]) }))
            start = end
        }
        #expect(estimator.spectrum == whole)
        #expect(Spectrum(of: Sound(sampleRate: 48_000, channels: [[0, 1, 0]])) == nil)
    }

    @Test("A spectrogram places a tone in time and frequency, whatever the length of the sound")
    func spectrogram() throws {
        for seconds in [2.0, 40] {
            var estimator = SpectrogramEstimator(sampleRate: 48_000, size: 2048, columns: 100, rows: 120)
            let silence = TestSignals.white(rms: 1e-5, seconds: seconds / 2)
            estimator.add(silence)
            estimator.add(TestSignals.sine(2000, amplitude: 0.5, seconds: seconds / 2))
            let picture = try #require(estimator.spectrogram)
            #expect(picture.columns >= 70 && picture.columns <= 200)
            #expect(abs(picture.duration - seconds) < 1e-9)
            for column in 0..<picture.columns {
                let middle = picture.start + Double(column) * picture.secondsPerColumn
                guard abs(middle - seconds / 2) > 2 * picture.secondsPerColumn + 0.05 else { continue }
                let loudest = (0..<picture.rows).max { picture.level(column: column, row: $0) < picture.level(column: column, row: $1) }
                let row = try #require(loudest)
                if middle > seconds / 2 {
                    #expect(picture.edges[row] < 2060 && picture.edges[row + 1] > 1940)
                    #expect(picture.level(column: column, row: row) > -40)
                } else {
                    #expect(picture.level(column: column, row: row) < -100)
                }
            }
        }
    }

    @Test("A spectrum resolves a tone of 100 Hz alike at every sample rate", arguments: [8000, 44_100, 192_000])
    func spectrumAtRates(rate: Int) throws {
        let tone = (0..<2 * rate).map { Float(sin(2 * .pi * 100 * Double($0) / Double(rate))) }
        let spectrum = try #require(Spectrum(of: Sound(sampleRate: rate, channels: [tone])))
        #expect(abs(spectrum.power(from: 85, to: 115) - 0.5) < 0.005)
        let short = Sound(sampleRate: rate, channels: [Array(tone.prefix(rate / 5))])
        #expect(Spectrum(of: short) != nil)
    }

    @Test("A spectrogram resolves a tone of 100 Hz alike at every sample rate", arguments: [8000, 44_100, 192_000])
    func spectrogramAtRates(rate: Int) throws {
        var estimator = SpectrogramEstimator(sampleRate: rate)
        estimator.add(
            Sound(sampleRate: rate, channels: [(0..<2 * rate).map { Float(sin(2 * .pi * 100 * Double($0) / Double(rate))) }]))
        let picture = try #require(estimator.spectrogram)
        let column = picture.columns / 2
        func level(_ frequency: Double) throws -> Double {
            let row = try #require((0..<picture.rows).first { picture.edges[$0 + 1] > frequency })
            return picture.level(column: column, row: row)
        }
        #expect(try level(200) - level(100) < -45)
        #expect(try level(120) - level(100) > -20)
    }

    @Test("White noise has its density in every row of a spectrogram")
    func spectrogramDensity() throws {
        var estimator = SpectrogramEstimator(sampleRate: 48_000, size: 1024, columns: 50, rows: 40)
        estimator.add(TestSignals.white(rms: 0.1, seconds: 30))
        let picture = try #require(estimator.spectrogram)
        for row in 5..<picture.rows {
            let mean = (0..<picture.columns).reduce(0.0) { $0 + Double(picture.density[$1 * picture.rows + row]) } / Double(picture.columns)
            #expect(abs(decibels(power: mean / (0.01 / 24_000))) < 0.5)
        }
    }

    @Test("Coherence: 1 for a copy, a quarter for equal parts of common and own noise, near 0 for strangers")
    func coherence() throws {
        let noise = TestSignals.white(rms: 0.1, seconds: 20, channels: 3)
        let band = FrequencyBand.all(.octave, in: 1000...1000)[0]
        func value(_ left: [Float], _ right: [Float]) throws -> Double {
            var estimator = CoherenceEstimator(sampleRate: 48_000)
            estimator.add(Sound(sampleRate: 48_000, channels: [left, right]))
            let coherence = try #require(estimator.coherence)
            return try #require(coherence.mean(in: band.lower...band.upper))
        }
        let (common, one, other) = (noise.channels[0], noise.channels[1], noise.channels[2])
        #expect(try value(common, common.map { -0.3 * $0 }) > 0.99999)
        #expect(try value(one, other) < 0.01)
        // Equal parts of common and independent noise in both: |Sxy|^2 / (Sxx Syy) = (1 / 2)^2.
        let left = zip(common, one).map { $0 + $1 }
        let right = zip(common, other).map { $0 + $1 }
        #expect(abs(try value(left, right) - 0.25) < 0.03)
    }
}
