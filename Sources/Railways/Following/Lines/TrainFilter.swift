// SPDX-License-Identifier: MIT
import DeterministicMath

/// The belief in what the rider is on, updated at each fix: each nearby railway, or no train.
///
/// A forward filter of a hidden Markov model after Newson & Krumm (2009), with railways as its states and the position along each
/// as that state's own estimate. The likelihood of a single fix is tempered, because consecutive errors of a receiver are one
/// error. A stop or a pass counts once per station and weighs most, because parallel railways differ in little else.
struct TrainFilter: Sendable {
    /// How the track is followed: fix by fix as it comes, or for hindsight a recorded one, from its start or as the reverse ride.
    enum Pass: Sendable {
        case asItComes, forwards, backwards

        /// The rate, per second, at which belief leaks to other railways: lower in hindsight, because the fixes after a mistake undo it.
        var leak: Double { self == .asItComes ? 5e-5 : 1e-5 }
        /// True for the reverse ride.
        var isReverse: Bool { self == .backwards }
    }

    let network: TrackNetwork
    let pass: Pass
    var lines: [LineHypothesis]
    /// The nearby railways, in ascending order.
    private(set) var active: [Int] = []
    /// The shares of belief in not being on a train.
    var off = OffTrain()
    /// The sum of all belief, after the current position has counted in full.
    private(set) var total = 1.0
    /// The part of `total` that is on a train.
    private var totalInTrain = 0.0
    /// The only railways considered, if given: those of the line that the rider has set.
    private let chosen: [Int]?
    /// Where the rider wants to alight, if known.
    let destination: Destination?

    private var acquired: (time: Double, point: MapPoint)?
    private var search = LineSearch()
    private var powers = MotionPowers()
    /// The shares that moved at the previous fix: the same while the interval is.
    var changes: BeliefChanges?
    /// The time of the last speed that was weighed.
    private var weighedAt = -Double.infinity
    var stand = RiderStand()

    init(network: TrackNetwork, pass: Pass, chosenLine: Int?, destination: Destination?) {
        self.network = network
        self.pass = pass
        chosen = chosenLine.map(network.map.parts)
        self.destination = destination
        lines = [LineHypothesis](repeating: LineHypothesis(), count: network.lines.count)
    }

    /// The belief in a railway, 0 ... 1.
    func belief(in line: Int) -> Double { lines[line].isActive ? lines[line].weight * lines[line].now / total : 0 }

    /// The belief in a railway plus a share of those that cannot be distinguished from it: railways that run close together and
    /// whose stations have fitted equally well so far.
    func confidence(in line: Int) -> Double {
        let one = lines[line]
        var sum = belief(in: line)
        for other in active where other != line {
            let away = (lines[other].record - one.record).magnitude
            if away < Assumed.likeRecord, lines[other].meanCross.magnitude < 60 {
                sum += Assumed.likeness * (1 - away / Assumed.likeRecord) * belief(in: other)
            }
        }
        return min(1, sum)
    }

    /// The belief in being on a train before the first fix.
    var initialTrain: Double { 1 - OffTrain.unknown.sum }

    /// The belief in being on a train.
    var beliefInTrain: Double { totalInTrain / total }

    /// The speed in metres per second that shows that the rider is on a vehicle of a railway.
    func namingSpeed(on line: Int) -> Double { network.isSlow[line] ? Assumed.tramNamingSpeed : Assumed.namingSpeed }

    mutating func step(_ observation: TrainObservation) {
        let reach = reach(observation)
        let isFirst = acquired == nil
        if observation.hasRiddenUnseen { rideUnseen(observation) }
        moveAlong(observation)
        if mustAcquire(observation) { acquire(observation, reach: reach) }
        if isFirst { begin() } else { change(observation) }
        if observation.motion.isKnown { weighMotion(observation) }
        weighPlaces(observation, reach: reach)
        weighDeparture(observation)
        if observation.silence.isDark { weighDarkness(observation) }
        // Nobody cycles from tunnel to tunnel.
        if observation.silence.staysDark { off.scale(Assumed.lightDarkness) }
        // A position this poor does not show where the stop was.
        if observation.confirmsStop, observation.sigma < Assumed.worstStopSigma { weighStop(observation) }
        normalise()
    }

    // MARK: Finding the lines

    /// The greatest distance in metres of a railway that is considered.
    private func reach(_ o: TrainObservation) -> Double { min(1_500, max(250, 4 * o.sigma + 150)) }

    private func mustAcquire(_ o: TrainObservation) -> Bool {
        guard let acquired else { return true }
        return o.time - acquired.time >= 5 || o.plane.distance(to: acquired.point) > 120
    }

