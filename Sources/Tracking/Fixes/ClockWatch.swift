// SPDX-License-Identifier: MIT
/// Detects jumps of a source's clock: by GPS weeks, by a time zone, or by the seconds between GPS time and UTC.
///
/// A jump differs from a pause in that it goes back in time, or goes forward while the object neither stood still nor moved on:
/// it is where it would be one usual interval later. Each kind of jump is noted once.
struct ClockWatch {
    /// The seconds of 1024 weeks.
    private static let rollover = 619_315_200.0
    /// The step of time zones in seconds.
    private static let zoneStep = 900.0
    /// The largest number of seconds by which GPS time has been ahead of UTC.
    private static let mostLeapSeconds = 18.0
    /// The speed in metres per second from which an object is certainly moving.
    private static let movingSpeed = 3.0

    private var interval = UsualInterval()
    private var last: (time: TrackTime, speed: Double?, position: Fix.Position?)?
    private var notedKinds: Set<String> = []
    private(set) var notes: [String] = []

    /// Takes a fix, in order of arrival.
    mutating func take(_ fix: Fix, at time: TrackTime, source: String) {
        defer { last = (time, fix.speed, fix.position) }
        guard let last else { return }
        let passed = time.seconds(since: last.time)
        let usual = interval.seconds
        let jump = passed - usual
        if passed > 0, passed <= 3 * usual || !isImpossible(fix, after: last.speed, last.position, passed) {
            interval.learn(passed)
            return
        }
        let size = jump.magnitude
        let way = jump < 0 ? "back" : "on"
        if Self.isRollover(size) {
            note("weeks", "\(source): the clock jumps \(way) by 1024 weeks at \(time): a GPS week rollover")
        } else if passed != 0, Self.isZoneStep(size, usual: usual) {
            // Rows of one time are several stations of a table.
            note(
                "zone", "\(source): the clock jumps \(way) by \(Int((size / 60).rounded())) minutes at \(time): a time zone, or summer time"
            )
        } else if jump < 0, passed < 0, size <= Self.mostLeapSeconds + usual {
            note(
                "leap",
                "\(source): the clock goes back by \(Int(size.rounded())) seconds at \(time): a late leap second, or fixes out of order")
        } else if passed < 0, size > 60 {
            note("back", "\(source): the clock goes back by \(Int(size.rounded())) seconds at \(time)")
        }
    }

    private static func isRollover(_ size: Double) -> Bool { abs(size - rollover) < 86_400 }

    private static func isZoneStep(_ size: Double, usual: Double) -> Bool {
        guard size >= zoneStep - 2, size <= 14 * 3600 + 2 else { return false }
        return abs(size - (size / zoneStep).rounded() * zoneStep) <= max(2, 2 * usual)
    }

    /// Whether clocks are set by this many seconds: by a time zone, or by 1024 weeks.
    /// - Parameter usual: the usual seconds between two fixes.
    static func isClockStep(_ seconds: Double, usual: Double) -> Bool {
        isRollover(seconds.magnitude) || isZoneStep(seconds.magnitude, usual: usual)
    }

    /// Whether a forward step in time cannot be a pause: the object moves before and after it, but is no farther away than one
    /// usual interval explains.
    private func isImpossible(_ fix: Fix, after speed: Double?, _ position: Fix.Position?, _ passed: Double) -> Bool {
        guard passed > 0 else { return true }
        guard passed > 600, let before = speed, let now = fix.speed, min(before, now) >= Self.movingSpeed,
            let from = position?.place, let to = fix.place, let distance = from.distance(to: to)
        else { return false }
        return distance > 0 && distance < 3 * max(before, now) * interval.seconds
    }

    private mutating func note(_ kind: String, _ text: String) {
        if notedKinds.insert(kind).inserted { notes.append(text) }
    }
}
