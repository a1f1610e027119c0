// SPDX-License-Identifier: MIT
import Tracking

/// Follows one train along the stations of its railway: the next one, the previous one, and the events there.
///
/// Stations are indexes into `TrackNetwork.Line.stations`.
struct StationWatch: Sendable {
    /// Metres ahead at which a station is approached, and at which it is visited.
    static let approachingRange = 500.0
    static let visitingRange = 200.0
    /// Metres by which a slow train may overshoot a station's mapped position and still stop there.
    private static let overshoot = 130.0
    private static let leastOvershoot = 25.0
    /// Seconds of standing that make a stop: close to the expected position, and farther away.
    private static let stopSeconds = 2.0
    private static let doubtfulStopSeconds = 5.0
    /// Seconds of standing that make a stop between stations: many trains stand short of the platform for a moment.
    private static let strayStopSeconds = 20.0
    /// Metres from a station within which a train is at its platform: before the rider's seat is known, and after.
    private static let longPlatform = 150.0
    private static let shortPlatform = 60.0
    /// Metres along the line within which two stations are one: a line that ends where it begins has that station twice.
    private static let samePlace = 20.0
    /// A train that stood this many metres before the station has not reached it yet.
    private static let shortOfPlatform = 70.0
    /// Seconds between fixes in which a stop may be missed, and in which entire stations may.
    private static let shortGap = 12.0
    private static let longGap = 45.0
    private static let departingSpeed = 3.0
    /// Log odds of a direction that is clear enough to adopt, and of one so certain that its change is an event.
    private static let clearDirection = 2.0
    private static let sureDirection = 5.0
    /// The braking of trains in metres per second squared.
    private static let braking = 0.9
    /// The longest braking distance in metres beyond a station's mapped position for a train that still stops there.
    private static let longestOvershoot = 190.0
    /// The average speed past a station over the last 200 m before it, in metres per second, below which the train has stopped.
    private static let stopPace = 6.0
    /// Seconds after which a departure is no longer reported.
    private static let newsAge = 45.0

    /// The next station, or the one at which the train is stopped; -1 if there is none.
    private(set) var target = -1
    /// True while the train is stopped at `target`.
    private(set) var isStanding = false
    private(set) var previous = -1
    /// Nil if it was passed in a gap.
    private(set) var previousWasVisited: Bool?
    private(set) var isAscending = true
    private var arrivedAt = -1
    private var approached = -1
    private var hasStrayStop = false
    private var hasBegun = false
    private var isSure = false
    private var lastAlong = 0.0
    private var turns = 0
    /// The station that was apparently passed, until the train can no longer stop there; -1 for none.
    private var runThrough = -1
    /// Whether the train can still stop at the target, and brakes for it.
    private(set) var braking = BrakingEvidence()
    /// The time at which the train came within `visitingRange` of the target, and its position past it (negative before it).
    private var entry: (station: Int, time: Double, past: Double) = (-1, 0, 0)

    init() {}

