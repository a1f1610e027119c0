// SPDX-License-Identifier: MIT
import Glibc
import Railways
import Tracking

/// The stations of one railway in one direction, as the talk's algorithm follows them.
struct TalkStations {
    enum Phase { case upcoming, approaching, visiting }

    /// The current station.
    struct Focus {
        var order: Int
        var phase: Phase
    }

    private(set) var focus: Focus?
    private var visits: [Int: Visit] = [:]
    private var isStandingBetween = false

    private struct Visit {
        var hasApproached = false
        var firstSeen: Double?
        /// Seconds stood there.
        var stood = 0.0
        var lastSeen = 0.0
        var left: Double?
    }

    private static let visitingRange = 200.0
    private static let approachingRange = 500.0
    private static let leastStanding = 20.0
    private static let leastPresence = 70.0

    /// Processes one fix; ignores a fix without a course.
    /// - Parameter stations: in the direction of travel.
    /// - Returns: the number of stops between stations and of stations run through that it adds.
    mutating func follow(_ fix: Fix, _ position: Railway.Position, time: Double, stations: [TalkStation]) -> Int {
        guard let course = fix.course else { return 0 }
        let north = cos(course * .pi / 180)
        let east = sin(course * .pi / 180)
        var faults = 0
        var isPlaced = false
        var behind: (order: Int, distance: Double)?
        for station in stations where !isPlaced {
            let distance = station.position.metres(to: position)
            let direction = position.direction(to: station.position)
            let ahead = direction.north * north + direction.east * east
            if distance <= Self.visitingRange {
                visit(station.order, speed: fix.speed, time: time)
                isPlaced = true
            } else if distance <= Self.approachingRange, ahead > 0 {
                if visits[station.order]?.left == nil { visits[station.order, default: Visit()].hasApproached = true }
                isPlaced = true
            } else if ahead < 0 {
                if let visit = visits[station.order], visit.left == nil, let firstSeen = visit.firstSeen {
                    visits[station.order]?.left = time
                    if visit.stood <= Self.leastStanding, time - firstSeen <= Self.leastPresence { faults += 1 }
                } else if distance < behind?.distance ?? .infinity {
                    behind = (station.order, distance)
                }
            }
        }
        let isStanding = fix.speed.map { $0 < 1 } ?? false
        if isStanding, !isPlaced, !isStandingBetween { faults += 1 }
        isStandingBetween = isStanding && !isPlaced
        if let behind, !visits.values.contains(where: { $0.left != nil }) {
            visits[behind.order, default: Visit()].left = time
        }
        choose(stations)
        return faults
    }

    private mutating func visit(_ order: Int, speed: Double?, time: Double) {
        var visit = visits[order] ?? Visit()
        guard visit.left == nil else { return }
        if visit.firstSeen == nil {
            visit.firstSeen = time
        } else if let speed, speed < 1 {
            visit.stood += time - visit.lastSeen
        }
        visit.lastSeen = time
        visits[order] = visit
    }

    /// The last station in the direction of travel that has a phase, or the one after it once it has been left.
    private mutating func choose(_ stations: [TalkStation]) {
        guard let index = stations.lastIndex(where: { visits[$0.order] != nil }), let visit = visits[stations[index].order]
        else { return focus = nil }
        if visit.left != nil {
            focus = index + 1 < stations.count ? Focus(order: stations[index + 1].order, phase: .upcoming) : nil
        } else {
            focus = Focus(order: stations[index].order, phase: visit.firstSeen == nil ? .approaching : .visiting)
        }
    }
}
