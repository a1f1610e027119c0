// SPDX-License-Identifier: MIT
import DeterministicMath

/// Riders board, alight and continue on another railway.
extension TrainFilter {
    /// Applies that the rider has travelled out of sight: those who waited at a station have boarded a train there, or nobody
    /// has.
    mutating func rideUnseen(_ o: TrainObservation) {
        let boards = 1 - DeterministicMath.exp(-Assumed.boarding * o.dt)
        let stations = active.filter { lines[$0].isAtStation }
        var near = 0.0
        for line in stations { near += prior(of: line) }
        let boarded = (off.stationary + off.walking) * boards
        for line in stations { lines[line].weight += boarded * prior(of: line) / near }
        off.stationary *= Assumed.unseenWalk
        off.walking *= Assumed.unseenWalk
        let cycled = (o.motion.leap - 4) / 1.5
        off.cycling *= max(Assumed.unseenWalk, 3 * DeterministicMath.exp(-cycled * cycled / 2))
    }

    /// Applies what may have changed since the last fix: boarding, alighting, another railway.
    mutating func change(_ o: TrainObservation) {
        guard o.dt > 0 else { return }
        let changes = changes(over: o.dt)
        let slow = o.speed < 3
        let drives = destination == nil ? 1 : Assumed.destinedDrive
        var near = 0.0
        var all = 0.0
        // Nobody boards a train from the street.
        var onPlatform = 0.0
        for line in active {
            all += prior(of: line)
            guard lines[line].isAtStation else { continue }
            near += prior(of: line)
            onPlatform = max(onPlatform, min(1, lines[line].nearness / Assumed.boardingNearness))
        }
        // Between the train and the other modes.
        let waiting = off.stationary + off.walking
        let boards = waiting * changes.boards * onPlatform
        let strays = waiting * changes.straysOn + (off.cycling + off.automotive) * changes.remounts
        let keep = 1 - changes.boards * onPlatform
        var gained = OffTrain()
        var train = 0.0
        for line in active {
            let weight = lines[line].weight
            var leaves: Double
            if lines[line].isAtStation, slow {
                leaves = weight * changes.alights * alights(from: line)
                gained.walking += leaves
                if o.isStanding {
                    let stays = (weight - leaves) * changes.waits * 0.5 * alights(from: line)
                    gained.stationary += stays
                    leaves += stays
                }
            } else {
                gained.walking += weight * changes.straysOff
                gained.driving += weight * changes.drivesOff * drives
                leaves = weight * (changes.straysOff + changes.drivesOff * drives)
            }
            lines[line].weight = weight - leaves
            train += weight - leaves
        }
        off.change(o.dt, isStanding: o.isStanding, drives: drives)
        off.stationary *= keep * (1 - changes.straysOn)
        off.walking *= keep * (1 - changes.straysOn)
        off.cycling *= 1 - changes.remounts
        off.driving *= 1 - changes.remounts
        off.cruising *= 1 - changes.remounts
        off.add(gained)
        // Between railways.
        let leak = train * changes.leaks
        let rest = train > 0 ? 1 - leak / train : 1
        let each = active.isEmpty ? 0 : (leak + strays) / all
        let boarded = near > 0 ? boards / near : 0
        for line in active {
            let gains = each + (lines[line].isAtStation ? boarded : 0)
            lines[line].weight = lines[line].weight * rest + prior(of: line) * gains
        }
        if active.isEmpty { off.stationary += strays }
        goThrough(changes, o)
    }

    /// Those of the previous fix, where the interval is the same.
    private mutating func changes(over dt: Double) -> BeliefChanges {
        if let changes, changes.dt == dt { return changes }
        let new = BeliefChanges(pass, over: dt)
        changes = new
        return new
    }

    /// Lets trains that have stood at the end of their railway continue on another.
    private mutating func goThrough(_ changes: BeliefChanges, _ o: TrainObservation) {
        guard !o.isStanding else { return }
        /// Collected first, so that the order of the railways has no effect.
        var gains: [(line: Int, weight: Double)] = []
        for line in active where lines[line].isAtStation && lines[line].hasStopped {
            let isAscending = lines[line].ascending > 0
            let ways = network.lines[line].throughs.filter {
                $0.ends && $0.station == lines[line].watched && $0.isAscending == isAscending && lines[$0.line].isActive
            }
            guard !ways.isEmpty else { continue }
            let goes = lines[line].weight * changes.goesThrough
            lines[line].weight -= goes
            for way in ways { gains.append((way.line, goes / Double(ways.count))) }
        }
        for gain in gains { lines[gain.line].weight += gain.weight }
    }
}

/// The shares of belief that move between two fixes: riders board, alight and change railways.
struct BeliefChanges: Sendable {
    /// Seconds between the fixes.
    let dt: Double
    let boards: Double
    let straysOn: Double
    let remounts: Double
    let alights: Double
    let straysOff: Double
    let drivesOff: Double
    let waits: Double
    let leaks: Double
    let goesThrough: Double

    init(_ pass: TrainFilter.Pass, over dt: Double) {
        self.dt = dt
        func share(_ rate: Double) -> Double { 1 - DeterministicMath.exp(-rate * dt) }
        boards = share(Assumed.boarding)
        straysOn = share(Assumed.strayBoarding)
        remounts = share(Assumed.remounting)
        alights = share(Assumed.alighting)
        straysOff = share(Assumed.strayAlighting)
        drivesOff = share(Assumed.strayDriving)
        waits = share(Assumed.waiting)
        leaks = share(pass.leak)
        goesThrough = 1 - DeterministicMath.exp(-Assumed.goingThrough * min(dt, 5))
    }
}
