// SPDX-License-Identifier: MIT
import DeterministicMath

/// Encodes a pair of virtual loudspeakers as a first-order sound field: ACN channel order, SN3D (Nachbar, Zotter, Deleflie &
/// Sontacchi, "AmbiX: A suggested ambisonics format", 2011).
///
/// A plane wave s from azimuth a (anticlockwise from ahead) on the horizon is W = s, Y = s sin a, Z = 0, X = s cos a: W is the
/// sound pressure that the loudspeakers would produce at the listener.
struct AmbisonicEncoder: BitwiseCopyable {
    private let ahead: Float
    private let aside: Float

    /// - Parameter turns: the angle between straight ahead and each loudspeaker, in turns.
    @_noLocks init(turns: Double) {
        let (sin, cos) = DeterministicMath.sincos(turns: turns)
        ahead = Float(cos)
        aside = Float(sin)
    }

    /// Adds a quantum of the pair to W, Y, Z and X.
    @_noLocks func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
        to field: UnsafePointer<UnsafeMutablePointer<Float>>
    ) {
        let w = field[0], y = field[1], x = field[3]
        for frame in 0..<EngineConfiguration.quantum {
            let both = left[frame] + right[frame]
            w[frame] += both
            y[frame] += (left[frame] - right[frame]) * aside
            x[frame] += both * ahead
        }
    }
}