    private mutating func moveAlong(_ o: TrainObservation) {
        for number in active {
            let line = network.lines[number]
            let window = max(80, 1.5 * o.run + 3 * o.sigma + 60)
            let before = lines[number].place
            let place = network.nearest(to: o.plane, on: line, around: before, window: window)
            arrive(number, at: place, from: before, o)
        }
    }

    /// Finds nearby railways that are not followed yet, and followed ones whose place was lost.
    private mutating func acquire(_ o: TrainObservation, reach: Double) {
        acquired = (o.time, o.plane.origin)
        search.find(on: network, near: o.plane, within: reach, only: chosen)
        for one in search.found {
            let line = network.lines[one.line]
            let place = network.place(on: one.vertex, of: line, o.plane)
            if !lines[one.line].isActive {
                guard !line.stations.isEmpty else { continue }
                lines[one.line].begin(at: place, on: line, isReverse: pass.isReverse)
                active.append(one.line)
            } else if lines[one.line].place.cross.magnitude > place.cross.magnitude + 2 * o.sigma + 30 {
                lines[one.line].move(to: place, on: line)
            }
        }
        active.sort()
    }

    // MARK: Belief

    /// The initial belief.
    private mutating func begin() {
        off = OffTrain.unknown
        if destination != nil {
            off.driving *= Assumed.destinedDrive
            off.cruising *= Assumed.destinedDrive
        }
        var all = 0.0
        for line in active { all += prior(of: line) }
        for line in active { lines[line].weight = initialTrain * prior(of: line) / all }
    }

    private mutating func weighMotion(_ o: TrainObservation) {
        let noise = o.speedNoise
        let share = min(1, max(o.time - weighedAt, 0.2) / Assumed.speedTime)
        weighedAt = o.time
        // Noise adds to a speed from positions, and is subtracted. A receiver's own speed scatters to both sides.
        let scatter = o.measuredSpeed == nil ? 0 : noise
        let part = share / (1 + noise * noise / (1 + scatter))
        let likelihood = MotionLikelihood(speed: o.speed, noise: scatter, isStanding: o.isStanding, wasStanding: o.wasStanding)
        let train = powers.train.of(likelihood.train, part)
        let cruise = min(1, max(o.dt, 0.2) / Assumed.cruiseTime)
        off.weigh(likelihood, train: train, part: part, cruise: cruise, &powers)
        if let measured = o.measuredSpeed {
            let walkingPerStanding = MotionLikelihood.walkingPerStanding(measured, noise: noise)
            off.weigh(walkingPerStanding: DeterministicMath.exp(share * DeterministicMath.log(walkingPerStanding)))
        }
        let accelerates = train * accelerationLikelihood(o, noise: noise)
        for line in active { lines[line].weight *= accelerates }
        for line in active where network.isSlow[line] {
            lines[line].weight *= powers.tram.of(likelihood.tram / likelihood.train, cruise)
        }
        // A road vehicle does not travel far without a stop, nor a road along a railway.
        if !o.isStanding, o.speed > 2, o.dt < 30 {
            let way = min(o.speed * o.dt, 1_000)
            func unstopped(_ stops: Double) -> Double { DeterministicMath.exp(-(stops - Assumed.strayStops) * way) }
            let onRoads = unstopped(Assumed.roadStops)
            let alongside = DeterministicMath.exp(-nearnessToTrains * way / Assumed.roadsAlongside)
            let onStreets = unstopped(Assumed.tramStops)
            off.cycling *= onRoads
            off.driving *= onRoads * alongside
            off.cruising *= alongside
            for line in active where network.isSlow[line] { lines[line].weight *= onStreets }
        }
    }

    /// How near the previous position was to a railway, 0 ... 1. Streets run along trams and above tunnels.
    private var nearnessToTrains: Double {
        var nearest = 0.0
        for line in active where !network.isSlow[line] && !network.isUnderground[lines[line].place.vertex] {
            nearest = max(nearest, lines[line].nearness)
        }
        return nearest
    }

    /// The likelihood of the acceleration on a train, relative to that in a car.
    private func accelerationLikelihood(_ o: TrainObservation, noise: Double) -> Double {
        guard let acceleration = o.motion.acceleration else { return 1 }
        let limit = Assumed.hardestAcceleration + 1.5 * noise / Assumed.accelerationTime
        let excess = max(0, acceleration.magnitude - limit) / Assumed.accelerationSigma
        return DeterministicMath.exp(-min(1, o.dt / Assumed.accelerationTime) * min(3, excess * excess / 2))
    }

