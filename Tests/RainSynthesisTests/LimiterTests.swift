// SPDX-License-Identifier: MIT
import CEBUR128
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

extension Limiter {
    /// One pair.
    mutating func processQuantum(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
        var planes = [left, right]
        processQuantum(&planes)
    }
}

/// Two channels of sound for a test.
struct StereoSound {
    var left: [Float]
    var right: [Float]

    init(frames: Int, _ sample: (Int) -> (Double, Double)) {
        left = []
        right = []
        for frame in 0..<frames {
            let (l, r) = sample(frame)
            left.append(Float(l))
            right.append(Float(r))
        }
    }

    /// The same through the limiter, followed by silence until all of it has come out; an integral number of quanta.
    func limited(sampleRate: Int) -> StereoSound {
        var limiter = Limiter(sampleRate: sampleRate)
        var out = self
        let frames = (left.count + limiter.latency + 63) / 64 * 64
        out.left += [Float](repeating: 0, count: frames - left.count)
        out.right += [Float](repeating: 0, count: frames - right.count)
        StereoBlock.each(&out.left, &out.right) { block, _, _ in limiter.processQuantum(block.left, block.right) }
        return out
    }

    /// The true peak in dB of the larger channel, measured by libebur128.
    func truePeak(sampleRate: Int) throws -> Double {
        let state = try #require(ebur128_init(2, UInt(sampleRate), Int32(EBUR128_MODE_TRUE_PEAK.rawValue)))
        var handle: UnsafeMutablePointer<ebur128_state>? = state
        defer { ebur128_destroy(&handle) }
        var interleaved: [Float] = []
        for (l, r) in zip(left, right) { interleaved += [l, r] }
        // Silence pushes the last samples through the meter's filter.
        interleaved += [Float](repeating: 0, count: 200)
        try #require(ebur128_add_frames_float(state, interleaved, interleaved.count / 2) == 0)
        var peaks = [0.0, 0.0]
        for channel in 0..<2 { try #require(ebur128_true_peak(state, UInt32(channel), &peaks[channel]) == 0) }
        return 20 * log10(max(peaks[0], peaks[1]))
    }
}

@Suite("Limiter", .computing) struct LimiterTests {
    private static func nasty(_ rate: Double) -> [(String, StereoSound)] {
        var noise = RandomStream(seed: 7, stream: 99)
        let frames = Int(rate / 2) / 64 * 64
        func sound(_ name: String, _ sample: (Int) -> (Double, Double)) -> (String, StereoSound) {
            (name, StereoSound(frames: frames, sample))
        }
        return [
            // At a quarter of the rate and 45 degrees every sample lies 3 dB below the peak.
            sound("quarter rate") {
                (2 * sin(.pi * (Double($0) / 2 + 0.25)), 0.9 * sin(.pi * (Double($0) / 2 + 0.25)))
            },
            sound("just over") { (0.95 * sin(.pi * (Double($0) / 2 + 0.25)), 0) },
            sound("near Nyquist") { (3 * sin(.pi * Double($0) * 0.93 + 0.7), 1.3 * sin(.pi * Double($0) * 0.81)) },
            sound("sweep") { i in
                let t = Double(i) / rate
                return (4 * sin(2 * .pi * (20 + rate * 0.49 * t) * t), 4 * cos(2 * .pi * (20 + rate * 0.45 * t) * t))
            },
            sound("square bursts") { i in
                let on = (i / 3000) % 2 == 0
                return (on ? (i / 37 % 2 == 0 ? 5 : -5) : 0.1, on ? (i / 3 % 2 == 0 ? 2 : -2) : 0)
            },
            sound("single clicks") { ($0 % 1000 == 300 ? 8 : 0, $0 % 777 == 5 ? -3 : 0) },
            sound("double clicks") { ($0 % 1000 == 300 || $0 % 1000 == 301 ? 8 : 0, $0 % 1000 == 302 ? -8 : 0) },
            sound("worst for the interpolator") { i in
                // The signs of a half-sample interpolator's taps, so that all of them add up.
                let k = i % 400 - 200
                return (abs(k) < 12 ? (k % 2 == 0 ? 1 : -1) * (k < 0 ? -0.85 : 0.85) : 0, 0)
            },
            sound("+20 dB noise") { _ in
                let (a, b) = noise.gaussianPair()
                return (10 * a, 10 * b)
            },
            sound("dense drops") { i in
                var total = (0.0, 0.0)
                for voice in 0..<12 {
                    let t = Double((i + voice * 337) % (600 + voice * 71)) / rate
                    let y = exp(-t * 300) * sin(2 * .pi * Double(300 + voice * 411) * t)
                    total.0 += y * Double(voice % 3)
                    total.1 += y * Double((voice + 1) % 3)
                }
                return total
            },
            sound("bursts of noise") { i in
                let (a, b) = noise.gaussianPair()
                let level = i / 500 % 3 == 0 ? 6.0 : 0.05
                return (level * a, level * b)
            },
            sound("low") { (6 * sin(2 * .pi * 31 * Double($0) / rate), 6 * sin(2 * .pi * 47 * Double($0) / rate)) },
        ]
    }

