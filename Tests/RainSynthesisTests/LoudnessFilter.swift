// SPDX-License-Identifier: MIT
import Foundation

/// The loudness weighting at 48 kHz, as ITU-R BS.1770-4 gives its coefficients (tables 1 and 2).
enum LoudnessFilter {
    private static let sections: [(b: [Double], a: [Double])] = [
        ([1.53512485958697, -2.69169618940638, 1.19839281085285], [1, -1.69065929318241, 0.73248077421585]),
        ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621]),
    ]

    /// The mean power of samples after the weighting, ungated.
    static func power(of samples: [Float]) -> Double {
        var sound = samples.map(Double.init)
        for (b, a) in sections {
            var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
            sound = sound.map { x0 in
                let y = b[0] * x0 + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2
                (x2, x1, y2, y1) = (x1, x0, y1, y)
                return y
            }
        }
        return sound.reduce(0) { $0 + $1 * $1 } / Double(sound.count)
    }

    /// The power gain at a frequency in Hz.
    static func power(at frequency: Double) -> Double {
        let angle = 2 * Double.pi * frequency / 48_000
        func square(_ c: [Double]) -> Double {
            let real = c[0] + c[1] * cos(angle) + c[2] * cos(2 * angle), imaginary = c[1] * sin(angle) + c[2] * sin(2 * angle)
            return real * real + imaginary * imaginary
        }
        return sections.reduce(1) { $0 * square($1.b) / square($1.a) }
    }
}
