// SPDX-License-Identifier: MIT
import DeterministicMath

/// The belief in what the rider is on, updated at each fix: each nearby railway, or no train.
///
/// A forward filter of a hidden Markov model after Newson & Krumm (2009), with railways as its states and the position along each
/// as that state's own estimate. The likelihood of a single fix is tempered, because consecutive errors of a receiver are one
/// error. A stop or a pass counts once per station and weighs most, because parallel railways differ in little else.
struct TrainFilter: Sendable {
    let network: TrackNetwork
    let model: TrackingModel
    private(set) var lines: [LineHypothesis]
    /// The nearby railways, in ascending order.
    private(set) var active: [Int] = []
    /// The shares of belief in not being on a train.
    private(set) var off = OffTrain()
    /// The sum of all belief, after the current position has counted in full.
    private(set) var total = 1.0
    /// The part of `total` that is on a train.
    private var totalInTrain = 0.0
    /// The only railway considered, if given.
    let chosenLine: Int?
    /// Where the rider wants to alight, if known.
    let destination: Destination?

    private var acquired: (time: Double, point: MapPoint)?
    private var search = LineSearch()
    private var powers = MotionPowers()

    init(network: TrackNetwork, model: TrackingModel, chosenLine: Int?, destination: Destination? = nil) {
        self.network = network
        self.model = model
        self.chosenLine = chosenLine
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
            if away < model.likeRecord, lines[other].meanCross.magnitude < 60 {
                sum += model.likeness * (1 - away / model.likeRecord) * belief(in: other)
            }
        }
        return min(1, sum)
    }

    /// The belief in being on a train before the first fix.
    var initialTrain: Double { 1 - OffTrain.unknown.sum }

    /// The belief in being on a train.
    var beliefInTrain: Double { totalInTrain / total }

    mutating func step(_ observation: TrainObservation) {
        let reach = reach(observation)
        let isFirst = acquired == nil
        if observation.hasRiddenUnseen { rideUnseen(observation) }
        moveAlong(observation)
        if mustAcquire(observation) { acquire(observation, reach: reach) }
        if isFirst { begin() } else { change(observation) }
        if observation.isSpeedKnown { weighMotion(observation) }
        weighPlaces(observation, reach: reach)
        if observation.isDark { weighDarkness(observation) }
        // Nobody cycles from tunnel to tunnel.
        if observation.staysDark { off.scale(model.lightDarkness) }
        // A position this poor does not show where the stop was.
        if observation.confirmsStop, observation.sigma < model.worstStopSigma { weighStop(observation) }
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
        search.find(on: network, near: o.plane, within: reach, only: chosenLine)
        for one in search.found {
            let place = network.place(on: one.vertex, of: network.lines[one.line], o.plane)
            if !lines[one.line].isActive {
                guard !network.lines[one.line].stations.isEmpty else { continue }
                lines[one.line].begin(at: place, model: model)
                lines[one.line].beginWatch(on: network.lines[one.line], model)
                active.append(one.line)
            } else if lines[one.line].place.cross.magnitude > place.cross.magnitude + 2 * o.sigma + 30 {
                lines[one.line].place = place
                lines[one.line].meanCross = place.cross
                lines[one.line].beginWatch(on: network.lines[one.line], model)
            }
        }
        active.sort()
    }

    // MARK: Belief

    /// The initial belief.
    private mutating func begin() {
        off = OffTrain.unknown
        if destination != nil {
            off.driving *= model.destinedDrive
            off.cruising *= model.destinedDrive
        }
        var all = 0.0
        for line in active { all += prior(of: line) }
        for line in active { lines[line].weight = initialTrain * prior(of: line) / all }
    }

    /// Applies that the rider has travelled out of sight: those who waited at a station have boarded a train there, or nobody
    /// has.
    private mutating func rideUnseen(_ o: TrainObservation) {
        let boards = 1 - DeterministicMath.exp(-model.boarding * o.dt)
        let stations = active.filter { lines[$0].isAtStation }
        var near = 0.0
        for line in stations { near += prior(of: line) }
        let boarded = (off.stationary + off.walking) * boards
        for line in stations { lines[line].weight += boarded * prior(of: line) / near }
        off.stationary *= model.unseenWalk
        off.walking *= model.unseenWalk
        let cycled = (o.leap - 4) / 1.5
        off.cycling *= max(model.unseenWalk, 3 * DeterministicMath.exp(-cycled * cycled / 2))
    }

    /// Applies what may have changed since the last fix: boarding, alighting, another railway.
    private mutating func change(_ o: TrainObservation) {
        guard o.dt > 0 else { return }
        let changes = BeliefChanges(model, over: o.dt)
        let slow = o.speed < 3
        let drives = destination == nil ? 1 : model.destinedDrive
        var near = 0.0
        var all = 0.0
        // Nobody boards a train from the street.
        var onPlatform = 0.0
        for line in active {
            all += prior(of: line)
            guard lines[line].isAtStation else { continue }
            near += prior(of: line)
            onPlatform = max(onPlatform, min(1, lines[line].nearness / model.boardingNearness))
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

    private mutating func weighMotion(_ o: TrainObservation) {
        let noise = RiderMotion.speedNoise * o.sigma
        let part = min(1, max(o.dt, 0.2) / model.speedTime) / (1 + noise * noise)
        let likelihood = MotionLikelihood(speed: o.speed, isStanding: o.isStanding, wasStanding: o.wasStanding)
        let train = powers.train.of(likelihood.train, part)
        off.weigh(likelihood, train: train, part: part, cruise: min(1, max(o.dt, 0.2) / model.cruiseTime), &powers)
        let accelerates = train * accelerationLikelihood(o, noise: noise)
        for line in active { lines[line].weight *= accelerates }
        // A road vehicle does not travel far without a stop.
        if !o.isStanding, o.speed > 2, o.dt < 30 {
            let unstopped = DeterministicMath.exp(-(model.roadStops - model.strayStops) * min(o.speed * o.dt, 1_000))
            off.cycling *= unstopped
            off.driving *= unstopped
        }
    }

    /// The likelihood of the acceleration on a train, relative to that in a car.
    private func accelerationLikelihood(_ o: TrainObservation, noise: Double) -> Double {
        guard let acceleration = o.acceleration else { return 1 }
        let limit = model.hardestAcceleration + 1.5 * noise / model.accelerationTime
        let excess = max(0, acceleration.magnitude - limit) / model.accelerationSigma
        return DeterministicMath.exp(-min(1, o.dt / model.accelerationTime) * min(3, excess * excess / 2))
    }

    private mutating func weighPlaces(_ o: TrainObservation, reach: Double) {
        let drawing = CrossLikelihood(model, sigma: o.sigma, spread: model.drawingSigma)
        let near = CrossLikelihood(model, sigma: o.sigma, spread: model.nearSigma)
        let crossPart = min(1, o.dt / model.errorTime)
        let coursePart = min(1, o.dt / model.courseTime)
        let blend = o.dt > 0 ? o.dt / (model.nowTime + o.dt) : 1
        // Satellites are not seen from a tunnel.
        let isClear = o.dt < 5 && o.speed > 2 && o.sigma * model.accuracyPerSigma <= model.clearAccuracy
        let underground = isClear ? -o.dt / model.clearTunnelTime : 0
        var lost = false
        var best = (near: -Double.infinity, course: 0.0)
        for number in active {
            let place = lines[number].place
            lines[number].meanCross += blend * (place.cross - lines[number].meanCross)
            var course = 0.0
            if let heading = o.heading, o.speed > model.courseLeastSpeed {
                // The sine of the angle between the two, whichever way the train runs.
                let sine = heading.east * place.north - heading.north * place.east
                let angle = DeterministicMath.asin(min(1, max(-1, sine))) * 57.295_779_513_082_32
                let off = angle * angle / (model.courseSigma * model.courseSigma)
                course = coursePart * (1.7 - 2 * DeterministicMath.log(1 + off / 3))
            }
            let isNear = crossPart * near.log(place.cross)
            if isNear + course > best.near + best.course { best = (isNear, course) }
            let unseen = network.isUnderground(place.vertex) ? underground : 0
            lines[number].weight *= DeterministicMath.exp(crossPart * drawing.log(place.cross) + course + unseen)
            let now = DeterministicMath.exp(near.log(lines[number].meanCross))
            lines[number].nearness = now / near.peak
            lines[number].now = model.leastNow + now
            // Riders stay on a train to travel on: where few of a railway's stations lie ahead, few riders are left.
            lines[number].now *= (2 * lines[number].ahead(on: network.lines[number])).squareRoot()
            if place.cross.magnitude > 2 * reach { lost = true }
        }
        // Roads run beside railways: being near one for long, or parallel to it, is little more evidence than being near it once.
        off.scale(DeterministicMath.exp((1 - model.nearness) * (max(0, best.near) + max(0, best.course))))
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
        for number in active where !network.isUnderground(lines[number].place.vertex) {
            lines[number].weight *= model.lightDarkness
        }
        off.scale(model.lightDarkness)
    }

    // MARK: Stations

    /// Updates a line's place: its direction, and stations approached and passed.
    private mutating func arrive(_ number: Int, at place: TrackPlace, from before: TrackPlace, _ o: TrainObservation) {
        let line = network.lines[number]
        let moved = line.shorter(place.along - before.along)
        lines[number].place = place
        let expected = o.run
        if expected > 1, moved.magnitude < 3 * expected + 100 {
            let spread = 0.5 * o.sigma + 0.3 * expected + 2
            let odds = 2 * moved * expected / (spread * spread)
            lines[number].ascending = min(7, max(-7, lines[number].ascending + min(2.5, max(-2.5, odds))))
        }
        lines[number].watch(moved: moved, on: line, o) { $0.runThrough($1, on: line, model) }
        for _ in 0..<lines[number].passForeignStations(from: before.along, moved: moved, on: line) {
            lines[number].runThrough(nil, on: line, model)
        }
        // Where two ways are one track, it is the one on which the train runs in the line's order.
        if line.stem > 0, lines[number].ascending < -Self.clearWay, let other = network.otherWay(of: place, on: line, o.plane) {
            lines[number].turn(to: other, on: line)
        }
    }

    /// Log odds of a direction from which a train on a lasso's stem is put on its way.
    private static let clearWay = 2.0

    /// Weighs a stop of the rider: either a station of a railway explains it, or none.
    private mutating func weighStop(_ o: TrainObservation) {
        var best = model.roadStops
        var densities: [Double] = []
        densities.reserveCapacity(active.count)
        let noise = model.stopSigma * model.stopSigma + o.sigma * o.sigma / 2
        for number in active {
            var density = model.strayStops
            let line = network.lines[number]
            if let (station, offset) = lines[number].nearestStation(on: line), offset.magnitude < model.platform + 2 * o.sigma {
                let sense = lines[number].sense
                let variance = lines[number].seatVariance + noise
                let miss = sense * offset - lines[number].seat
                let spread = DeterministicMath.exp(-miss * miss / (2 * variance)) / (2 * Double.pi * variance).squareRoot()
                density += lines[number].kinds.stops(at: station, on: line, model) * spread
            }
            densities.append(density)
            best = max(best, density)
        }
        for (index, number) in active.enumerated() {
            lines[number].weight *= densities[index] / best
            lines[number].record += DeterministicMath.log(densities[index] / best)
            lines[number].stop(on: network.lines[number], noise: noise, platform: model.platform + 2 * o.sigma, model)
        }
        off.cycling *= model.roadStops / best
        off.driving *= model.roadStops / best
        off.cruising *= model.strayStops / best
    }
}
