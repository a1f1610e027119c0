// SPDX-License-Identifier: MIT
import DeterministicMath

/// Encodes a pair of virtual loudspeakers as a first-order sound field: ACN channel order, SN3D (Nachbar, Zotter, Deleflie &
/// Sontacchi, "AmbiX: A suggested ambisonics format", 2011).
///
/// A plane wave s from azimuth a (anticlockwise from ahead) on the horizon is W = s, Y = s sin a, Z = 0, X = s cos a: W is the
/// sound pressure that the loudspeakers would produce at the listener.
struct AmbisonicEncoder: BitwiseCopyable {
    private let left: SIMD2<Float>
    private let right: SIMD2<Float>

    /// - Parameter azimuths: the loudspeakers' directions in turns, anticlockwise from straight ahead.
    init(azimuths: (left: Double, right: Double)) {
        left = AmbisonicEncoder.direction(azimuths.left)
        right = AmbisonicEncoder.direction(azimuths.right)
    }

    /// The part of a wave that goes to Y and to X.
    private static func direction(_ turns: Double) -> SIMD2<Float> {
        let (sin, cos) = DeterministicMath.sincos(turns: turns)
        return SIMD2(Float(sin), Float(cos))
    }

    /// Adds a quantum of the pair to W, Y, Z and X.
    @_noLocks func add(_ pair: StereoBlock, to field: UnsafePointer<UnsafeMutablePointer<Float>>) {
        let w = field[0], y = field[1], x = field[3]
        for frame in 0..<EngineConfiguration.quantum {
            w[frame] += pair.left[frame] + pair.right[frame]
            y[frame] += pair.left[frame] * left.x + pair.right[frame] * right.x
            x[frame] += pair.left[frame] * left.y + pair.right[frame] * right.y
        }
    }
}
