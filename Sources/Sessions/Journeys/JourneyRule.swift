// SPDX-License-Identifier: MIT
import Tracking

/// Divides a track into sessions, from a tracker's updates alone.
///
/// - **A session starts when a journey starts:** with the first fix of a movement that lasts 10 s. That fix is found by the speed,
///   because the activity is certain only seconds later. The standing before it belongs to no session; a recording
///   without any movement is one session.
/// - **It ends on walking:** once there has been a ride (train, car or cycle), with the fix before the first of 60 s of walking.
///   That walk begins the next session, which becomes a ride's if one follows: the way to a train belongs to its ride.
/// - **It ends on 15 minutes of standing:** with the first fix of the standing. The same applies to a gap of that length without
///   fixes if the rider's straight-line speed across it was below 1 m/s.
///
/// Moving, riding and walking come from the channel `activity`; where it is unknown, 1 m/s and more is moving. A rider who is on
/// a line (`line`, and `offTrain` 0) does not walk, however slow the train is. All seconds are of track time. A fix that is not
/// later than the last changes nothing, until a third one in a row shows that the clock was set back: that ends the session, whose
/// times would not be in order, and counting starts again. A value type: copies are independent.
public struct JourneyRule: Sendable {
    /// Seconds of movement that begin a session.
    private static let leastMovement = 10.0
    /// Seconds of walking that end a ride.
    private static let leastWalk = 60.0
    /// Seconds of standing that end a session.
    private static let mostStanding = 900.0
    /// The speed in metres per second from which a rider moves.
    private static let movingSpeed = 1.0

    public enum Change: Equatable, Sendable {
        /// A session begins with the fix of this number. For the first one, the provisional session begins there.
        case begins(Int64)
        /// The session ends with the fix of this number.
        case ends(Int64, Session.Ending)
    }

    private enum Mode { case standing, walking, riding, moving, unknown }
    private struct Place {
        var number: Int64
        var time: TrackTime
    }

    private var isUnderWay = false
    private var hasRidden = false
    private var last: (place: Place, mode: Mode, fix: Fix)?
    /// The current movement: the fix from which its speed shows it, and since when the activity does.
    private var movement: (start: Place, since: TrackTime)?
    /// The first of the latest consecutive fixes whose speed is that of movement while the activity is still standing.
    private var firstMoving: Place?
    /// The first fix of the current standing.
    private var standing: Place?
    /// The first fix of the current walk, and the seconds of walking since then.
    private var walk: (start: Place, seconds: Double)?
    private var reset = ClockReset()

    public init() {}

    /// Processes the update of one fix.
    /// - Parameter number: The number of the fix; increasing.
    /// - Returns: The resulting changes, in order.
    public mutating func take(_ update: TrackerUpdate, number: Int64) -> [Change] {
        guard let fix = update.fix, let time = fix.time else { return [] }
        var changes: [Change] = []
        if reset.detectsReset(at: fix) {
            if let last { changes += end(with: last.place, .clock) }
            (last, movement, firstMoving, standing, walk) = (nil, nil, nil, nil, nil)
        }
        if let last, time <= last.place.time { return [] }
        let here = Place(number: number, time: time)
        let mode = mode(update)
        let seconds = last.map { time.seconds(since: $0.place.time) } ?? 0
        if let last, seconds >= Self.mostStanding, stoodStill(from: last.fix, to: fix, seconds: seconds) {
            changes += end(with: standing ?? last.place, .standing)
            (movement, firstMoving) = (nil, nil)
        }
        switch mode {
        case .standing:
            movement = nil
            let since = standing ?? here
            standing = since
            firstMoving = moves(update) == true ? firstMoving ?? here : nil
            if time.seconds(since: since.time) >= Self.mostStanding { changes += end(with: since, .standing) }
        case .walking, .riding, .moving:
            standing = nil
            let moving = movement ?? (firstMoving ?? here, time)
            movement = moving
            firstMoving = nil
            if !isUnderWay, time.seconds(since: moving.since) >= Self.leastMovement {
                isUnderWay = true
                hasRidden = false
                changes.append(.begins(moving.start.number))
            }
            changes += updateWalk(mode, here, seconds)
        case .unknown: break
        }
        last = (here, mode, fix)
        return changes
    }

    /// Measures the walk, and ends a ride by it.
    private mutating func updateWalk(_ mode: Mode, _ here: Place, _ seconds: Double) -> [Change] {
        switch mode {
        case .riding:
            if isUnderWay { hasRidden = true }
            walk = nil
        case .walking:
            var walk = self.walk ?? (here, 0)
            if self.walk != nil, last?.mode == .walking { walk.seconds += seconds }
            self.walk = walk
            let first = walk.start.number
            if isUnderWay, hasRidden, walk.seconds >= Self.leastWalk, first > 0 {
                hasRidden = false
                return [.ends(first - 1, .walking), .begins(first)]
            }
        default: break
        }
        return []
    }

    private mutating func end(with place: Place, _ ending: Session.Ending) -> [Change] {
        guard isUnderWay else { return [] }
        isUnderWay = false
        (firstMoving, walk) = (nil, nil)
        return [.ends(place.number, ending)]
    }

    /// Whether the rider stood still through a gap without fixes; assumed if a position is unknown.
    private func stoodStill(from: Fix, to: Fix, seconds: Double) -> Bool {
        guard let a = Self.place(from), let b = Self.place(to) else { return true }
        return a.distance(to: b) < Self.movingSpeed * seconds
    }

    private static func place(_ fix: Fix) -> EarthPoint? {
        guard let latitude = fix.latitude, let longitude = fix.longitude else { return nil }
        return EarthPoint(latitude: latitude, longitude: longitude)
    }

    private func mode(_ update: TrackerUpdate) -> Mode {
        let isOnLine = update.channels[.line] != nil && update.channels[.offTrain]?.number == 0
        switch update.channels[.activity]?.category {
        case "stationary": return .standing
        case "walking": return isOnLine ? .riding : .walking
        case "cycling", "automotive", "train": return .riding
        default: return moves(update).map { $0 ? .moving : .standing } ?? .unknown
        }
    }

    /// Nil where the speed is unknown.
    private func moves(_ update: TrackerUpdate) -> Bool? { update.channels[.speed]?.number.map { $0 >= Self.movingSpeed } }
}
