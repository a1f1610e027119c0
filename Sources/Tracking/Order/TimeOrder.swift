// SPDX-License-Identifier: MIT
/// Finds where a recorded input goes back in time, and why: its pieces are out of order, or the clock was set back.
///
/// Every step back begins a new piece, which is sorted to where its times belong, unless the clock was set back. That is the case
/// if the source marks no break, the object is where it would be one fix later, and at least three fixes in a row follow that
/// either repeat times at which there already were fixes (and fill no hole), or have jumped by a time zone or by 1024 weeks.
/// Those fixes remain late. One owner; each track is ordered separately.
struct TimeOrder {
    /// The number of fixes in a row, ordered among themselves, that cannot be stragglers.
    private static let minimumRun = 3
    /// Two positions count as one place within this many steps like the last one, plus this many metres.
    private static let mostSteps = 3.0
    private static let slackOnEarth = 20.0
    private static let slackInPlane = 0.2
    private static let holeIntervals = 1.5
    /// The maximum number of clock steps that are distinguished; anything beyond is sorted by its times, as are further tracks.
    private static let mostClockSteps = 4096

    /// The state of one track.
    private struct Line {
        /// The first and the newest time of its current piece.
        var start, newest: TrackTime
        var last: (time: TrackTime, position: Fix.Position?, track: String?)
        /// The last two positions, which give the latest step: their places are needed only at a step back in time.
        var way: (from: Fix.Position, to: Fix.Position)?
        /// The metres between the last two fixes.
        var step: Double { way.flatMap { $0.from.place.distance(to: $0.to.place) } ?? 0 }
        var interval = UsualInterval()
        var run: LateRun?
        /// The last interval of its current piece that was longer than usual.
        var hole: (start: TrackTime, end: TrackTime)?
        /// Whether it has more than one piece.
        var isBroken = false
    }

    /// The fixes since a step back, until its cause is known.
    private struct LateRun {
        /// The number of its first fix among all with a time.
        let number: Int
        let first: TrackTime
        var last: TrackTime
        var count = 1
        let isContinuous, isClockLike: Bool
        /// Whether it continues without a hole.
        var isGapless = true
    }

    private let separatesTracks: Bool
    private var lines = TrackStates<Line>()
    private var number = 0
    private(set) var clockSteps: Set<Int> = []
    /// The number of pieces that begin with a step back in time.
    private var stepsBack = 0
    /// The number of tracks with such a piece.
    private var tracksBack = 0
    /// Whether the source marks breaks.
    private(set) var marksSegments = false

    /// - Parameter separatesTracks: order each track separately.
    init(separatesTracks: Bool) { self.separatesTracks = separatesTracks }

    var isInOrder: Bool { stepsBack == 0 }
    /// The number of pieces in the tracks that are not in order.
    var pieces: Int { stepsBack + tracksBack }

    /// Takes a fix, in the order of the input.
    mutating func take(_ fix: Fix) {
        guard let time = fix.time else { return }
        defer { number += 1 }
        marksSegments = marksSegments || fix.startsSegment
        let position = fix.position, track = separatesTracks ? fix.track : nil
        guard var line = lines.take(track) else {
            return lines[track] = Line(start: time, newest: time, last: (time, position, fix.track))
        }
        take(fix, at: time, in: &line)
        if let position, let before = line.last.position, position.isInPlane == before.isInPlane { line.way = (before, position) }
        line.last = (time, position ?? line.last.position, fix.track)
        lines[track] = line
    }

    /// Ends the input.
    mutating func end() {
        for track in lines.tracks {
            guard var line = lines.take(track) else { continue }
            judge(&line, reachesNewest: true)
            lines[track] = line
        }
    }

    private mutating func take(_ fix: Fix, at time: TrackTime, in line: inout Line) {
        let passed = time.seconds(since: line.last.time)
        let isNext = passed >= 0 && passed <= 3 * line.interval.seconds
        if var run = line.run {
            if time >= run.last, time < line.newest {
                run.count += 1
                run.last = time
                run.isGapless = run.isGapless && isNext
                line.run = run
                return
            }
            judge(&line, reachesNewest: time >= run.last && isNext)
        }
        guard time < line.newest else {
            if passed > 0 {
                if passed > Self.holeIntervals * line.interval.seconds { line.hole = (line.last.time, time) }
                line.interval.learn(passed)
            }
            line.newest = time
            return
        }
        line.run = LateRun(
            number: number, first: time, last: time, isContinuous: !fix.startsSegment && isContinuous(fix, line),
            isClockLike: ClockWatch.isClockStep(passed - line.interval.seconds, usual: line.interval.seconds))
    }

    /// Whether the object is where it would be one fix after the last one.
    private func isContinuous(_ fix: Fix, _ line: Line) -> Bool {
        guard fix.track == line.last.track, let place = fix.place, let way = line.last.position?.place.distance(to: place) else {
            return false
        }
        return way <= Self.mostSteps * line.step + (fix.isInPlane == true ? Self.slackInPlane : Self.slackOnEarth)
    }

    /// Decides the cause of the last step back from the fixes since then.
    private mutating func judge(_ line: inout Line, reachesNewest: Bool) {
        guard let run = line.run else { return }
        line.run = nil
        let fillsHole = line.hole.map { run.first > $0.start && run.last < $0.end } ?? false
        let repeatsTimes = run.first >= line.start && run.isGapless && reachesNewest && !fillsHole
        if run.isContinuous, run.count >= Self.minimumRun, run.isClockLike || repeatsTimes, clockSteps.count < Self.mostClockSteps {
            clockSteps.insert(run.number)
            return
        }
        stepsBack += 1
        if !line.isBroken { tracksBack += 1 }
        line.isBroken = true
        line.start = run.first
        line.newest = run.last
        line.hole = nil
    }
}

/// Assigns each fix of an input, whose pieces have been found, its sort key: its own time, or for a fix that remains late the
/// newest time before it.
struct TimeOrderKeys {
    private struct Line {
        var newest: TrackTime
        /// The time of the last fix that remains late.
        var late: TrackTime?
    }

    private let separatesTracks: Bool
    private let clockSteps: Set<Int>
    private var lines = TrackStates<Line>()
    private var number = 0

    init(separatesTracks: Bool, clockSteps: Set<Int>) {
        self.separatesTracks = separatesTracks
        self.clockSteps = clockSteps
    }

    /// Whether this is the first fix of its track. Call it for a fix before `key`.
    func isFirst(_ fix: Fix) -> Bool { !lines.isFull && lines[separatesTracks ? fix.track : nil] == nil }

    /// The key of the next fix with a time.
    mutating func key(of fix: Fix, at time: TrackTime) -> TrackTime {
        defer { number += 1 }
        let track = separatesTracks ? fix.track : nil
        guard var line = lines.take(track) else {
            lines[track] = Line(newest: time)
            return time
        }
        defer { lines[track] = line }
        if clockSteps.contains(number) || line.late.map({ time >= $0 && time < line.newest }) ?? false {
            line.late = time
            return line.newest
        }
        line.late = nil
        line.newest = time
        return time
    }
}