    /// Takes in one fix.
    /// - Parameter hypothesis: The railway's hypothesis after the fix.
    mutating func follow(
        _ hypothesis: LineHypothesis, on line: TrackNetwork.Line, _ o: TrainObservation, events: inout [TrackEvent]
    ) {
        guard !line.stations.isEmpty else { return }
        let (motion, sigma) = (o.motion, o.sigma)
        if hypothesis.turns != turns {
            self = StationWatch()
            turns = hypothesis.turns
        }
        turn(hypothesis, line, &events)
        let sense = sense
        func past(_ station: Int) -> Double { hypothesis.past(station, sense: sense, on: line) }
        let near = hypothesis.nearestStation(on: line)
        if !hasBegun {
            hasBegun = true
            lastAlong = hypothesis.place.along
            begin(hypothesis, line, near, o, past: past, &events)
        }
        let moved = line.shorter(hypothesis.place.along - lastAlong).magnitude
        lastAlong = hypothesis.place.along
        // How far from the station a stop may be: less once the rider's seat is known.
        let spread = hypothesis.seatVariance.squareRoot()
        let platform = min(Self.longPlatform, Self.shortPlatform + 1.5 * spread) + 1.5 * min(sigma, 80)
        // How far past a station a train may be and still stop there.
        let overshoot = min(Self.overshoot, 40 + 1.5 * spread) - motion.speed * motion.speed / (2 * Self.braking)
        let tail = max(Self.leastOvershoot, overshoot) + min(max(0, sigma - 10), 100)
        if motion.standing > 0 {
            let station = near.flatMap { past($0.station).magnitude < platform ? lastHere($0.station, line) : nil }
            let isClose = station.map { past($0).magnitude < 50 + sigma } ?? false
            let wait = station == nil ? Self.strayStopSeconds : isClose ? Self.stopSeconds : Self.doubtfulStopSeconds
            if motion.standing >= wait { stand(station, line, &events) }
        } else {
            if isStanding, motion.isKnown && motion.speed > Self.departingSpeed || past(target) > Self.overshoot + 2 * sigma {
                leave(line, isShort: past(target) < -Self.shortOfPlatform - 1.5 * sigma, &events)
            }
            if motion.speed > Self.departingSpeed { hasStrayStop = false }
            if !isStanding { advance(line, near, o, moved: moved, tail: tail, past: past, &events) }
            let brakes = motion.isKnown ? motion.speed * motion.speed / (2 * Self.braking) : 0
            if runThrough >= 0, past(runThrough) + brakes > Self.longestOvershoot + min(max(0, sigma - 10), 150) {
                reportRunThrough(line, &events)
            }
        }
        braking = BrakingEvidence()
        if target >= 0, !isStanding {
            braking = BrakingEvidence(
                motion, station: target, distance: -past(target), spread: spread, sigma: sigma)
        }
        if target >= 0, target != entry.station, -past(target) < Self.visitingRange {
            entry = o.dt > Self.shortGap ? (target, o.time - o.dt, past(target) - moved) : (target, o.time, past(target))
        }
        if target >= 0, target != approached, target != arrivedAt || !isStanding, -past(target) < Self.approachingRange {
            if approached != target, !isStanding { events.append(line.event(.approaching, at: target)) }
            approached = target
        }
    }

    /// Adopts the direction of travel once it is clear; on a one-way line it is known.
    private mutating func turn(_ hypothesis: LineHypothesis, _ line: TrackNetwork.Line, _ events: inout [TrackEvent]) {
        let now = line.onlyWay ?? (hypothesis.ascending >= 0)
        guard now != isAscending else {
            if hypothesis.ascending.magnitude > Self.sureDirection { isSure = true }
            return
        }
        guard hasBegun else {
            isAscending = now
            return
        }
        guard hypothesis.ascending.magnitude > Self.clearDirection else { return }
        isAscending = now
        runThrough = -1
        if isSure { events.append(TrackEvent(.directionChanged, subject: now ? line.railway.ascending : line.railway.descending)) }
        approached = -1
        if isStanding { return }
        // A train that has just left a station has left it in the other direction.
        let isNear = previous >= 0 && hypothesis.past(previous, sense: sense, on: line).magnitude < Self.visitingRange
        let hasLeft = previousWasVisited == true && previous >= 0 && (isNear || !isSure)
        target = hasLeft ? next(after: previous, line) : -1
        if isSure, !hasLeft { previous = -1 }
    }

    /// True while the train may still stop at the station that it seems to have run through.
    var mayStopAtPrevious: Bool { runThrough >= 0 && runThrough == previous }

    var sense: Double { isAscending ? 1 : -1 }

    /// Metres to the target; never negative, and 0 while the train stands there.
    func distance(_ hypothesis: LineHypothesis, on line: TrackNetwork.Line) -> Double? {
        guard target >= 0 else { return nil }
        if isStanding { return 0 }
        return max(0, -hypothesis.past(target, sense: sense, on: line))
    }

    private mutating func stand(_ station: Int?, _ line: TrackNetwork.Line, _ events: inout [TrackEvent]) {
        guard let station else {
            if !hasStrayStop, !isStanding, hasBegun {
                hasStrayStop = true
                events.append(TrackEvent(.stoppedBetweenStations))
            }
            return
        }
        guard !isStanding || target != station else { return }
        if runThrough != station { reportRunThrough(line, &events) }
        runThrough = -1
        if arrivedAt != station {
            if hasBegun { events.append(line.event(.arrived, at: station)) }
            arrivedAt = station
        }
        // The train is back where it seemed to have departed: it will depart again.
        if previous == station { previousWasVisited = nil }
        target = station
        isStanding = true
    }

    /// Reports that a station was passed, once that is certain.
    private mutating func reportRunThrough(_ line: TrackNetwork.Line, _ events: inout [TrackEvent]) {
        if runThrough >= 0 { events.append(line.event(.passed, at: runThrough)) }
        runThrough = -1
    }

