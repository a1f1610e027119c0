// SPDX-License-Identifier: MIT
import DeterministicMath

/// The evidence of the stations along a railway: passed without a stop, or a stop at one.
extension TrainFilter {
    /// Updates a line's place: its direction, and stations approached and passed.
    mutating func arrive(_ number: Int, at place: TrackPlace, from before: TrackPlace, _ o: TrainObservation) {
        let line = network.lines[number]
        let moved = line.shorter(place.along - before.along)
        lines[number].place = place
        let expected = o.run
        if expected > 1, moved.magnitude < 3 * expected + 100 {
            let spread = 0.5 * o.sigma + 0.3 * expected + 2
            let odds = 2 * moved * expected / (spread * spread)
            lines[number].lean(by: min(2.5, max(-2.5, odds)))
        }
        lines[number].watch(moved: moved, on: line, o) { $0.runThrough($1, on: line) }
        for _ in 0..<lines[number].passForeignStations(from: before.along, moved: moved, on: line) {
            lines[number].runThrough(nil, on: line)
        }
        guard lines[number].ascending.magnitude > Self.clearWay else { return }
        // Where two ways are one track, it is the one on which the train runs in the line's order, or as it did before.
        let isOnOther = line.stem > 0 ? lines[number].ascending < 0 : lines[number].sense == -lines[number].clearSense
        if isOnOther, let other = network.otherWay(of: place, on: line, o.plane) { lines[number].turn(to: other, on: line) }
        lines[number].clearSense = lines[number].sense
    }

    /// Log odds of a direction from which it is clear, so that a train where two ways are one track is put on its way.
    private static let clearWay = 2.0

    /// Weighs a stop of the rider: either a station of a railway explains it, or none.
    mutating func weighStop(_ o: TrainObservation) {
        var best = Assumed.roadStops
        var densities: [Double] = []
        densities.reserveCapacity(active.count)
        let noise = Assumed.stopSigma * Assumed.stopSigma + o.sigma * o.sigma / 2
        for number in active {
            let line = network.lines[number]
            var density = network.isSlow[number] ? Assumed.tramStops : Assumed.strayStops
            if let (station, offset) = lines[number].nearestStation(on: line), offset.magnitude < Assumed.platform + 2 * o.sigma {
                let sense = lines[number].sense
                let variance = lines[number].seatVariance + noise
                let miss = sense * offset - lines[number].seat
                let spread = DeterministicMath.exp(-miss * miss / (2 * variance)) / (2 * Double.pi * variance).squareRoot()
                density += lines[number].kinds.stops(at: station, on: line) * spread
            }
            densities.append(density)
            best = max(best, density)
        }
        for (index, number) in active.enumerated() {
            lines[number].weight *= densities[index] / best
            lines[number].record += DeterministicMath.log(densities[index] / best)
            lines[number].stop(on: network.lines[number], noise: noise, platform: Assumed.platform + 2 * o.sigma)
        }
        off.cycling *= Assumed.roadStops / best
        off.driving *= Assumed.roadStops / best
        off.cruising *= Assumed.strayStops / best
    }
}
