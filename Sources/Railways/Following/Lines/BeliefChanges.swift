// SPDX-License-Identifier: MIT
import DeterministicMath

/// The shares of belief that move between two fixes: riders board, alight and change railways.
struct BeliefChanges {
    let boards: Double
    let straysOn: Double
    let remounts: Double
    let alights: Double
    let straysOff: Double
    let drivesOff: Double
    let waits: Double
    let leaks: Double
    let goesThrough: Double

    /// - Parameter dt: Seconds between the fixes.
    init(_ model: TrackingModel, over dt: Double) {
        func share(_ rate: Double) -> Double { 1 - DeterministicMath.exp(-rate * dt) }
        boards = share(model.boarding)
        straysOn = share(model.strayBoarding)
        remounts = share(model.remounting)
        alights = share(model.alighting)
        straysOff = share(model.strayAlighting)
        drivesOff = share(model.strayDriving)
        waits = share(model.waiting)
        leaks = share(model.leak)
        goesThrough = 1 - DeterministicMath.exp(-model.goingThrough * min(dt, 5))
    }
}
