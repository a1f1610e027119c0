// SPDX-License-Identifier: MIT
/// Derives velocity and distance from positions alone.
///
/// The receiver's jitter is measured from the offset of each position from the line between its neighbours (the median, so that
/// one turn or jump does not count). Up to 1 m of that offset always counts as jitter; more counts only as far as steering at 2
/// m/s2 between the positions does not explain it, so that a sparsely recorded winding way is not taken for jitter. Velocity is
/// the least-squares slope over the fewest of the newest positions that bring its standard error under 0.3 m/s or 5 %: two where
/// positions are clean, up to 12 seconds' worth where they jitter. A speed that is not clearly above the error counts as
/// standing. Where a position's stated accuracy is poor, that counts as its error: a speed within the error is unknown.
/// A position that no vehicle could have reached waits for the next one: if the two agree, both count; otherwise the
/// first was a spike and is rejected, and the second waits unless it fits. A position that a log repeats until the receiver
/// renews it counts once.
struct PositionMotion: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        let time: TrackTime
        let point: TrackPlace
        /// The error that the source states, in metres per axis; 0 if it states none or a usual one.
        let stated: Double
        /// The squared offset from the line between its neighbours, as far as that is jitter; nil before it has both.
        var jitter: Double?
    }
    private static let memory = 16
    /// The longest window of the slope in seconds, beyond the two positions that it needs.
    private static let window = 12.0
    /// The standard error to reach, in metres per second and as a share of the speed; and the slowest motion, in metres per second.
    private static let targetError = 0.3
    private static let targetShare = 0.05
    private static let slowest = 0.3
    /// The number of standard errors that make motion certain (under 1 % of standing jitter passes).
    private static let certainty = 4.0
    /// The stated accuracy in metres beyond which it counts, and the radius that holds 68 % of positions in standard deviations per
    /// axis (Rayleigh).
    private static let poorAccuracy = 100.0
    private static let radius68 = 1.51
    /// The share of the squared jitter that each position renews.
    private static let jitterRenewal = 0.05
    /// The allowed offset of a position from its prediction: in metres, and as unforeseen acceleration in m/s2.
    private static let surprise = 5.0
    private static let surpriseAcceleration = 6.0
    /// The speed in metres per second above which a position is not plausible.
    private static let fastest = 350.0
    /// The distance grows in hops of at least this many standard deviations of jitter.
    private static let hop = 6.0
    /// The jitter in metres that is accepted at once, and the steering in m/s2 that explains more.
    private static let usualJitter = 1.0
    private static let steering = 2.0
    /// The seconds between positions beyond which steering explains any jitter.
    private static let sparse = 3.0

    private var samples: [Sample] = []
    private var renewal = PositionRenewal()
    private var suspect: Sample?
    /// True if the last position is not accepted yet.
    var isDoubtful: Bool { suspect != nil }
    /// In metres per second.
    struct Velocity: Equatable, Sendable {
        var east = 0.0
        var north = 0.0
        var speed: Double { (east * east + north * north).squareRoot() }
    }
    /// Nil before two positions.
    private var velocity: Velocity?
    /// True while the velocity is older than the positions, whose stated errors hide the present one.
    private var isHidden = false
    /// The jitter per axis in square metres, averaged over the last twenty-odd positions; nil before three.
    private var jitterSquared: Double?
    private var jitterCount = 0
    /// The jitter in metres, one standard deviation per axis. Between positions far apart in time no more than the usual jitter
    /// is accepted: there, the jitter measured at a faster rate cannot be separated from steering.
    private var jitter: Double {
        let measured = (jitterSquared ?? 0).squareRoot()
        guard samples.count >= 2 else { return measured }
        let seconds = samples[samples.count - 1].time.seconds(since: samples[samples.count - 2].time)
        return seconds > Self.sparse ? min(measured, Self.usualJitter) : measured
    }
    private var anchor: TrackPlace?
    private var wasMoving = false
    /// The distance travelled in metres; never decreases.
    private(set) var distance = 0.0

    /// The velocity, unless poor positions hide it.
    var knownVelocity: Velocity? { isHidden ? nil : velocity }
    /// The speed in metres per second; 0 when standing, nil when unknown.
    var speed: Double? { knownVelocity?.speed }

    /// Clears the velocity after a gap, but not the distance. With `jumps` the distance across the gap is not added.
    mutating func reset(jumps: Bool) {
        forget()
        renewal = PositionRenewal()
        isHidden = false
        if jumps { anchor = nil }
    }

    private mutating func forget() {
        samples.removeAll(keepingCapacity: true)
        suspect = nil
        velocity = nil
        jitterSquared = nil
        jitterCount = 0
    }

    /// - Parameters:
    ///   - accuracy: the stated accuracy in metres (68 %), if any.
    ///   - isMoving: whether the source's own speed means moving; nil leaves that to the positions.
    mutating func process(_ point: TrackPlace, at time: TrackTime, accuracy: Double?, isMoving: Bool?) {
        // Pictures and stages renew a position in every frame.
        let renewed: PositionRenewal.Answer = if case .earth = point { renewal.take(point, at: time) } else { .position }
        switch renewed {
        case .position: break
        case .repetition: if suspect == nil { return }
        case .firstRenewal(let before, let earlier):
            // The repetitions so far looked like standing and jumping.
            forget()
            samples.append(Sample(time: earlier, point: before, stated: 0))
        }
        let stated = accuracy.map { $0 > Self.poorAccuracy ? $0 / Self.radius68 : 0 } ?? 0
        let sample = Sample(time: time, point: point, stated: stated)
        if let last = samples.last, !isPlausible(sample, after: last) {
            guard let held = suspect, agrees(sample, with: held, after: last) else {
                suspect = sample
                return
            }
            // Two in a row that do not fit, but agree: the vehicle is where they are.
            travel(to: held.point, moving: true)
            samples.removeAll(keepingCapacity: true)
            samples.append(held)
        }
        suspect = nil
        samples.append(sample)
        while samples.count > Self.memory { samples.removeFirst() }
        measureJitter()
        measureVelocity()
        travel(to: point, moving: isMoving ?? ((speed ?? 0) > 0 || samples.count == 1))
    }

    /// Whether a position agrees with the one before, where neither fits the `last` that counts: a vehicle gets from one to the other, or
    /// they lie on one way, as those of a satellite.
    private func agrees(_ sample: Sample, with held: Sample, after last: Sample) -> Bool {
        guard let step = held.point.distance(to: sample.point), let way = last.point.distance(to: sample.point) else { return true }
        return step <= Self.fastest * max(sample.time.seconds(since: held.time), 1) || step < way
    }

    private func isPlausible(_ sample: Sample, after last: Sample) -> Bool {
        let seconds = sample.time.seconds(since: last.time)
        // No distance exists between the Earth and a plane.
        guard let offset = last.point.offset(to: sample.point), let way = last.point.distance(to: sample.point) else { return false }
        if way > Self.fastest * max(seconds, 1) { return false }
        // Two positions predict nothing while their jitter is unknown.
        guard let velocity, samples.count >= 3 else { return true }
        let eastOff = offset.east - velocity.east * seconds
        let northOff = offset.north - velocity.north * seconds
        let allowed = Self.surprise + Self.surpriseAcceleration / 2 * seconds * seconds + 6 * jitter
        return eastOff * eastOff + northOff * northOff <= allowed * allowed
    }

    private mutating func measureJitter() {
        let last = samples.count - 2
        guard last >= 1 else { return }
        // The newest position gives the one before it its second neighbour; the offsets of the others do not change.
        samples[last].jitter = Self.jitter(samples[last], between: samples[last - 1], and: samples[last + 1])
        var squares = InlineArray<16, Double>(repeating: 0)
        var count = 0
        for middle in 1...last {
            guard let square = samples[middle].jitter else { continue }
            var place = count
            while place > 0, squares[place - 1] > square {
                squares[place] = squares[place - 1]
                place -= 1
            }
            squares[place] = square
            count += 1
        }
        guard count > 0 else { return }
        // The median of a two-axis square is ln 2 of its mean.
        let now = squares[(count - 1) / 2] / 0.693_147_180_559_945_3
        jitterCount += 1
        let known = jitterSquared ?? now
        // Never far above the jitter of the newest positions, so that one outlier is not remembered.
        jitterSquared = min(known + max(Self.jitterRenewal, 1 / Double(jitterCount)) * (now - known), 4 * now)
    }

    /// The squared offset in square metres of a position from the line between its neighbours, as far as steering does not
    /// explain it; nil if one of them is not on Earth.
    private static func jitter(_ here: Sample, between before: Sample, and after: Sample) -> Double? {
        let share = here.time.seconds(since: before.time) / after.time.seconds(since: before.time)
        guard let toHere = here.point.offset(to: before.point), let toAfter = here.point.offset(to: after.point) else { return nil }
        let eastOff = toHere.east * (1 - share) + toAfter.east * share
        let northOff = toHere.north * (1 - share) + toAfter.north * share
        let scale = 1 / (2 * (1 + share * share + (1 - share) * (1 - share)))
        let square = (eastOff * eastOff + northOff * northOff) * scale
        let steered = steering / 2 * here.time.seconds(since: before.time) * after.time.seconds(since: here.time)
        return max(min(square, usualJitter * usualJitter), square - steered * steered * scale)
    }

    private mutating func measureVelocity() {
        guard samples.count >= 2, let newest = samples.last else {
            velocity = nil
            return
        }
        // Sums over the newest positions, adding one at a time, relative to the newest.
        var count = 1.0
        var sumTime = 0.0
        var sumEast = 0.0
        var sumNorth = 0.0
        var sumTimeTime = 0.0
        var sumTimeEast = 0.0
        var sumTimeNorth = 0.0
        var found = Velocity()
        let jitter = jitter
        var error = 0.0
        var stated = newest.stated
        for index in stride(from: samples.count - 2, through: 0, by: -1) {
            let seconds = samples[index].time.seconds(since: newest.time)
            if count >= 2, -seconds > Self.window { break }
            guard let offset = newest.point.offset(to: samples[index].point) else { break }
            count += 1
            sumTime += seconds
            sumEast += offset.east
            sumNorth += offset.north
            sumTimeTime += seconds * seconds
            sumTimeEast += seconds * offset.east
            sumTimeNorth += seconds * offset.north
            let spread = sumTimeTime - sumTime * sumTime / count
            guard spread > 0 else { continue }
            found.east = (sumTimeEast - sumTime * sumEast / count) / spread
            found.north = (sumTimeNorth - sumTime * sumNorth / count) / spread
            stated = max(stated, samples[index].stated)
            error = max(jitter, stated) / spread.squareRoot()
            let speed = found.speed
            if error <= max(Self.targetError, Self.targetShare * speed), speed > Self.certainty * error || error < 0.05 { break }
        }
        let speed = found.speed
        isHidden = stated > 0 && speed < Self.certainty * error
        if isHidden { return }
        velocity = speed < max(Self.slowest, Self.certainty * error) ? Velocity() : found
    }

    private mutating func travel(to point: TrackPlace, moving: Bool) {
        guard let from = anchor else {
            anchor = point
            return
        }
        // Where positions jitter, a single sign of motion adds no distance.
        let counts = moving && (wasMoving || jitter < Self.usualJitter / 2)
        wasMoving = moving
        guard counts else { return }
        guard let way = from.distance(to: point) else {
            anchor = point
            return
        }
        if way >= Self.hop * jitter {
            distance += way
            anchor = point
        }
    }
}
