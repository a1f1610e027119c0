// SPDX-License-Identifier: MIT
import DeterministicMath

/// The likelihood of a distance from a track: Student's t against a uniform density within the range.
struct CrossLikelihood {
    private let variance: Double
    private let freedom: Double
    /// The likelihood of no distance.
    let peak: Double
    private let logPeak: Double

    /// - Parameters:
    ///   - sigma: The standard deviation of the position, in metres.
    ///   - spread: That of the track.
    init(_ model: TrackingModel, sigma: Double, spread: Double) {
        variance = sigma * sigma + spread * spread
        freedom = model.crossFreedom
        peak = 2 * model.offRange * model.crossPeak / variance.squareRoot()
        logPeak = DeterministicMath.log(peak)
    }

    @inline(__always)
    func log(_ cross: Double) -> Double {
        logPeak - (freedom + 1) / 2 * DeterministicMath.log(1 + cross * cross / variance / freedom)
    }
}