    @Test("No sound passes -1 dBTP", arguments: EngineConfiguration.sampleRates)
    func ceiling(rate: Int) throws {
        for (name, sound) in LimiterTests.nasty(Double(rate)) {
            let peak = try sound.limited(sampleRate: rate).truePeak(sampleRate: rate)

            #expect(peak <= -1, "\(name) at \(rate): \(peak) dBTP")
        }
    }

    @Test("Below the ceiling the limiter is a delay, bit for bit", arguments: EngineConfiguration.sampleRates)
    func transparency(rate: Int) {
        var noise = RandomStream(seed: 3, stream: 3)
        let latency = Limiter.latency(sampleRate: rate)
        #expect(latency % 64 == 0 && Double(latency) / Double(rate) <= 0.002)
        // Peaks of up to 0.87 on a smooth wave: the peak filter runs, but finds nothing.
        let sound = StereoSound(frames: 20_000) { i in
            let swell = 0.5 - 0.5 * cos(Double(i) / 3000)
            return (0.86 * swell * sin(Double(i) / 40) + 0.005 * noise.symmetric(), 0.8 * sin(Double(i) / 50))
        }
        let out = sound.limited(sampleRate: rate)
        #expect(out.left.prefix(latency).allSatisfy { $0 == 0 })
        for i in sound.left.indices {
            guard out.left[i + latency] == sound.left[i], out.right[i + latency] == sound.right[i] else {
                Issue.record("frame \(i) changed from \(sound.left[i]) to \(out.left[i + latency])")
                return
            }
        }
    }

    @Test(
        "After a peak the gain comes back to exactly 1, and the sound again passes bit for bit",
        arguments: [48_000, 192_000])
    func recovery(rate: Int) {
        let sound = StereoSound(frames: rate) { i in
            (i == 1000 ? 4 : 0.3 * sin(Double(i) / 17), 0.2 * cos(Double(i) / 9))
        }
        let out = sound.limited(sampleRate: rate)
        let latency = Limiter.latency(sampleRate: rate)
        var least = 1.0
        var steepest = 0.0
        var former: (frame: Int, gain: Double)?
        for i in 100..<rate where abs(sound.right[i]) > 0.05 && i != 1000 {
            let gain = Double(out.right[i + latency] / sound.right[i])
            least = min(least, gain)
            if let former, former.frame == i - 1 { steepest = max(steepest, abs(gain - former.gain)) }
            former = (i, gain)
        }
        #expect(abs(least - Double(Limiter.ceiling) / 4) < 1e-4)
        // A triangle as long as the look-ahead, at its steepest.
        #expect(steepest < 2.6 * (1 - least) / Double(latency))
        for i in (rate * 9 / 10)..<rate where out.right[i + latency] != sound.right[i] {
            Issue.record("frame \(i) is still scaled")
            return
        }
    }

    @Test("Both channels get one gain") func linked() {
        let sound = StereoSound(frames: 4800) { (3 * sin(Double($0) / 30), 0.25 * cos(Double($0) / 21)) }
        let out = sound.limited(sampleRate: 48_000)
        for i in 1000..<4000 where abs(sound.left[i]) > 0.1 && abs(sound.right[i]) > 0.1 {
            let left = out.left[i + 64] / sound.left[i]
            let right = out.right[i + 64] / sound.right[i]
            #expect(abs(left - right) < 1e-6)
        }
    }

    @Test("silence() forgets the sound and the gain") func silence() {
        var limiter = Limiter(sampleRate: 48_000)
        var l = [Float](repeating: 3, count: 64)
        var r = l
        for _ in 0..<5 {
            l = [Float](repeating: 3, count: 64)
            r = l
            limiter.processQuantum(&l, &r)
        }
        #expect(limiter.gain < 0.3)
        limiter.silence()
        l = [Float](repeating: 0.5, count: 64)
        r = l
        limiter.processQuantum(&l, &r)
        #expect(l.allSatisfy { $0 == 0 } && limiter.gain == 1)
        limiter.processQuantum(&l, &r)
        #expect(r.allSatisfy { $0 == 0.5 })
    }
}
