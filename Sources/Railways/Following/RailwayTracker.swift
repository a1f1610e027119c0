// SPDX-License-Identifier: MIT
import DeterministicMath
import Tracking

/// Map matching for a rider on a train: which railway the train is on, in which direction, and which station is next.
///
/// A value type: fixes change it, one by one and in order; estimates do not. It requires only positions, and uses accuracy, speed
/// and course if given.
public struct RailwayTracker: Sendable {
    private(set) var filter: TrainFilter
    private(set) var motion = RiderMotion()
    private(set) var named: Int?
    /// The time in seconds since which that railway has been reported.
    private var namedSince = 0.0
    private(set) var watch = StationWatch()
    private var departures = DepartureFilter()
    /// The first fix, from which seconds are counted.
    private var start: TrackTime?
    private var lastSeconds = 0.0
    /// The estimate until the next fix.
    private(set) var estimate = RailwayEstimate()
    /// A departure held back until the rider is most likely on the train.
    private var heldDeparture: (event: TrackEvent, since: Double)?
    private var pace = TrainPace()
    /// The railway that is more likely than the reported one, and since when.
    private var leader: (line: Int, since: Double)?
    /// Since when the rider has moved at a walking pace.
    private var walkingSince: Double?
    /// The standard deviation of the position in metres, including what remains of earlier errors.
    private(set) var error = 0.0
    private var silence = Silence()
    private var hasConfirmedStop = false
    /// The train to the destination, while the reported railway does not have it.
    private(set) var destined = DestinedTrain()

    /// - Parameter line: The railway's index in the map, if the rider has set it; its branches count as well.
    public init(_ network: TrackNetwork, line: Int? = nil) {
        self.init(network, line: line, destination: nil)
    }

    /// - Parameter destination: Where the rider wants to alight, if known: it makes some railways and moves more likely.
    init(_ network: TrackNetwork, line: Int?, destination: Destination? = nil, pass: TrainFilter.Pass = .asItComes) {
        filter = TrainFilter(network: network, pass: pass, chosenLine: line, destination: destination)
    }

    var network: TrackNetwork { filter.network }

    /// Takes in one fix.
    /// - Parameter fix: A fix without a position, not later than the last, or with an accuracy worse than 1,500 m yields an
    ///   estimate.
    /// - Returns: The answer, and the events at this fix.
    public mutating func process(_ fix: Fix) -> (answer: RailwayAnswer, events: [TrackEvent]) {
        process(possible: fix.possible)
    }

    /// How the railway is determined.
    enum Naming {
        case byBelief
        /// By hindsight; nil is off the train.
        case known(Int?)
    }

    /// Takes in a fix already cleared of impossible values.
    mutating func process(possible fix: Fix, naming: Naming = .byBelief) -> (answer: RailwayAnswer, events: [TrackEvent]) {
        guard let time = fix.time, let latitude = fix.latitude, let longitude = fix.longitude,
            let point = MapPoint(latitude: latitude, longitude: longitude),
            fix.accuracy.map({ $0 <= Assumed.worstAccuracy }) ?? true
        else { return (fix.time.map { estimate(at: $0) } ?? estimate.answer, []) }
        let seconds = start.map { time.seconds(since: $0) } ?? 0
        let dt = start == nil ? 0 : seconds - lastSeconds
        if start != nil, dt <= 0 { return (estimate.answer, []) }
        if start == nil { start = time }
        lastSeconds = seconds
        // Receivers report a good accuracy again before the error has gone.
        let reported = max(2, (fix.accuracy ?? Assumed.usualAccuracy) / Assumed.accuracyPerSigma)
        error = max(reported, error * DeterministicMath.exp(-dt / Assumed.errorMemory))
        let plane = TangentPlane(at: point)
        let wasStanding = motion.standing > 0
        motion.process(plane, at: seconds, speed: fix.speed, course: fix.course, sigma: error)
        let confirms = !hasConfirmedStop && max(motion.standing, motion.stood) >= Assumed.stopSeconds
        hasConfirmedStop = motion.standing > 0 && (hasConfirmedStop || confirms)
        silence.follow(dt)
        let observation = TrainObservation(
            time: seconds, at: time, dt: dt, plane: plane, sigma: error, motion: motion, wasStanding: wasStanding,
            measuredSpeed: fix.speed, speedNoise: RiderMotion.speedNoise * (fix.speed == nil ? error : reported), silence: silence,
            confirmsStop: confirms)
        filter.step(observation)
        var events: [TrackEvent] = []
        let isSure: Bool
        var isRiding: Bool?
        switch naming {
        case .byBelief:
            name(&events)
            isSure = filter.beliefInTrain > 0.5 && named.map { filter.belief(in: $0) >= Assumed.stationsAt } ?? false
        case .known(let line):
            name(line, &events)
            isRiding = line != nil
            isSure = true
        }
        if let named {
            let hypothesis = filter.lines[named]
            var trainEvents: [TrackEvent] = []
            watch.follow(hypothesis, on: network.lines[named], observation, events: &trainEvents)
            report(trainEvents, at: seconds, isSure: isSure, &events)
            events.removeAll { !departures.admits($0, on: network.map.railways[named]) }
        }
        if named != nil { pace.follow(observation) }
        estimate = RailwayEstimate(
            answer(isRiding: isRiding), at: time, pace: pace,
            usualTop: named.map { network.lines[$0].usualTop } ?? RailwayEstimate.usualPace,
            standing: watch.stood(motion), ahead: named.map { watch.ahead(on: $0, filter) } ?? [])
        if filter.destination != nil { destined.follow(filter, named: named, pace, observation) }
        return (estimate.answer, events)
    }

