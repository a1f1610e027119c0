// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("Gliding parameters", .computing)
struct GlideTests {
    @Test("a glide is straight in the parameter's unit, arrives exactly, and does not drift")
    func straight() {
        var glide = ParameterRamps(SynthParameters())
        let length = 1_000_003
        glide.set(SynthParameters([.masterLevel: -24, .dropsBubbleFrequency: 1234.5]), over: length)
        var frame = 0
        var worst: Float = 0
        for step in [1, 63, 17, 64, 5].cycled(until: length) {
            let ramp = glide.ramp(.masterLevel)
            let exact = -24 * Float(Double(frame) / Double(length))
            worst = max(worst, abs(ramp.value - exact))
            worst = max(worst, abs(ramp.at(step) + 24 * Float(Double(frame + step) / Double(length))))
            glide.advance(step)
            frame += step
        }
        #expect(worst < 2e-5)
        #expect(frame == length)
        let isMoving = glide.isMoving
        #expect(!isMoving)
        let framesLeft = glide.framesLeft
        #expect(framesLeft == 0)
        #expect(glide.value(.masterLevel) == -24)
        #expect(glide.value(.dropsBubbleFrequency) == 1234.5)
        #expect(glide.ramp(.masterLevel).step == 0)
    }

    @Test("a set in mid-glide goes on from where the parameter is")
    func overtaken() {
        var glide = ParameterRamps(SynthParameters())
        glide.set(SynthParameters([.masterLevel: -20]), over: 100)
        glide.advance(50)
        #expect(abs(glide.value(.masterLevel) + 10) < 1e-5)
        glide.set(SynthParameters([.masterLevel: -10]), over: 10)
        #expect(abs(glide.value(.masterLevel) + 10) < 1e-5)
        glide.advance(10)
        #expect(glide.value(.masterLevel) == -10)
    }

    @Test("choices change at once, and what is fixed never does")
    func choices() {
        var glide = ParameterRamps(SynthParameters([.dropsVoices: 100]))
        glide.set(SynthParameters([.dropsMaterial: 3, .toneShape: 1.6, .dropsVoices: 500]), over: 1000)
        #expect(glide.choice(.dropsMaterial) == 3)
        #expect(glide.value(.toneShape) == 2)
        #expect(glide.value(.dropsVoices) == 100)
        glide.advance(1000)
        #expect(glide.choice(.dropsMaterial) == 3)
        #expect(glide.value(.dropsVoices) == 100)
    }

    @Test("NaN keeps the former value, what is out of range is clamped", arguments: ParameterID.allCases)
    func anyValue(_ id: ParameterID) {
        let spec = ParameterTable.spec(id)
        guard !spec.fixedAtStart else { return }
        var glide = ParameterRamps(SynthParameters())
        let former = spec.range.upperBound
        glide.set(SynthParameters([id: former]), over: 0)
        glide.set(SynthParameters([id: .nan]), over: 0)
        #expect(glide.value(id) == former)
        for (value, expected) in [
            (-Float.infinity, spec.range.lowerBound), (.infinity, spec.range.upperBound),
            (spec.range.lowerBound - 1, spec.range.lowerBound), (.greatestFiniteMagnitude, spec.range.upperBound),
        ] {
            glide.set(SynthParameters([id: value]), over: 0)
            #expect(glide.value(id) == expected)
        }
    }

    @Test("a set that changes nothing moves nothing")
    func idle() {
        var glide = ParameterRamps(SynthParameters())
        glide.set(SynthParameters(), over: 1000)
        let isMoving = glide.isMoving
        #expect(!isMoving)
    }

    @Test("a level's gain ends exactly where its decibels do, and is 0 when off")
    func gains() {
        var gain = MixGain(off: -60)
        let up = gain.ramp(Ramp(value: -60, step: 60 / 64), frames: 64)
        #expect(up.value == 0)
        #expect(abs(up.at(64) - 1) < 1e-6)
        #expect(gain.ramp(Ramp(value: 0), frames: 64).value == 1)
        #expect(gain.ramp(Ramp(value: -6.0206), frames: 64).step == 0)
        #expect(abs(gain.ramp(Ramp(value: -6.0206), frames: 64).value - 0.5) < 1e-6)
    }
}

extension Array where Element == Int {
    /// The elements repeated, the last one cut so that their sum is `total`.
    fileprivate func cycled(until total: Int) -> [Int] {
        var result: [Int] = []
        var left = total
        var index = 0
        while left > 0 {
            let step = Swift.min(self[index % count], left)
            result.append(step)
            left -= step
            index += 1
        }
        return result
    }
}
