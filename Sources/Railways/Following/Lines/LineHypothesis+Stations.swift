// SPDX-License-Identifier: MIT
import DeterministicMath

extension LineHypothesis {
    /// Metres within which a station is watched, and beyond which it is dropped.
    private static let watchRange = 200.0
    private static let leaveRange = 240.0
    /// Seconds between fixes above which a stop may have been missed.
    private static let longStep = 20.0

    /// True while the place is at a platform.
    var isAtStation: Bool { watched >= 0 }

    /// Begins at a place without history: what happened at a nearby station is unknown.
    mutating func move(to place: TrackPlace, on line: TrackNetwork.Line) {
        self.place = place
        meanCross = place.cross
        watched = -1
        behind = -1
        moveBehind(on: line)
        kinds = TrainKinds(on: line, after: behind)
        if let near = nearestStation(on: line), near.offset.magnitude < Self.watchRange {
            watched = near.station
            hasStopped = true
            enteredFrom = near.offset
        }
    }

    /// Follows the stations along the line.
    /// - Parameter passed: Called with each station that the train has just passed without stopping.
    mutating func watch(
        moved: Double, on line: TrackNetwork.Line, _ o: TrainObservation, passed: (inout LineHypothesis, Int) -> Void
    ) {
        guard !line.stations.isEmpty else { return }
        let before = behind
        moveBehind(on: line)
        let near = nearestStation(on: line)
        let isUnclear = o.dt > Self.longStep || moved.magnitude > 2 * o.speed * o.dt + 150
        if watched >= 0 {
            // It may have stopped out of sight.
            if isUnclear { hasStopped = true }
            let offset = offset(from: watched, on: line)
            if offset.magnitude > Self.leaveRange || near.map({ $0.station != watched }) ?? false {
                let station = watched
                watched = -1
                if !hasStopped, offset * enteredFrom < 0 { passed(&self, station) }
            }
        } else if !isUnclear, behind != before, o.speed > 5, moved.magnitude > 0.6 * o.speed * o.dt {
            // Sparse fixes: entire stations lie between two of them.
            let crossed = behind > before ? before + 1...behind : behind + 1...before
            let atPlatform = near.flatMap { $0.offset.magnitude < Self.watchRange ? $0.station : nil }
            if !line.isRing || crossed.count <= line.stations.count / 2 {
                for station in crossed.prefix(2) where station != atPlatform { passed(&self, station) }
            }
        }
        if watched < 0, let near, near.offset.magnitude < Self.watchRange {
            watched = near.station
            hasStopped = isUnclear
            // The side from which it came: a fix beyond the station still came from before it.
            enteredFrom = moved == 0 ? near.offset : -moved
        }
        recordStanding(o)
    }

    /// Updates the belief after the train has passed a station without stopping; nil for a station of another railway.
    mutating func runThrough(_ station: Int?, on line: TrackNetwork.Line) {
        let passes = 1 - kinds.stops(at: station, on: line)
        weight *= passes
        record += DeterministicMath.log(passes)
        kinds.learn(stopped: false, at: station, on: line)
    }

    /// Counts the foreign stations (`Line.foreignStations`) that the train has passed in this step; each counts once.
    mutating func passForeignStations(from before: Double, moved: Double, on line: TrackNetwork.Line) -> Int {
        guard !line.foreignStations.isEmpty, moved != 0, moved.magnitude < 2_000 else { return 0 }
        let low = min(before, before + moved)
        let high = max(before, before + moved)
        var passed = 0
        for (index, place) in line.foreignStations.enumerated() where place > low && place <= high && index != foreignPassed {
            foreignPassed = index
            passed += 1
        }
        return passed
    }

    /// The share of the line's stations ahead of the train; never 0, and half of them in the middle. A ring has no end, but few
    /// riders go farther than half of it.
    func ahead(on line: TrackNetwork.Line) -> Double {
        guard !line.isRing else { return 0.7 }
        let count = Double(line.stations.count)
        let passed = Double(behind + 1)
        return (ascends * (count - passed) + (1 - ascends) * passed + 1) / (count + 1)
    }

    /// The likelihood of the direction: on a one-way line trains have one only.
    func runsAsTrainsDo(on line: TrackNetwork.Line, isReverse: Bool) -> Double {
        guard let onlyWay = line.onlyWay else { return 1 }
        return onlyWay == isReverse ? 1 - ascends : ascends
    }

    /// Moves `behind` forwards or back to the current place.
    private mutating func moveBehind(on line: TrackNetwork.Line) {
        while behind + 1 < line.stations.count, line.stations[behind + 1].along <= place.along { behind += 1 }
        while behind >= 0, line.stations[behind].along > place.along { behind -= 1 }
    }

    /// Records where the rider stands.
    private mutating func recordStanding(_ o: TrainObservation) {
        guard o.isStanding, watched >= 0 else { return }
        stoodAt = watched
        hasStopped = true
        stoodTime = o.time
    }

    /// Updates the belief after a stop has been counted.
    mutating func stop(on line: TrackNetwork.Line, noise: Double, platform: Double) {
        guard let near = nearestStation(on: line), near.offset.magnitude < platform else { return }
        if near.station == watched { hasStopped = true }
        kinds.learn(stopped: true, at: near.station, on: line)
        let gain = seatVariance / (seatVariance + noise)
        seat += gain * (sense * near.offset - seat)
        // The rider may walk through the train.
        seatVariance = (1 - gain) * seatVariance + 100
    }

    /// Takes the other way of a lasso's stem, or of the track at a switchback: what ran against the line's order there runs in its
    /// order here.
    mutating func turn(to other: TrackPlace, on line: TrackNetwork.Line) {
        func turned(_ station: Int) -> Int {
            guard station >= 0 else { return -1 }
            guard let along = line.otherWay(of: line.stations[station].along) else { return station }
            return line.stations.indices.min {
                (line.stations[$0].along - along).magnitude < (line.stations[$1].along - along).magnitude
            } ?? -1
        }
        place = other
        meanCross = -meanCross
        ascending = -ascending
        enteredFrom = -enteredFrom
        watched = turned(watched)
        stoodAt = turned(stoodAt)
        moveBehind(on: line)
        // Through a switchback, the train's stations stay in order.
        if line.stem > 0 { turns += 1 }
    }

    func nearestStation(on line: TrackNetwork.Line) -> (station: Int, offset: Double)? {
        let count = line.stations.count
        guard count > 0 else { return nil }
        let low = behind >= 0 ? behind : line.isRing ? count - 1 : 0
        let high = behind + 1 < count ? behind + 1 : line.isRing ? 0 : count - 1
        let a = offset(from: low, on: line)
        let b = offset(from: high, on: line)
        return a.magnitude <= b.magnitude ? (low, a) : (high, b)
    }

    /// Metres along the line past a station, in the ascending direction; on a ring the shorter way.
    func offset(from station: Int, on line: TrackNetwork.Line) -> Double {
        line.shorter(place.along - line.stations[station].along)
    }
}