    /// The estimate for a moment without a fix; changes nothing.
    func estimate(at time: TrackTime) -> RailwayAnswer { estimate.answer(at: time) }

    // MARK: The answer

    private mutating func name(_ events: inout [TrackEvent]) {
        let inTrain = filter.beliefInTrain
        var best: Int?
        var bestBelief = 0.0
        for line in filter.active {
            let belief = filter.belief(in: line)
            if belief > bestBelief { (best, bestBelief) = (line, belief) }
        }
        let walks = motion.isKnown && motion.standing == 0 && motion.speed < Assumed.courseLeastSpeed
        walkingSince = walks ? walkingSince ?? lastSeconds : nil
        // A train that brakes or starts is as slow for a moment.
        let hasWalked = walkingSince.map { lastSeconds - $0 >= Assumed.walkingSeconds } ?? false
        let least = hasWalked ? Assumed.unnameWalkingAt : Assumed.unnameAt
        guard let best, named == nil ? inTrain > Assumed.nameAt && motion.speed >= filter.namingSpeed(on: best) : inTrain > least else {
            if named != nil { events.append(TrackEvent(.offTrain)) }
            follow(nil)
            return
        }
        guard best != named else {
            leader = nil
            return
        }
        if let named {
            let ratio = bestBelief / max(filter.belief(in: named), 1e-6)
            if leader?.line != best || ratio <= Assumed.switchFactor { leader = (best, lastSeconds) }
            let hasLed = lastSeconds - (leader?.since ?? lastSeconds) >= Assumed.switchSeconds
            guard ratio > Assumed.switchFactor, hasLed || ratio > Assumed.clearSwitchFactor else { return }
            events.append(change(from: named, to: best))
        } else {
            events.append(event(.onTrain, best))
        }
        follow(best)
    }

    /// Sets the railway known from hindsight.
    private mutating func name(_ known: Int?, _ events: inout [TrackEvent]) {
        let line = known.flatMap { filter.lines[$0].isActive ? $0 : nil }
        guard line != named else { return }
        if let line {
            events.append(named.map { change(from: $0, to: line) } ?? event(.onTrain, line))
        } else {
            events.append(TrackEvent(.offTrain))
        }
        follow(line)
    }

    private mutating func follow(_ line: Int?) {
        if line == nil { pace.forget() }
        named = line
        namedSince = lastSeconds
        heldDeparture = nil
        watch = StationWatch()
    }

    /// The event for a change of railway: the train has continued on the other one, or had been on it all along.
    private func change(from old: Int, to new: Int) -> TrackEvent {
        let hasRidden = lastSeconds - namedSince >= Self.rideSeconds && motion.speed >= filter.namingSpeed(on: new)
        return hasRidden && network.goesThrough(from: old, filter.lines[old], to: new) ? event(.lineChanged, new) : event(.onTrain, new)
    }

    private func event(_ kind: TrackEvent.Kind, _ line: Int) -> TrackEvent { TrackEvent(kind, subject: network.map.railways[line].id) }

    /// Seconds on one railway after which a train may continue on another.
    private static let rideSeconds = 120.0

    /// Reports the train's events while the rider is most likely on it. A departure is held back for some seconds until that is
    /// so: a rider who has sat in a standing train for long may have alighted, until the train moves.
    private mutating func report(_ trainEvents: [TrackEvent], at seconds: Double, isSure: Bool, _ events: inout [TrackEvent]) {
        if isSure, let heldDeparture, seconds - heldDeparture.since <= Self.departureWait { events.append(heldDeparture.event) }
        if isSure { heldDeparture = nil }
        for event in trainEvents {
            if isSure {
                events.append(event)
            } else if event.kind == .departed {
                heldDeparture = (event, seconds)
            }
        }
    }

    /// Seconds for which a departure is held back.
    private static let departureWait = 12.0

    /// - Parameter isRiding: Whether the rider is on a train, if known from hindsight.
    private func answer(isRiding: Bool?) -> RailwayAnswer {
        var answer = RailwayAnswer()
        let off = filter.off
        let total = filter.total
        var best = (activity: RailwayAnswer.Activity.train, belief: filter.beliefInTrain)
        if isRiding.map({ !$0 }) ?? (best.belief < 0.5 || named == nil) {
            if named == nil, isRiding != nil || motion.standing > 0 { best.belief = 0 }
            for (activity, weight) in [
                (RailwayAnswer.Activity.stationary, off.stationary), (.walking, off.walking), (.cycling, off.cycling),
                (.automotive, off.automotive),
            ] where weight / total >= best.belief { best = (activity, weight / total) }
        }
        answer.activity = best.activity
        answer.activityConfidence = best.belief
        guard let named else { return answer }
        answer.railway = named
        answer.confidence = filter.confidence(in: named)
        var second = 0.0
        for line in filter.active where line != named {
            let belief = filter.belief(in: line)
            if belief > second { (answer.runnerUp, second) = (line, belief) }
        }
        answer.runnerUpShare = second
        watch.write(filter.lines[named], on: network.lines[named], to: &answer)
        return answer
    }
}

/// Suppresses repeated departures: a poor fix moves a train back to where it departed, and a corrected railway has the same
/// station under another id.
private struct DepartureFilter: Sendable {
    /// The name of the last station departed from; nil once another has followed.
    private var departed: LocalizedName?

    /// False for a second departure from one station without another station in between.
    mutating func admits(_ event: TrackEvent, on railway: Railway) -> Bool {
        let name = railway.stations.first { $0.id == event.subject }?.name
        switch event.kind {
        case .departed:
            defer { departed = name }
            return departed != name
        case .arrived, .passed: if name != departed { departed = nil }
        case .offTrain: departed = nil
        default: break
        }
        return true
    }
}
