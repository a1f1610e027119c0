// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis
import TestTraits
import Testing
import Tracking

@testable import Listening

/// A listener on sounds whose facts are known by construction.
@Suite(.computing) struct ListenerTests {
    private struct Noise {
        private var state: UInt64
        init(seed: UInt64) { state = seed }
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-52 - 1
        }
    }

    /// Noise whose level is the speed (1 dB per m/s), on the left or the right, pulsing or not; notes are events.
    private static func ride(seed: UInt64, parts: Int) -> (sound: Sound, truth: FactTimeline) {
        let rate = 24_000
        var noise = Noise(seed: seed), choice = Noise(seed: seed &+ 99)
        var left: [Float] = [], right: [Float] = []
        var truth = FactTimeline()
        for part in 0..<parts {
            let start = Double(4 * part)
            let speed = 10 + 10 * choice.next(), isRight = choice.next() > 0, pulses = choice.next() > 0, isHigh = choice.next() > 0
            truth.set(
                ["speed": .number(speed), "direction": .category(isRight ? "right" : "left"), "phase": .category(pulses ? "near" : "far")],
                at: start)
            truth.addEvent(isHigh ? "high" : "low", at: start + 1)
            let pitch: Double = isHigh ? 880 : 523
            for frame in 0..<4 * rate {
                let time = Double(frame) / Double(rate)
                let swell: Double = pulses ? 1 + 0.5 * sin(8 * Double.pi * time) : 1
                let value: Double = pow(10, (speed - 50) / 20) * swell * noise.next()
                let age: Double = time - 1
                var note = 0.0
                if age > 0, age < 0.5 {
                    let turn: Double = 2 * Double.pi * pitch * age
                    note = 0.2 * exp(-6 * age) * sin(turn)
                }
                left.append(Float(value * (isRight ? 0.5 : 1) + note))
                right.append(Float(value * (isRight ? 1 : 0.5) + note))
            }
        }
        truth.set([:], at: Double(4 * parts))
        return (Sound(sampleRate: rate, channels: [left, right]), truth)
    }

    @Test func factsAreReadFromAnotherRide() throws {
        let taught = Self.ride(seed: 1, parts: 24), asked = Self.ride(seed: 2, parts: 12)
        let lesson = Lesson(hearing: Hearing(of: taught.sound), truth: taught.truth)
        let hearing = Hearing(of: asked.sound)
        #expect(abs(hearing.duration - 48) < 0.1)
        func scores(_ condition: HearingCondition) -> [ListeningScore] {
            var test = ListeningTest(Listener([lesson], in: condition))
            test.read(hearing, truth: asked.truth)
            return test.scores
        }
        func value(_ scores: [ListeningScore], _ fact: String, _ measure: ListeningScore.Measure) -> Double {
            scores.first { $0.fact == fact && $0.measure == measure }?.value ?? .nan
        }
        let stereo = scores(.stereo), telephone = scores(.telephone)
        #expect(value(stereo, "speed", .spearman) > 0.97)
        #expect(value(stereo, "speed", .rmse) < 1.5)
        #expect(value(stereo, "direction", .accuracy) == 1)
        #expect(value(stereo, "phase", .accuracy) > 0.9)
        #expect(value(stereo, "events", .f1) > 0.9)
        #expect(value(stereo, "events", .eventClass) == 1)
        #expect(value(stereo, "speed", .stepTime) <= 2.5)
        // One loudspeaker does not tell left from right.
        #expect(value(telephone, "speed", .spearman) > 0.95)
        #expect(value(telephone, "direction", .balanced) < 0.8)
        // The same input gives the same figures.
        #expect(scores(.telephone).map { $0.value.isNaN ? -1 : $0.value } == telephone.map { $0.value.isNaN ? -1 : $0.value })
    }

    /// The picture of a reading says which kind each event and each class is, also where no word fits, and has units.
    @Test func thePictureTellsKindsApart() throws {
        let taught = Self.ride(seed: 1, parts: 12), asked = Self.ride(seed: 2, parts: 12)
        var test = ListeningTest(Listener([Lesson(hearing: Hearing(of: taught.sound), truth: taught.truth)], in: .stereo))
        test.read(Hearing(of: asked.sound), truth: asked.truth)
        let svg = try #require(ReadingPlot.svg(title: "A ride", subtitle: "", of: test))
        let lines = svg.split(separator: "\n")
        for name in ["high", "low", "left", "right", "near", "far"] {
            #expect(lines.contains { $0.contains("text-anchor=\"start\"") && $0.contains(">\(name)<") }, "\(name) in the legend")
        }
        #expect(svg.contains(">speed (m/s)<"))
        // Each event is a stroke in the colour of its kind.
        let strokes = lines.filter { $0.hasPrefix("<rect class=\"f-orange\"") && $0.contains(" width=\"2\"") }
        let colours = Set(strokes.compactMap { $0.components(separatedBy: "fill:").last?.prefix(7) })
        #expect(colours.count == 2 && strokes.count > asked.truth.events.count + 2)
    }

    /// What happens after the sound has ended cannot be heard in it, however late it is.
    @Test func eventsAfterTheSoundDoNotCount() throws {
        let taught = Self.ride(seed: 1, parts: 12), asked = Self.ride(seed: 2, parts: 12)
        func scores(later: [Double]) -> [ListeningScore] {
            var lesson = taught.truth, truth = asked.truth
            for time in later {
                lesson.addEvent("high", at: time)
                truth.addEvent("high", at: time)
            }
            var test = ListeningTest(Listener([Lesson(hearing: Hearing(of: taught.sound), truth: lesson)], in: .mono))
            test.read(Hearing(of: asked.sound), truth: truth)
            return test.scores.filter { $0.fact == "events" }
        }
        let usual = scores(later: [])
        #expect(usual.count == 2 && scores(later: [60, 1e300]).map(\.value) == usual.map(\.value))
    }

    /// What it has not been taught it cannot read: with the truth of another ride it errs as much as one who guesses the mean.
    @Test func wrongTruthIsNotRead() throws {
        let taught = Self.ride(seed: 1, parts: 16), other = Self.ride(seed: 3, parts: 16), asked = Self.ride(seed: 2, parts: 16)
        var test = ListeningTest(Listener([Lesson(hearing: Hearing(of: taught.sound), truth: other.truth)], in: .stereo))
        test.read(Hearing(of: asked.sound), truth: asked.truth)
        let error = try #require(test.scores.first { $0.fact == "speed" && $0.measure == .rmse })
        // Values spread evenly over 20 m/s have a standard deviation of 5.8 m/s.
        #expect(error.value > 4 && error.passes == false)
    }

    @Test func silenceAndShortSoundsAreHeardOut() {
        let silence = Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 48_000 * 5)])
        var truth = FactTimeline()
        truth.set(["speed": .number(1)], at: 0)
        truth.set(["speed": .number(3)], at: 2)
        truth.set(["speed": .number(5)], at: 4)
        let listener = Listener([Lesson(hearing: Hearing(of: silence), truth: truth)], in: .stereo)
        #expect(listener.read(Hearing(of: Sound(sampleRate: 48_000, channels: [[0]]))).starts.isEmpty)
        var test = ListeningTest(listener)
        test.read(Hearing(of: silence), truth: truth)
        #expect(test.scores.filter { $0.measure == .spearman }.allSatisfy { $0.value.isNaN })
    }

    /// What was learnt with two ears reads a sound of one channel as well as what was learnt with one, and the other way round.
    @Test func lessonsAndSoundsMayDifferInChannels() {
        let taught = Self.ride(seed: 1, parts: 24), asked = Self.ride(seed: 2, parts: 12)
        let stereo = Hearing(of: taught.sound)
        func error(_ lessons: [Hearing], _ sound: Sound) -> Double? {
            var test = ListeningTest(Listener(lessons.map { Lesson(hearing: $0, truth: taught.truth) }, in: .stereo))
            test.read(Hearing(of: sound), truth: asked.truth)
            return test.scores.first { $0.fact == "speed" && $0.measure == .rmse }?.value
        }
        let ofOne = error([Hearing(of: taught.sound.mono)], asked.sound.mono) ?? .nan
        #expect(abs((error([stereo.mono], asked.sound.mono) ?? 99) - ofOne) < 1e-4)
        #expect(abs((error([stereo.mono], asked.sound) ?? 99) - ofOne) < 1e-4)
        #expect(error([stereo, stereo.mono], asked.sound) == error([stereo.mono, stereo.mono], asked.sound))
        #expect((error([stereo], asked.sound.mono) ?? .infinity) < 4)
    }

    /// The noise under which is listened has the loudness that was asked for.
    @Test func maskingNoiseHasItsLoudness() {
        let silence = Sound(sampleRate: 48_000, channels: [[Float]](repeating: [Float](repeating: 0, count: 240_000), count: 2))
        var masking = MaskingNoise(.init(loudness: -27, seed: 5), sampleRate: 48_000, channels: 2)
        let meter = LoudnessMeter(sampleRate: 48_000, channelCount: 2)
        meter.add(masking.add(to: silence))
        #expect(abs(meter.integrated + 27) < 0.3)
    }

    /// Bands hold the power of what sounds in them: a tone's mean square in its band, white noise in proportion to bandwidth.
    @Test func bandsHoldPower() {
        let rate = 48_000
        let step = 2 * Double.pi * 1000 / Double(rate)
        let tone = Sound(sampleRate: rate, channels: [(0..<rate).map { Float(0.1 * sin(step * Double($0))) }])
        var estimator = BandSpectrogramEstimator(sampleRate: rate, length: 0.04, hop: 0.01, edges: [100, 500, 2000, 8000])
        estimator.add(tone)
        let bands = estimator.finish()
        #expect(bands.frames == 97 && !bands.isStereo)
        #expect(abs(Double(bands.middle[3 * 40 + 1]) / 0.005 - 1) < 0.01)
        #expect(bands.middle[3 * 40] < 1e-7)
        #expect(bands.frames(from: 0, to: 0.1) == 0..<8)
        // Every half second has fifty centres, however its ends are rounded.
        for hundredth in 2...45 {
            let start = Double(hundredth) / 100
            #expect(bands.frames(from: start, to: start + 0.5) == hundredth - 2..<hundredth + 48)
        }
        // A constant's power is at 0 Hz, that of alternating samples at half the sample rate: both lie in half bins.
        let ends = Sound(sampleRate: rate, channels: [(0..<rate).map { $0 % 2 == 0 ? 0.3 : 0.1 }])
        var half = BandSpectrogramEstimator(sampleRate: rate, length: 0.04, hop: 0.01, edges: [0, 1000, 23_000, 24_000])
        half.add(ends)
        for (power, exact) in zip(half.finish().middle, [0.04, 0, 0.01]) { #expect(abs(Double(power) - exact) < 1e-6) }
        var noise = Noise(seed: 4)
        let white = Sound(sampleRate: rate, channels: (0..<2).map { _ in (0..<10 * rate).map { _ in Float(0.1 * noise.next()) } })
        var two = BandSpectrogramEstimator(sampleRate: rate, length: 0.04, hop: 0.01, edges: [1000, 1100, 3100])
        two.add(white)
        let heard = two.finish()
        func mean(_ values: [Float], _ band: Int) -> Double {
            (0..<heard.frames).reduce(0) { $0 + Double(values[$1 * 2 + band]) } / Double(heard.frames)
        }
        let density = 0.01 / 3 / Double(rate / 2)
        #expect(abs(mean(heard.left, 0) / (density * 100) - 1) < 0.15)
        #expect(abs(mean(heard.right, 1) / (density * 2000) - 1) < 0.05)
        // Independent channels lose half of their power when they are averaged.
        #expect(abs(mean(heard.middle, 1) / (density * 1000) - 1) < 0.05)
        // Bands of the averaged channels are the bands' `middle`.
        var one = BandSpectrogramEstimator(sampleRate: rate, length: 0.04, hop: 0.01, edges: [1000, 1100, 3100])
        one.add(white.mono)
        let averaged = one.finish()
        #expect(!averaged.isStereo && averaged.middle.count == heard.middle.count)
        #expect(zip(averaged.middle, heard.middle).allSatisfy { abs($0 / $1 - 1) < 1e-3 })
    }
}
