// SPDX-License-Identifier: MIT
import Foundation
import SoundAnalysis

/// The features that a listener extracts from a window of a second or two: the mean level of each band in dB; for groups of three
/// bands how far the loudest frames stand above the median, how much the level varies and, with two ears, the difference between
/// them; for groups of six the strength of fluctuations at five rates.
struct WindowFeatures {
    private let levels: [[Float]]
    private let triples: [[Float]]
    private let differences: [[Float]]
    private let groups: [[Float]]
    private let hearing: BandSpectrogram

    /// Below this power in a band (FS^2) nothing is heard.
    private static let threshold: Float = 1e-9
    /// Rates of fluctuation in Hz, and the bands that share one envelope.
    private static let rates = [0.5, 1.5, 3, 6, 12, 24]
    private static let groupSize = 6
    private static let tripleSize = 3

    /// - Parameter isStereo: whether both ears are used; a sound of one channel reaches them alike.
    init(_ hearing: Hearing, in condition: HearingCondition, isStereo: Bool) {
        let bands = hearing.bands
        self.hearing = bands
        let audibleBands = (0..<bands.bands).filter {
            bands.edges[$0] >= condition.range.lowerBound - 1 && bands.edges[$0 + 1] <= condition.range.upperBound + 1
        }
        let count = bands.bands, frames = bands.frames
        let left = bands.isStereo ? bands.left : bands.middle, right = bands.isStereo ? bands.right : bands.middle
        func power(_ frame: Int, _ band: Int) -> Float {
            let place = frame * count + band
            return isStereo ? (left[place] + right[place]) / 2 : bands.middle[place]
        }
        func decibels(_ power: Float) -> Float { 10 * log10f(power + Self.threshold) }
        levels = audibleBands.map { band in (0..<frames).map { decibels(power($0, band)) } }
        func sets(of size: Int) -> [ArraySlice<Int>] {
            stride(from: 0, to: audibleBands.count, by: size).map { audibleBands[$0..<min($0 + size, audibleBands.count)] }
        }
        func joined(_ size: Int) -> [[Float]] {
            sets(of: size).map { members in
                (0..<frames).map { frame in decibels(members.reduce(0) { $0 + power(frame, $1) }) }
            }
        }
        triples = joined(Self.tripleSize)
        groups = joined(Self.groupSize)
        differences =
            isStereo
            ? sets(of: Self.tripleSize).map { members in
                (0..<frames).map { frame in
                    let sums = members.reduce(into: (Float(0), Float(0))) {
                        $0.0 += left[frame * count + $1]
                        $0.1 += right[frame * count + $1]
                    }
                    return decibels(sums.1) - decibels(sums.0)
                }
            } : []
    }

    /// The places of the differences between the ears among the features.
    var betweenEars: Range<Int> {
        let first = levels.count + 2 * triples.count
        return first..<first + differences.count
    }

    /// The features of a window in seconds; nil if it holds less than half a second.
    func features(from start: Double, to end: Double) -> [Double]? {
        let frames = hearing.frames(from: start, to: end)
        guard Double(frames.count) * hearing.hop >= 0.5 else { return nil }
        var features: [Double] = []
        let count = Double(frames.count)
        for level in levels { features.append(Double(level[frames].reduce(0, +)) / count) }
        for triple in triples {
            var levels = Array(triple[frames])
            let loud = levels.select(Int(0.95 * (count - 1) + 0.5))
            features.append(Double(loud - levels.select(levels.count / 2)))
        }
        for triple in triples { features.append(Self.deviation(triple[frames])) }
        for difference in differences { features.append(Double(difference[frames].reduce(0, +)) / count) }
        // A Hann window keeps slow trends out of the fast rates.
        let taper = frames.indices.map { 1 - cos(2 * .pi * (Double($0 - frames.lowerBound) + 0.5) / count) }
        for group in groups { features += fluctuations(group[frames], taper) }
        return features
    }

    /// The standard deviation of an envelope.
    private static func deviation(_ envelope: ArraySlice<Float>) -> Double {
        let mean = envelope.reduce(0, +) / Float(envelope.count)
        return Double((envelope.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(envelope.count)).squareRoot())
    }

    /// The level in dB of an envelope's fluctuations (in dB) between neighbouring rates.
    private func fluctuations(_ envelope: ArraySlice<Float>, _ taper: [Double]) -> [Double] {
        let mean = Double(envelope.reduce(0, +)) / Double(envelope.count)
        let length = Double(envelope.count) * hearing.hop
        let values = zip(envelope, taper).map { (Double($0) - mean) * $1 }
        let cycles = zip(Self.rates, Self.rates.dropFirst()).map { low, high in
            let first = max(1, Int((low * length).rounded(.up)))
            return first...max(first, Int((high * length).rounded(.up)) - 1)
        }
        let powers = Self.powers(of: values, upTo: cycles.map(\.upperBound).max() ?? 0)
        return cycles.map { 10 * log10(powers[$0].reduce(0, +) / Double(values.count * values.count) + 1e-4) }
    }

    /// The power of each whole number of cycles from 0 to `last` or a little beyond, eight of them at once (Goertzel 1958).
    private static func powers(of values: [Double], upTo last: Int) -> [Double] {
        stride(from: 0, through: last, by: 8).flatMap { first in
            var coefficients = SIMD8<Double>()
            for lane in 0..<8 { coefficients[lane] = 2 * cos(2 * .pi * Double(first + lane) / Double(values.count)) }
            var one = SIMD8<Double>(), two = one
            for value in values { (one, two) = (value + coefficients * one - two, one) }
            let powers = one * one + two * two - coefficients * one * two
            return powers.indices.map { powers[$0] }
        }
    }
}
