// SPDX-License-Identifier: MIT
/// Assigns the slow stretches around a ride: the last stand of a train is part of the ride, the wait on the platform and the way
/// to it are not.
///
/// Neither pass of hindsight knows this: to the forward pass a rider who waits on the platform may already sit in a train, and to
/// the backward pass one who has arrived may still be waiting.
struct PlatformStands {
    /// How the rider moves at a fix.
    enum Pace: Sendable {
        case standing, slow, fast
        /// The position is too poor to tell.
        case unknown

        /// The speed in metres per second that only a train reaches.
        private static let fastSpeed = 3.0
        /// The mean speed in metres per second below which the owner of a poor receiver stands.
        private static let steadySpeed = 0.8
        /// The standard deviation of a position in metres beyond which its speed says nothing.
        private static let worstSigma = 40.0

        /// - Parameter sigma: The standard deviation of the position in metres.
        init(_ motion: RiderMotion, sigma: Double) {
            if motion.leap > Self.fastSpeed {
                self = .fast
            } else if let speed = motion.meanSpeed {
                self = speed < Self.steadySpeed ? .standing : speed < Self.fastSpeed ? .slow : .fast
            } else if motion.standing > 0 {
                self = .standing
            } else {
                self = !motion.isKnown || sigma > Self.worstSigma ? .unknown : motion.speed < Self.fastSpeed ? .slow : .fast
            }
        }
    }

    /// One per fix.
    let paces: [Pace]
    /// In seconds, for each fix.
    let times: [Double]
    /// The standard deviation of the position in metres, for each fix.
    let errors: [Double]

    /// Seconds for which a train stands at the platform before it departs with the rider.
    private static let beforeDeparture = 35.0
    /// Seconds for which a rider may stay in a train that has arrived.
    private static let afterArrival = 150.0
    /// Seconds in which a train brakes to a stop.
    private static let braking = 25.0
    /// Seconds from getting up to having left the train; in a poor position it takes longer to see, a second for so many metres of
    /// its standard deviation.
    private static let alighting = 3.0
    private static let errorPerSecond = 3.0
    /// Seconds before a stand in which a change of railway belongs to it.
    private static let nearStand = 30.0
    /// Seconds of walking between two trains of one railway.
    private static let leastWalk = 30.0

    /// - Parameter railways: The railway for each fix; nil off the train.
    func apply(to railways: [Int?]) -> [Int?] {
        let railways = withoutMotionlessTrains(railways)
        var result = railways
        for run in railways.equalRuns where railways[run.lowerBound] != nil { settle(run, &result) }
        changeWhereItStands(&result)
        return result
    }

    /// Replaces each railway on which no train has moved by that of the train that arrived before.
    private func withoutMotionlessTrains(_ railways: [Int?]) -> [Int?] {
        var result = railways
        for run in railways.equalRuns.dropFirst() where railways[run.lowerBound] != nil {
            // Its first fix may still show the earlier train moving.
            if let before = result[run.lowerBound - 1], !paces[run.dropFirst()].contains(.fast) {
                for place in run { result[place] = before }
            }
        }
        return result
    }

    /// Moves each change from one railway to another to the departure that is nearest: a train continues on another railway from
    /// a station.
    private func changeWhereItStands(_ railways: inout [Int?]) {
        for place in railways.indices.dropFirst() {
            guard let old = railways[place - 1], let new = railways[place], old != new else { continue }
            var arrived = place
            while arrived < railways.count, paces[arrived] != .standing, times[arrived] - times[place] < Self.nearStand { arrived += 1 }
            guard arrived < railways.count, paces[arrived] == .standing else { continue }
            let braked = railways[..<arrived].indices.last { paces[$0] == .fast } ?? 0
            var left = arrived
            while left < railways.count, paces[left] != .fast { left += 1 }
            let stand = braked + 1..<left
            guard walk(stand) < Self.leastWalk / 2, !stand.contains(where: { paces[$0] == .unknown }) else { continue }
            for later in place..<left where railways[later] == new { railways[later] = old }
        }
    }