    /// Handles the train moving on: from the station, or towards it if it only stood before it.
    private mutating func leave(_ line: TrackNetwork.Line, isShort: Bool, _ events: inout [TrackEvent]) {
        isStanding = false
        if isShort {
            arrivedAt = -1
            return
        }
        if previous != target || previousWasVisited != true { events.append(line.event(.departed, at: target)) }
        previous = target
        previousWasVisited = true
        target = next(after: target, line)
        // At the line's end it has not turned round yet, but does not approach the station that it leaves.
        if target == previous { approached = target }
    }

    /// Advances the target to the first station that is still ahead.
    private mutating func advance(
        _ line: TrackNetwork.Line, _ near: (station: Int, offset: Double)?, _ o: TrainObservation,
        moved: Double, tail: Double, past: (Int) -> Double, _ events: inout [TrackEvent]
    ) {
        // At an even pace over a long gap, every station in it was passed.
        let unexplained = o.dt - moved / max(o.speed, 1)
        let isEven = o.motion.isMeasured && unexplained.magnitude < Self.shortGap
        guard target >= 0, o.dt < Self.longGap || isEven, past(target).magnitude < 30_000 else {
            find(line, near, tail: tail, past: past)
            return
        }
        // At most the stations of one long step; the target is searched again at a distant place.
        for _ in 0..<8 {
            guard past(target) > tail else { return }
            let following = next(after: target, line)
            guard following != target else { return }
            // A phone at rest in a standing train reports rarely: time that the distance does not explain was a stop.
            let isLong = o.dt > Self.shortGap && unexplained > Self.shortGap
            let seconds = o.time - entry.time
            let isSlow =
                entry.station == target && seconds > Self.shortGap && past(target) - entry.past < Self.stopPace * seconds
            let hasStopped = isLong || isSlow
            reportRunThrough(line, &events)
            if arrivedAt != target || previous != target {
                if hasStopped { events.append(line.event(.departed, at: target)) } else { runThrough = target }
            }
            previous = target
            previousWasVisited = hasStopped
            target = following
        }
    }

    /// Handles the first fix on this railway: the station of departure is known if the rider stood there.
    private mutating func begin(
        _ hypothesis: LineHypothesis, _ line: TrackNetwork.Line, _ near: (station: Int, offset: Double)?,
        _ o: TrainObservation, past: (Int) -> Double, _ events: inout [TrackEvent]
    ) {
        let stood = hypothesis.stoodAt >= 0 ? lastHere(hypothesis.stoodAt, line) : -1
        if !o.isStanding, stood >= 0, o.time - hypothesis.stoodTime < Self.newsAge, past(stood) > -Self.longPlatform {
            previous = stood
            previousWasVisited = true
            arrivedAt = stood
            target = next(after: stood, line)
            events.append(line.event(.departed, at: stood))
        } else {
            find(line, near, tail: Self.leastOvershoot, past: past)
        }
    }

    /// Finds the first station ahead without any history.
    private mutating func find(
        _ line: TrackNetwork.Line, _ near: (station: Int, offset: Double)?, tail: Double, past: (Int) -> Double
    ) {
        guard let near else { return }
        var station = near.station
        if past(station) > tail || station == previous && previousWasVisited == true && past(station) > 0 {
            station = next(after: station, line)
        } else {
            // The nearest may not be the first ahead.
            let before = next(after: station, line, backwards: true)
            if before != station, past(before) < 0, past(before) > past(station) { station = before }
        }
        if station != target {
            if target >= 0, arrivedAt != target { previousWasVisited = nil }
            let behind = next(after: station, line, backwards: true)
            if behind != previous {
                previous = behind == station ? -1 : behind
                previousWasVisited = previous == arrivedAt && previous >= 0 ? true : nil
            }
        }
        target = station
    }

    /// Of stations in the same place, the one from which the train goes on.
    private func lastHere(_ station: Int, _ line: TrackNetwork.Line) -> Int {
        let next = next(after: station, line)
        let way = line.shorter(line.stations[next].along - line.stations[station].along)
        return way.magnitude < Self.samePlace ? next : station
    }

    /// The next station in the direction of travel; at the line's end the last.
    func next(after station: Int, _ line: TrackNetwork.Line, backwards: Bool = false) -> Int {
        line.next(after: station, isAscending: isAscending != backwards) ?? station
    }
}
