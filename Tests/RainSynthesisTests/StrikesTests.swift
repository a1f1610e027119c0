// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Strikes", .computing) struct StrikesTests {
    private func rendered(_ strikes: inout Strikes, frames: Int, segment: Int = 64) -> (
        left: [Float], right: [Float], duck: [Float]
    ) {
        var left = [Float](repeating: 0, count: frames)
        var right = left
        var duck: [Float] = []
        // Segments end with the quantum, as in the engine.
        StereoBlock.each(&left, &right, of: { min(segment, 64 - $0 % 64) }) { block, _, count in
            let ramp = strikes.duckGain
            for frame in 0..<count { duck.append(ramp.at(frame)) }
            strikes.render(into: block, frames: count)
        }
        return (left, right, duck)
    }

    @Test("A note peaks at its level, within 1 dB", arguments: StrikeVoice.allCases, [48_000, 192_000])
    func level(voice: StrikeVoice, rate: Int) {
        for frequency in [SynthEvent.lowestFrequency, 110, 196, 440, 987.77, 1760, SynthEvent.highestFrequency] {
            var strikes = Strikes(sampleRate: rate)
            strikes.start(SynthEvent(strike: voice, frequency: frequency, level: -9))
            let (left, right, _) = rendered(&strikes, frames: rate)
            let peak = 20 * log10(left.map(abs).max()!)
            #expect(abs(peak + 9) < 1, "\(frequency) Hz: \(peak) dB")
            #expect(left == right)
        }
    }

    @Test("A drum's partials are the modes of a round membrane: the zeros of Bessel functions, over the first")
    func membrane() {
        let first = 2.404825557695773
        // The orders of the first eight modes, by pitch; the zero is the first, but the second of order 0 is the fourth, that of
        // order 1 the sixth, and that of order 2 the eighth.
        let recipe = StrikeRecipe(.drum)
        for (place, order) in [0, 1, 2, 0, 3, 1, 4, 2].enumerated() {
            let zero = first * Double(recipe.ratios[place])
            // To the fourth digit of the ratio.
            #expect(jn(Int32(order), zero - 2e-4) * jn(Int32(order), zero + 2e-4) < 0, "partial \(place)")
        }
    }

    @Test("Attack within 10 ms, a body of 150-600 ms, exact silence after it", arguments: StrikeVoice.allCases)
    func envelope(voice: StrikeVoice) {
        var strikes = Strikes(sampleRate: 48_000)
        strikes.start(SynthEvent(strike: voice, frequency: 523.25, level: 0))
        let (left, _, _) = rendered(&strikes, frames: 96_000)
        let frames = stride(from: 0, to: 96_000, by: 480).map { start in left[start..<start + 480].map(abs).max()! }
        #expect(frames[0] > 0.7 || frames[1] == frames.max()!)
        // Until it has fallen by 60 dB.
        let body = Double(frames.lastIndex { $0 > 0.001 }! + 1) * 0.01
        #expect(body > 0.15 && body <= 0.62, "\(body) s")
        #expect(left.suffix(40_000).allSatisfy { $0 == 0 })
        #expect(left[0] == 0)
        // No click at the very end: it stops at -90 dB.
        let last = left.lastIndex { $0 != 0 }!
        #expect(left[(last - 100)...last].map(abs).max()! < 1e-4)
    }

    @Test(
        "The lowest and the highest pitch that a preset may ask for sound as written",
        arguments: [SynthEvent.lowestFrequency, SynthEvent.highestFrequency])
    func extremes(frequency: Float) {
        var strikes = Strikes(sampleRate: 48_000)
        strikes.start(SynthEvent(strike: .wood, frequency: frequency, level: 0).limited())
        let (left, _, _) = rendered(&strikes, frames: 15_000)
        // After 0.15 s only the fundamental remains; its zero crossings lie half a period apart.
        let crossings = (7200..<14_999).filter { left[$0] < 0 && left[$0 + 1] >= 0 }.map { index in
            Double(index) + Double(left[index]) / Double(left[index] - left[index + 1])
        }
        let periods = Double(crossings.count - 1), frames = crossings[crossings.count - 1] - crossings[0]
        #expect(abs(48_000 * periods / frames / Double(frequency) - 1) < 0.01)
    }

    @Test("A note carries its pitch; the voices differ in pattern") func pitch() {
        // Wood's upper partials decay soon, hence a short window; the bell's lie close together, hence a long one.
        for (voice, size, partials) in [
            (StrikeVoice.wood, 2048, [1, 3.93]), (.glass, 8192, [1, 2.32, 4.25]), (.bell, 8192, [0.5, 1, 1.2, 2]),
        ] {
            var strikes = Strikes(sampleRate: 48_000)
            strikes.start(SynthEvent(strike: voice, frequency: 500, level: 0))
            let (left, _, _) = rendered(&strikes, frames: size)
            var spectrum = NoiseSpectrum(size: size, rate: 48_000)
            spectrum.add(left, left)
            let total = spectrum.power(from: 100, to: 20_000)
            let width = 4.2 * 48_000 / Double(size)
            for ratio in partials {
                let line = spectrum.power(from: 500 * ratio - width, to: 500 * ratio + width)
                #expect(line / total > 0.01, "\(voice) \(ratio): \(line / total)")
            }
        }
    }

    @Test("A note begins with the next frame, whatever the segments") func onset() {
        var expected: [Float]?
        for segment in [64, 1, 17] {
            var strikes = Strikes(sampleRate: 48_000)
            strikes.start(SynthEvent(strike: .wood, frequency: 880, level: -6, pan: 0.5))
            let sound = rendered(&strikes, frames: 6400, segment: segment)
            #expect(sound.left[0] == 0 && sound.left[1] != 0)
            for frame in stride(from: 100, to: 3000, by: 7) {
                #expect(abs(sound.left[frame] - 0.5 * sound.right[frame]) < 1e-6)
            }
            if let expected { #expect(sound.left == expected) } else { expected = sound.left }
        }
    }

    @Test("A ninth note makes the quietest fade without a click") func stealing() {
        var strikes = Strikes(sampleRate: 48_000)
        for index in 0..<8 { strikes.start(SynthEvent(strike: .glass, frequency: 150, level: index == 3 ? -60 : -20)) }
        _ = rendered(&strikes, frames: 640)
        strikes.start(SynthEvent(strike: .bell, frequency: 100, level: -20))
        let (left, _, _) = rendered(&strikes, frames: 4800)
        let steps = zip(left, left.dropFirst()).map { abs($1 - $0) }
        // Twice the steepest slope of the partials together.
        #expect(steps.max()! < 0.2)
        // Twenty simultaneous strikes still sound and end.
        for index in 0..<20 { strikes.start(SynthEvent(strike: .wood, frequency: 200 + Float(index), level: -20)) }
        let (many, _, _) = rendered(&strikes, frames: 96_000)
        #expect(many.contains { $0 != 0 } && many.suffix(1000).allSatisfy { $0 == 0 })
    }

    @Test("Twenty-four notes within four milliseconds make those before them fade without a click") func burst() {
        var strikes = Strikes(sampleRate: 48_000)
        for _ in 0..<8 { strikes.start(SynthEvent(strike: .glass, frequency: 40, level: -20)) }
        var left = rendered(&strikes, frames: 640).left
        let usual = zip(left, left.dropFirst()).map { abs($1 - $0) }.max()!
        for _ in 0..<24 {
            strikes.start(SynthEvent(strike: .glass, frequency: 40, level: -20))
            left += rendered(&strikes, frames: 8, segment: 8).left
        }
        left += rendered(&strikes, frames: 4800).left
        let steepest = zip(left, left.dropFirst()).map { abs($1 - $0) }.max()!
        #expect(steepest < 1.5 * usual, "\(steepest / usual)")
    }

    @Test("The rain steps back by the stated dB, stays, and returns in the stated time") func ducking() {
        var strikes = Strikes(sampleRate: 48_000)
        strikes.start(SynthEvent(strike: .wood, frequency: 440, level: -12, duckBy: 6, duckRelease: 0.5))
        let (_, _, duck) = rendered(&strikes, frames: 96_000)
        let floor = pow(10, Float(-6) / 20)
        #expect(duck[0] == 1)
        #expect(abs(duck.min()! - floor) < 1e-4)
        let down = duck.firstIndex { $0 < floor + 1e-3 }!
        #expect(down < 720, "\(down) frames")
        let up = duck.lastIndex { $0 < floor + 1e-3 }!
        #expect(Double(up) / 48_000 > 0.14)
        let back = duck.lastIndex { $0 < 0.999 }!
        #expect(abs(Double(back - up) / 48_000 - 0.5) < 0.02)
        #expect(duck.suffix(1000).allSatisfy { $0 == 1 })
        #expect(zip(duck, duck.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
    }

    @Test("A softer event does not bring back the depth of a louder one") func softerAfterLouder() {
        var strikes = Strikes(sampleRate: 48_000)
        strikes.start(SynthEvent(strike: .wood, frequency: 440, level: -12, duckBy: 24, duckRelease: 2))
        let louder = rendered(&strikes, frames: 57_600).duck
        #expect(louder.last! > 2 * louder.min()!)
        strikes.start(SynthEvent(strike: .wood, frequency: 440, level: -12, duckBy: 2, duckRelease: 2))
        let softer = rendered(&strikes, frames: 144_000).duck
        #expect(softer.min()! >= louder.last! * 0.999)
        #expect(softer.last! == 1)
    }

    @Test("silence() ends everything at once") func silence() {
        var strikes = Strikes(sampleRate: 48_000)
        strikes.start(SynthEvent(strike: .bell, frequency: 440, level: -12, duckBy: 6))
        _ = rendered(&strikes, frames: 1280)
        strikes.silence()
        let (left, _, duck) = rendered(&strikes, frames: 640)
        #expect(left.allSatisfy { $0 == 0 } && duck.allSatisfy { $0 == 1 })
    }
}