    /// Assigns the slow stretches of one ride: those at its ends, and those in between in which the rider has changed trains.
    private func settle(_ ride: Range<Int>, _ railways: inout [Int?]) {
        guard let first = ride.first(where: { paces[$0] == .fast }), let last = ride.last(where: { paces[$0] == .fast }) else {
            settleUnseen(ride, &railways)
            return
        }
        if ride.lowerBound == 0 || railways[ride.lowerBound - 1] == nil {
            leave(from: ride.lowerBound, to: departure(before: first, ride), &railways)
        }
        var place = first
        while place < last {
            var next = place + 1
            while paces[next] != .fast { next += 1 }
            if walk(place + 1..<next) >= Self.leastWalk {
                let left = arrival(after: place, until: next, railways[place], &railways)
                leave(from: left, to: departure(before: next, ride), &railways)
            }
            place = next
        }
        let railway = railways[last]
        var end = ride.upperBound
        // The backward pass may lose the train while it still brakes.
        while end < railways.count, railways[end] == nil, paces[end] == .fast, times[end] - times[last] < Self.braking {
            railways[end] = railway
            end += 1
        }
        let braked = end > ride.upperBound ? end - 1 : last
        while end < railways.count, railways[end] == nil, paces[end] != .fast { end += 1 }
        // Another railway follows at once: the train goes on, unless the rider walks to another.
        if end == ride.upperBound, end < railways.count, railways[end] != nil {
            let next = (end..<railways.count).first { paces[$0] == .fast } ?? end
            if walk(last + 1..<next) < Self.leastWalk { return }
        }
        leave(from: arrival(after: braked, until: end, railway, &railways), to: ride.upperBound, &railways)
    }

    /// Assigns a ride on which no fix shows the train moving: it has left unseen after the last of them, or there was none.
    private func settleUnseen(_ ride: Range<Int>, _ railways: inout [Int?]) {
        let end = ride.upperBound
        let isAlone = (ride.lowerBound == 0 || railways[ride.lowerBound - 1] == nil) && (end == railways.count || railways[end] == nil)
        guard isAlone, !ride.contains(where: { paces[$0] == .unknown }) else { return }
        let leaves = end < railways.count && paces[end] == .fast
        leave(from: ride.lowerBound, to: leaves ? departure(before: end, ride) : end, &railways)
    }

    private func leave(from start: Int, to end: Int, _ railways: inout [Int?]) {
        for place in start..<max(start, end) { railways[place] = nil }
    }

    /// Seconds of walking.
    private func walk(_ fixes: Range<Int>) -> Double {
        fixes.reduce(0) { $0 + (paces[$1] == .slow ? min(20, times[$1] - times[$1 - 1]) : 0) }
    }

    /// The first fix of the ride: the train stands for a moment before it moves.
    private func departure(before fast: Int, _ ride: Range<Int>) -> Int {
        var left = fast
        while left > ride.lowerBound, paces[left - 1] != .standing, times[fast] - times[left - 1] < Self.beforeDeparture { left -= 1 }
        // Out of sight it may have left at any time since the last fix.
        if left == fast, left > ride.lowerBound, times[left] - times[left - 1] > Self.beforeDeparture { left -= 1 }
        var start = left
        while start > ride.lowerBound, times[left] - times[start - 1] <= Self.beforeDeparture { start -= 1 }
        return start
    }

    /// The first fix after the ride; assigns the stand to it.
    private func arrival(after fast: Int, until end: Int, _ railway: Int?, _ railways: inout [Int?]) -> Int {
        var arrived: Double?
        var stood = times[fast]
        var place = fast + 1
        while place < end {
            if paces[place] != .slow { stood = times[place] }
            if paces[place] == .standing, arrived == nil { arrived = times[place] }
            let isOver =
                if let arrived {
                    times[place] - arrived > Self.afterArrival || hasAlighted(at: place, after: stood)
                } else { times[place] - times[fast] > Self.beforeDeparture }
            if isOver { return place }
            railways[place] = railway
            place += 1
        }
        return place
    }

    /// Whether a rider who walks at this fix, and stood last at that time, has left the train. Of fixes with seconds between them
    /// the first may still show the rider getting up.
    private func hasAlighted(at place: Int, after stood: Double) -> Bool {
        paces[place - 1] == .slow && times[place] - stood > max(Self.alighting, errors[place] / Self.errorPerSecond)
    }
}

extension Array where Element: Equatable {
    /// The longest ranges of equal elements, in order.
    var equalRuns: [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for place in indices.dropFirst() where self[place] != self[start] {
            runs.append(start..<place)
            start = place
        }
        if !isEmpty { runs.append(start..<count) }
        return runs
    }
}
