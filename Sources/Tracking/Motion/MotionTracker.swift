// SPDX-License-Identifier: MIT
/// Turns fixes into motion: speed, acceleration, course, turn, climb, distance and the age of the fix.
///
/// A value type: fixes change it, ticks do not. Fixes are processed in order of arrival. A fix that is not later than the last
/// one changes nothing; its update repeats the known state.
///
/// **Lost.** The fix is lost when none has arrived for longer than max(5 s, 3 times the usual interval), where the usual interval
/// is the upper quartile of the last 32 (10 s before the second fix). For a logger without a regular interval (`UsualInterval`)
/// the limit is max(60 s, 3 times the usual interval). The fix is also lost if the source marks a break (`startsSegment`) and more
/// than 1.5 times the usual interval has passed. Once the fix is lost, speed, acceleration, course, turn, climb, accuracy and the
/// extra columns are unknown; altitude and distance keep their last values. After a gap, motion derived from positions starts
/// again with the second fix. The way through a gap is a straight line; the way over a marked break is not counted. The first
/// interval is never a gap. A source's own report that it has no fix (`Fix.isNoFix`) takes effect at once.
public struct MotionTracker: Equatable, Sendable {
    /// The shortest time in seconds without a fix before it can be lost, whatever the usual interval.
    private static let leastLostAfter = 5.0
    private static let leastLostAfterIrregular = 60.0
    private static let lostIntervals = 3.0
    private static let breakIntervals = 1.5
    /// The time constant in seconds over which acceleration and turn are smoothed.
    private static let smoothing = 1.0
    /// The speed in metres per second below which a source's own speed means standing.
    private static let standingSpeed = 0.3

    /// The usual time between fixes in seconds.
    var usualInterval: Double { interval.seconds }
    /// The time in seconds after the last fix at which it is lost.
    var lostAfter: Double {
        max(interval.isRegular ? Self.leastLostAfter : Self.leastLostAfterIrregular, Self.lostIntervals * interval.seconds)
    }
    /// The time of the last fix that counted, or of the last report that there is none; nil before the first.
    public private(set) var lastTime: TrackTime?
    /// The time of the last fix that counted, while the source reports that there is none.
    private var lostSince: TrackTime?

    let extraNames: [String]
    private var interval = UsualInterval()
    private var positions = PositionMotion()
    private var altitudes = AltitudeTrend()
    private var known = MotionState()

    /// - Parameter extraNames: the reader's extra column names, in its order.
    public init(extraNames: [String] = []) { self.extraNames = extraNames.map { "csv.\($0)" } }

    /// Processes one fix, whose gap no tick has announced.
    /// - Returns: the update; its time is that of the fix, or that of the last fix if this one is late, repeated or without a
    ///   time.
    public mutating func process(_ fix: Fix) -> TrackerUpdate { process(possible: fix.possible, afterTicks: 0) }

    /// Processes a fix whose impossible values have been removed.
    /// - Parameter ticks: the number of ticks before it. If none of them carried `fix lost`, the first fix after the gap does,
    ///   before `fix back`.
    /// - Returns: its update, uniquely referenced so that more can be added to it.
    package mutating func process(possible fix: Fix, afterTicks ticks: Int64) -> TrackerUpdate {
        guard let time = fix.time, lastTime.map({ time > $0 }) ?? true else {
            var update = TrackerUpdate(time: lastTime ?? TrackTime(nanoseconds: 0), fix: fix)
            update.channels = channels(at: update.time)
            return update
        }
        let lossAnnounced = Double(ticks) * Double(tickInterval) / 1e9 > lostAfter
        if fix.isNoFix { return processNoFix(fix, at: time, lossAnnounced: lossAnnounced) }
        var update = TrackerUpdate(time: time, fix: fix)
        var seconds: Double?
        if lostSince != nil {
            // `fix lost` was already carried by the update of the loss.
            update.events.append(TrackEvent(.fixBack))
            positions.reset(jumps: fix.startsSegment)
            altitudes.reset()
            known.clearMotion()
            lostSince = nil
        } else if let lastTime {
            let passed = time.seconds(since: lastTime)
            let isGap = canBeGap(before: fix) && passed > lostAfter || fix.startsSegment && passed > Self.breakIntervals * interval.seconds
            if isGap {
                if !lossAnnounced { update.events.append(TrackEvent(.fixLost)) }
                update.events.append(TrackEvent(.fixBack))
            }
            if isGap || fix.startsSegment {
                positions.reset(jumps: fix.startsSegment)
                altitudes.reset()
                known.clearMotion()
            } else {
                seconds = passed
            }
            if !fix.startsSegment { interval.learn(passed) }
        }
        take(fix, at: time, after: seconds)
        lastTime = time
        update.channels = channels(at: time)
        update.isDoubtful = positions.isDoubtful
        if update.isDoubtful { update.events.append(TrackEvent(.fixDoubtful)) }
        return update
    }

