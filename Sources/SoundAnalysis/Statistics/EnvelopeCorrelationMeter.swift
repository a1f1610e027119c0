// SPDX-License-Identifier: MIT
import Foundation

/// Measures the correlation of the envelopes of two bands two ERB apart, between 6 and 9 kHz: 0 for noise, higher the more the
/// sound consists of impacts that excite all bands at once. Streams; the mean over channels and pairs of bands.
///
/// The envelopes come from gammatone filters, are averaged to 400 values per second and compared by Pearson's correlation. These
/// are the "cochlear correlations" of McDermott & Simoncelli 2011 (Neuron 71:926), but without the compression (to the power of
/// 0.3), which would give most weight to silence at the ends. The noise that passes two such filters correlates by 0.01.
struct EnvelopeCorrelationMeter: Sendable {
    static let band: ClosedRange<Double> = 6000...9000
    private static let distance = 2
    private static let step = 0.0025

    private var channels: [Channel]

    private struct Channel: Sendable {
        var filters: [GammatoneEnvelope]
        var windows: [WindowMeans]
        var pairs: [RunningCorrelation]
    }

    init(sampleRate: Int, channelCount: Int) {
        let centres = Self.centres
        let channel = Channel(
            filters: centres.map { GammatoneEnvelope(sampleRate: sampleRate, centre: $0) },
            windows: centres.map { _ in WindowMeans(sampleRate: sampleRate, window: Self.step) },
            pairs: centres.dropFirst(Self.distance).map { _ in RunningCorrelation() })
        channels = [Channel](repeating: channel, count: channelCount)
    }

    /// Band centres one ERB apart, as many as fit, in the middle of the range.
    static var centres: [Double] {
        let low = ERBScale.number(band.lowerBound)
        let high = ERBScale.number(band.upperBound)
        let steps = Int(high - low)
        let first = (low + high - Double(steps)) / 2
        return (0...steps).map { ERBScale.frequency(first + Double($0)) }
    }

    mutating func add(_ block: Sound) {
        precondition(block.channels.count == channels.count, "the number of channels changed within a stream")
        for (index, samples) in block.channels.enumerated() {
            let envelopes = channels[index].filters.indices.map { band in
                channels[index].windows[band].add(channels[index].filters[band].apply(samples))
            }
            for pair in channels[index].pairs.indices {
                channels[index].pairs[pair].add(envelopes[pair], envelopes[pair + Self.distance])
            }
        }
    }

    /// The correlation so far, -1 ... 1; nil for silence.
    var correlation: Double? { channels.flatMap(\.pairs).compactMap(\.value).mean }
}

/// Pearson's correlation of two series, computed as they arrive by running means (Welford 1962).
struct RunningCorrelation: Sendable {
    private var count = 0.0
    private var means = (x: 0.0, y: 0.0)
    private var squares = (x: 0.0, y: 0.0)
    private var products = 0.0

    mutating func add(_ x: [Double], _ y: [Double]) {
        for (x, y) in zip(x, y) {
            count += 1
            let difference = (x: x - means.x, y: y - means.y)
            means.x += difference.x / count
            means.y += difference.y / count
            squares.x += difference.x * (x - means.x)
            squares.y += difference.y * (y - means.y)
            products += difference.x * (y - means.y)
        }
    }

    /// -1 ... 1; nil where a series is constant.
    var value: Double? {
        let scale = (squares.x * squares.y).squareRoot()
        return scale > 0 ? products / scale : nil
    }
}

/// Computes the envelope of one auditory band: a gammatone filter of 4th order, one ERB wide, as four complex one-pole filters on
/// the sound shifted down by the centre frequency; the envelope is the magnitude. Streams one channel.
///
/// Sources: Patterson et al. 1987 (bandwidth 1.019 ERB, see `ERBScale`); Hohmann 2002 for the complex form.
struct GammatoneEnvelope: Sendable {
    private let pole: Double
    private let turn: (real: Double, imaginary: Double)
    /// The current phase of the carrier, as a unit vector.
    private var carrier = (real: 1.0, imaginary: 0.0)
    private var states = [(real: Double, imaginary: Double)](repeating: (0, 0), count: 4)

    /// - Parameter centre: in Hz.
    init(sampleRate: Int, centre: Double) {
        let rate = Double(sampleRate)
        pole = exp(-2 * .pi * 1.019 * ERBScale.bandwidth(centre) / rate)
        turn = (cos(2 * .pi * centre / rate), -sin(2 * .pi * centre / rate))
    }

    /// Returns the envelope of the next samples: 1 for a tone of amplitude 1 at the centre.
    mutating func apply(_ samples: [Float]) -> [Double] {
        let gain = 1 - pole
        var (first, second, third, fourth) = (states[0], states[1], states[2], states[3])
        let output = samples.map { sample -> Double in
            let input = 2 * Double(sample)
            first.real = gain * input * carrier.real + pole * first.real
            first.imaginary = gain * input * carrier.imaginary + pole * first.imaginary
            second.real = gain * first.real + pole * second.real
            second.imaginary = gain * first.imaginary + pole * second.imaginary
            third.real = gain * second.real + pole * third.real
            third.imaginary = gain * second.imaginary + pole * third.imaginary
            fourth.real = gain * third.real + pole * fourth.real
            fourth.imaginary = gain * third.imaginary + pole * fourth.imaginary
            carrier = (
                carrier.real * turn.real - carrier.imaginary * turn.imaginary,
                carrier.real * turn.imaginary + carrier.imaginary * turn.real
            )
            return (fourth.real * fourth.real + fourth.imaginary * fourth.imaginary).squareRoot()
        }
        states = [first, second, third, fourth]
        // Rounding errors would let the carrier grow or decay over hours.
        let size = (carrier.real * carrier.real + carrier.imaginary * carrier.imaginary).squareRoot()
        carrier = (carrier.real / size, carrier.imaginary / size)
        return output
    }
}
