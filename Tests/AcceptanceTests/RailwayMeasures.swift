// SPDX-License-Identifier: MIT
import Tracking

/// How well calibrated confidence is, how accurate the activity, and how timely the events of tracked rides.
struct RailwayMeasures {
    /// `confidence` of every fix on a train with a named line, and whether the line was right (or one that no position could
    /// distinguish from it).
    private var sureness: [(confidence: Double, isRight: Bool)] = []
    private var activities: [(truth: String, said: String)] = []
    private var tallies: [String: EventTally] = [:]

    struct EventTally {
        var hits = 0
        var truths = 0
        var said = 0
        /// 2 TP / (truths + reported).
        var f1: Double { 2 * Double(hits) / Double(max(1, truths + said)) }
    }

    static let modes = ["stationary", "walking", "cycling", "automotive", "train"]
    static let eventNames = ["departed", "arrived", "passed", "line changed"]
    /// The seconds by which an event may be early or late.
    static let tolerance = 15.0

    init(_ tracked: TrackedRides) {
        for (ride, updates) in tracked.rides {
            for (fix, update) in zip(ride.fixes, updates) {
                let truth = ride.truth(at: fix.unix)
                activities.append((truth.mode, update.channels["activity"]?.category ?? "unknown"))
                guard truth.mode == "train", let line = update.channels["line"]?.category, let leg = ride.leg(at: fix.unix),
                    let confidence = update.channels["confidence"]?.number
                else { continue }
                sureness.append((confidence, line == truth.railway || leg.plausible.contains(line)))
            }
            let times = ride.fixes.map(\.unix)
            for name in Self.eventNames {
                // Events while the receiver was silent cannot be reported in time.
                let truths = Self.truths(name, ride).filter { truth in times.contains { abs($0 - truth.unix) <= Self.tolerance } }
                let said = zip(ride.fixes, updates).flatMap { fix, update in
                    update.events.filter { $0.name == name }.map { (unix: fix.unix, subject: Self.place($0.subject ?? "")) }
                }
                tallies[name, default: EventTally()].count(truths, said)
            }
        }
    }

    func events(_ name: String) -> EventTally { tallies[name] ?? EventTally() }

    /// Mean distance of confidence from the share of right answers, over ten bins, weighted by their size.
    var calibrationError: Double {
        var bins = [(count: Int, right: Int, confidence: Double)](repeating: (0, 0, 0), count: 10)
        for one in sureness {
            let bin = min(9, max(0, Int(one.confidence * 10)))
            bins[bin].count += 1
            bins[bin].right += one.isRight ? 1 : 0
            bins[bin].confidence += one.confidence
        }
        return bins.reduce(0) { $0 + abs(Double($1.right) - $1.confidence) } / Double(max(1, sureness.count))
    }

    /// The probability that a right answer has more confidence than a wrong one (area under the ROC curve, by ranks, ties
    /// shared).
    var areaUnderCurve: Double {
        let sorted = sureness.sorted { $0.confidence < $1.confidence }
        var ranks = 0.0
        var index = 0
        while index < sorted.count {
            var end = index
            while end < sorted.count, sorted[end].confidence == sorted[index].confidence { end += 1 }
            let rank = Double(index + 1 + end) / 2
            ranks += rank * Double(sorted[index..<end].count { $0.isRight })
            index = end
        }
        let right = Double(sorted.count { $0.isRight })
        let wrong = Double(sorted.count) - right
        return (ranks - right * (right + 1) / 2) / max(1, right * wrong)
    }

    /// The mean F1 over the activities.
    var activityMacroF1: Double {
        let sum = Self.modes.reduce(0.0) { sum, mode in
            let hits = activities.count { $0.truth == mode && $0.said == mode }
            let all = activities.count { $0.truth == mode } + activities.count { $0.said == mode }
            return sum + 2 * Double(hits) / Double(max(1, all))
        }
        return sum / Double(Self.modes.count)
    }

    /// The true time of each event, and its station or line.
    private static func truths(_ name: String, _ ride: RecordedRide) -> [(unix: Double, subject: String)] {
        switch name {
        case "arrived", "departed":
            let word = name == "arrived" ? "arrive" : "depart"
            return ride.happenings.filter { $0.event == word }.map { ($0.unix, place($0.station ?? "")) }
        case "passed":
            // The truth's next station flickers while a train stands near one: the last departure counts.
            var found: [(unix: Double, subject: String)] = []
            for leg in ride.legs {
                let seconds = ride.truth.filter { $0.unix >= leg.unix0 && $0.unix <= leg.unix1 && $0.mode == "train" }
                for station in leg.passed.map(place) {
                    let left = seconds.indices.dropFirst().last {
                        place(seconds[$0 - 1].station) == station && place(seconds[$0].station) != station
                    }
                    if let left { found.append((seconds[left].unix, station)) }
                }
            }
            return found
        default:
            return zip(ride.legs, ride.legs.dropFirst()).filter { $0.railway != $1.railway }.map { ($1.unix0, place($1.railway)) }
        }
    }

    /// The ids of one station on different railways share their last part.
    private static func place(_ id: String) -> String { id.split(separator: ".").last.map(String.init) ?? id }
}

extension RailwayMeasures.EventTally {
    /// Matches every truth with the first unmatched event at its station within the tolerance.
    fileprivate mutating func count(_ truths: [(unix: Double, subject: String)], _ events: [(unix: Double, subject: String)]) {
        var free = events.indices.map { $0 }
        for truth in truths {
            let match = free.firstIndex {
                abs(events[$0].unix - truth.unix) <= RailwayMeasures.tolerance && events[$0].subject == truth.subject
            }
            if let match {
                free.remove(at: match)
                hits += 1
            }
        }
        self.truths += truths.count
        said += events.count
    }
}
