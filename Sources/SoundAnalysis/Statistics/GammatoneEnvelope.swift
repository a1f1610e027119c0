// SPDX-License-Identifier: MIT
import Foundation

/// Computes the envelope of one auditory band: a gammatone filter of 4th order, one ERB wide, as four complex one-pole filters on
/// the sound shifted down by the centre frequency; the envelope is the magnitude. Streams one channel.
///
/// Sources: Patterson et al. 1987 (bandwidth 1.019 ERB, see `ERBScale`); Hohmann 2002 for the complex form.
struct GammatoneEnvelope: Sendable {
    /// Centre in Hz.
    let centre: Double

    private let pole: Double
    private let turn: (real: Double, imaginary: Double)
    /// The current phase of the carrier, as a unit vector.
    private var carrier = (real: 1.0, imaginary: 0.0)
    private var states = [(real: Double, imaginary: Double)](repeating: (0, 0), count: 4)

    init(sampleRate: Int, centre: Double) {
        self.centre = centre
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
