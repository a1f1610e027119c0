// SPDX-License-Identifier: MIT
import Foundation

@testable import SoundAnalysis

/// Signals with known measures, made in plain double precision.
enum TestSignals {
    static func sine(
        _ frequency: Double, amplitude: Double, seconds: Double, sampleRate: Int = 48_000, channels: Int = 1
    ) -> Sound {
        let samples = (0..<Int(seconds * Double(sampleRate))).map { frame in
            Float(amplitude * sin(2 * .pi * frequency * Double(frame) / Double(sampleRate)))
        }
        return Sound(sampleRate: sampleRate, channels: [[Float]](repeating: samples, count: channels))
    }

    static func white(rms: Double, seconds: Double, sampleRate: Int = 48_000, channels: Int = 1, seed: UInt64 = 1) -> Sound {
        Sound(
            sampleRate: sampleRate,
            channels: (0..<channels).map { channel in
                var random = SeededRandom(seed: seed &+ UInt64(channel) &* 7919)
                return (0..<Int(seconds * Double(sampleRate))).map { _ in Float(random.gaussian() * rms) }
            })
    }

    /// Pink noise: the minimax cascade of eight pole-zero pairs for 48 kHz, within 0.003 dB of -3 dB per octave.
    static func pink(rms: Double, seconds: Double, seed: UInt64) -> [Double] {
        let poles = [0.9984854, 0.9934737, 0.9801483, 0.9427842, 0.8427374, 0.6074255, 0.1935439, -0.4369955]
        let zeros = [0.9965082, 0.9884933, 0.9661391, 0.9043944, 0.747258, 0.4188574, -0.0072619, -0.4790975]
        var random = SeededRandom(seed: seed)
        var samples = (0..<Int(seconds * 48_000)).map { _ in random.gaussian() }
        for (pole, zero) in zip(poles, zeros) {
            var input = 0.0
            var output = 0.0
            for index in samples.indices {
                let now = samples[index]
                output = now - zero * input + pole * output
                input = now
                samples[index] = output
            }
        }
        let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
        return samples.map { $0 * rms / power.squareRoot() }
    }

    /// One drop of the classic program: a lobe, a pause and a bubble that fades and rises (DAFx-04).
    struct Drop {
        var impactAmplitude = 0.4
        var impactDuration = 0.0075
        var pause = 0.015
        var bubbleAmplitude = 0.7
        var bubbleDuration = 0.030
        var frequency = 400.0

        /// The value `time` seconds after the impact begins; the bubble sounds on to -90 dB.
        func value(at time: Double) -> Double {
            if time >= 0, time < impactDuration { return impactAmplitude * sin(.pi * time / impactDuration) }
            let inBubble = time - impactDuration - pause
            let x = inBubble / bubbleDuration
            guard x >= 0, x < 10.4 / 6 else { return 0 }
            return bubbleAmplitude * exp(-6 * x) * sin(2 * .pi * frequency * inBubble * exp(0.5 * x))
        }

        var length: Double { impactDuration + pause + bubbleDuration * 10.4 / 6 }
        /// The time of its sharpest attack.
        var bubbleStart: Double { impactDuration + pause }
    }

    /// Drops in a gamma-renewal process with random levels and positions in the stereo field, over pink noise; with the times at
    /// which their impacts begin.
    static func drops(
        rate: Double, shape: Int, seconds: Double, drop: Drop = Drop(), level: Double = 0.7, variation: Double = 0.2,
        pinkRMS: Double = 0.025, seed: UInt64
    ) -> (sound: Sound, times: [Double]) {
        let sampleRate = 48_000
        var channels = (0..<2).map { pink(rms: pinkRMS, seconds: seconds, seed: seed &+ 100 &+ $0) }
        var random = SeededRandom(seed: seed)
        var times: [Double] = []
        var time = random.gamma(shape: shape) / rate * random.uniform()
        while time < seconds - drop.length {
            times.append(time)
            let amplitude = level * max(0.2, 1 + variation * random.gaussian())
            let angle = Double.pi / 2 * random.uniform()
            let gains = [cos(angle) * amplitude, sin(angle) * amplitude]
            var one = drop
            one.frequency *= 1 + 0.1 * random.gaussian()
            let first = Int((time * Double(sampleRate)).rounded(.up))
            let last = Int((time + drop.length) * Double(sampleRate))
            for frame in first..<min(last, channels[0].count) {
                let value = one.value(at: Double(frame) / Double(sampleRate) - time)
                for channel in 0..<2 { channels[channel][frame] += gains[channel] * value }
            }
            time += random.gamma(shape: shape) / rate
        }
        return (Sound(sampleRate: sampleRate, channels: channels.map { $0.map(Float.init) }), times)
    }
}

extension Sound {
    /// The root mean square and the mean of all channels' samples.
    var rms: Double { average { $0 * $0 }.squareRoot() }
    var mean: Double { average { $0 } }

    private func average(_ figure: (Double) -> Double) -> Double {
        let sum = channels.joined().reduce(0.0) { $0 + figure(Double($1)) }
        return sum / Double(max(1, frames * channels.count))
    }
}