    private mutating func weighPlaces(_ o: TrainObservation, reach: Double) {
        let drawing = CrossLikelihood(sigma: o.sigma, spread: Assumed.drawingSigma)
        let near = CrossLikelihood(sigma: o.sigma, spread: Assumed.nearSigma)
        let crossPart = min(1, o.dt / Assumed.errorTime)
        let coursePart = min(1, o.dt / Assumed.courseTime)
        let blend = o.dt > 0 ? o.dt / (Assumed.nowTime + o.dt) : 1
        // Satellites are not seen from a tunnel.
        let isClear = o.dt < 5 && o.speed > 2 && o.sigma * Assumed.accuracyPerSigma <= Assumed.clearAccuracy
        let underground = isClear ? -o.dt / Assumed.clearTunnelTime : 0
        var lost = false
        var best = (near: -Double.infinity, course: 0.0, cross: Double.infinity)
        for number in active {
            let place = lines[number].place
            lines[number].meanCross += blend * (place.cross - lines[number].meanCross)
            var course = 0.0
            if let heading = o.motion.heading, o.speed > Assumed.courseLeastSpeed {
                // The sine of the angle between the two, whichever way the train runs.
                let sine = heading.east * place.north - heading.north * place.east
                let angle = DeterministicMath.asin(min(1, max(-1, sine))) * 57.295_779_513_082_32
                let off = angle * angle / (Assumed.courseSigma * Assumed.courseSigma)
                course = coursePart * (1.7 - 2 * DeterministicMath.log(1 + off / 3))
            }
            // A railway that is farther away, and no more parallel, is not the best.
            if place.cross.magnitude < best.cross || course > best.course {
                let isNear = crossPart * near.log(place.cross)
                if isNear + course > best.near + best.course { best = (isNear, course, place.cross.magnitude) }
            }
            let unseen = network.isUnderground[place.vertex] ? underground : 0
            lines[number].weight *= DeterministicMath.exp(crossPart * drawing.log(place.cross) + course + unseen)
            let nearness = near.nearness(lines[number].meanCross)
            lines[number].nearness = nearness
            lines[number].now = Assumed.leastNow + near.peak * nearness
            // Riders stay on a train to travel on: where few of a railway's stations lie ahead, few riders are left.
            lines[number].now *= (2 * lines[number].ahead(on: network.lines[number])).squareRoot()
            lines[number].now *= lines[number].runsAsTrainsDo(on: network.lines[number], isReverse: pass.isReverse)
            if place.cross.magnitude > 2 * reach { lost = true }
        }
        // Roads run beside railways: being near one for long, or parallel to it, is little more evidence than being near it once.
        off.scale(DeterministicMath.exp((1 - Assumed.nearness) * (max(0, best.near) + max(0, best.course))))
        if lost {
            active.removeAll { number in
                guard lines[number].place.cross.magnitude > 2 * reach else { return false }
                lines[number].isActive = false
                lines[number].weight = 0
                return true
            }
        }
    }

    private mutating func normalise() {
        var sum = off.sum
        for line in active { sum += lines[line].weight }
        if !(sum > 0 && sum.isFinite) {
            // Everything was ruled out: start again.
            begin()
            sum = off.sum
            for line in active { sum += lines[line].weight }
        }
        off.scale(1 / sum)
        total = off.sum
        totalInTrain = 0
        for line in active {
            // The floor keeps a railway recoverable after a single mistake ruled it out.
            let weight = max(lines[line].weight / sum, 1e-9)
            lines[line].weight = weight
            total += weight * lines[line].now
            totalInTrain += weight * lines[line].now
        }
    }

    /// Receivers lose their satellites underground, and rarely elsewhere.
    private mutating func weighDarkness(_ o: TrainObservation) {
        for number in active where !network.isUnderground[lines[number].place.vertex] {
            lines[number].weight *= Assumed.lightDarkness
        }
        off.scale(Assumed.lightDarkness)
    }
}

/// The likelihood of a distance from a track: Student's t with three degrees of freedom, whose tails are long as those of a
/// receiver's errors are, against a uniform density within the range.
private struct CrossLikelihood {
    /// Three times the variance.
    private let scale: Double
    /// The likelihood of no distance.
    let peak: Double
    private let logPeak: Double

    /// - Parameters:
    ///   - sigma: The standard deviation of the position, in metres.
    ///   - spread: That of the track.
    init(sigma: Double, spread: Double) {
        let variance = sigma * sigma + spread * spread
        scale = 3 * variance
        peak = 2 * Assumed.offRange * Assumed.crossPeak / variance.squareRoot()
        logPeak = DeterministicMath.log(peak)
    }

    @inline(__always)
    func log(_ cross: Double) -> Double { logPeak - 2 * DeterministicMath.log(1 + cross * cross / scale) }

    /// The likelihood relative to that of no distance.
    @inline(__always)
    func nearness(_ cross: Double) -> Double {
        let root = 1 / (1 + cross * cross / scale)
        return root * root
    }
}