    /// Whether the time up to a fix can be a gap. The first interval cannot: it may be the usual one, as in a table of hours.
    func canBeGap(before fix: Fix) -> Bool { interval.isKnown || lostSince != nil || fix.startsSegment }

    /// Processes a report that the source has no fix.
    private mutating func processNoFix(_ fix: Fix, at time: TrackTime, lossAnnounced: Bool) -> TrackerUpdate {
        var update = TrackerUpdate(time: time, fix: fix)
        guard let since = lostSince ?? lastTime else { return update }
        if lostSince == nil, !lossAnnounced { update.events.append(TrackEvent(.fixLost)) }
        lostSince = since
        lastTime = time
        update.channels = channels(at: time)
        return update
    }

    /// The update at a moment without a fix: an estimate that changes nothing.
    /// - Parameters:
    ///   - time: not before the last fix.
    ///   - previous: the time of the tick before; only the tick that crosses the threshold carries `fix lost`.
    public func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate {
        var update = TrackerUpdate(time: time, fix: nil)
        guard lastTime != nil else { return update }
        if lostSince == nil, age(at: time) > lostAfter, age(at: previous) <= lostAfter { update.events.append(TrackEvent(.fixLost)) }
        update.channels = channels(at: time)
        return update
    }

    // MARK: One fix

    private mutating func take(_ fix: Fix, at time: TrackTime, after seconds: Double?) {
        let place = fix.place
        if let place {
            positions.process(place, at: time, accuracy: fix.accuracy, isMoving: fix.speed.map { $0 >= Self.standingSpeed })
        }
        let before = known
        let hasPosition = place != nil
        known.speed = fix.speed ?? (hasPosition ? positions.speed : nil)
        known.course = fix.course ?? (hasPosition ? courseFromPositions : nil)
        known.altitude = fix.altitude ?? known.altitude
        known.climb = fix.altitude.flatMap { altitudes.climb(altitude: $0, at: time) }
        known.accuracy = fix.accuracy
        known.extras = fix.extras
        guard let seconds, seconds > 0 else { return }
        let weight = seconds / (Self.smoothing + seconds)
        if let speed = known.speed, let last = before.speed {
            let raw = (speed - last) / seconds
            known.acceleration = before.acceleration.map { $0 + weight * (raw - $0) } ?? raw
            if !hasPosition { known.integrated += (speed + last) / 2 * seconds }
        } else {
            known.acceleration = nil
        }
        if let course = known.course, let last = before.course {
            var change = course - last
            if change > 180 { change -= 360 }
            if change <= -180 { change += 360 }
            let raw = change / seconds
            known.turn = before.turn.map { $0 + weight * (raw - $0) } ?? raw
        } else {
            known.turn = known.speed == 0 ? 0 : nil
        }
    }

    private var courseFromPositions: Double? {
        guard let velocity = positions.knownVelocity, velocity.east != 0 || velocity.north != 0 else { return nil }
        return EarthPoint.course(east: velocity.east, north: velocity.north)
    }

    /// The seconds from the last fix that was one to a moment.
    private func age(at time: TrackTime) -> Double { (lostSince ?? lastTime).map { max(0, time.seconds(since: $0)) } ?? 0 }

    private func channels(at time: TrackTime) -> ChannelValues {
        let age = age(at: time)
        let isLost = lostSince != nil || age > lostAfter
        var values = ChannelValues()
        // Leaves room for the channels that a ride adds to these.
        values.reserve(16 + extraNames.count)
        func set(_ name: ChannelName, _ value: Double?) { if let value { values.append(name, value) } }
        if !isLost {
            set(.speed, known.speed)
            set(.acceleration, known.acceleration)
            set(.course, known.course)
            set(.turn, known.turn)
            set(.climb, known.climb)
        }
        set(.altitude, known.altitude)
        if !isLost { set(.accuracy, known.accuracy) }
        values.append(.distance, positions.distance + known.integrated)
        values.append(.fixAge, age)
        values.append(.lost, isLost ? 1 : 0)
        if !isLost {
            for (name, value) in zip(extraNames, known.extras) { if let value { values.append(name, value) } }
        }
        return values
    }
}

/// The motion known after the last fix; nil is unknown.
private struct MotionState: Equatable, Sendable {
    var speed: Double?
    var acceleration: Double?
    var course: Double?
    var turn: Double?
    var climb: Double?
    var altitude: Double?
    var accuracy: Double?
    /// The distance in metres integrated from speeds alone, for fixes without a position.
    var integrated = 0.0
    /// In the order of the extra names; empty if the fix has none.
    var extras: [Double?] = []

    /// Clears the motion after a gap, across which only altitude and distance continue.
    mutating func clearMotion() {
        speed = nil
        acceleration = nil
        course = nil
        turn = nil
        climb = nil
    }
}
