// SPDX-License-Identifier: MIT
import DeterministicMath

/// Computes when drops fall: a renewal process in the integrated rate, so that for any course of the rate the expected
/// count is its integral. Audio thread.
///
/// It draws a gap of mean 1 and sums the rate, held over each sample, until the sum has covered the gap; the point within the
/// sample at which it does is the onset. Regularity r: for r >= 1 gaps are gamma with shape r (SD 1/sqrt(r); r = 1 is the Poisson
/// process); for 0 <= r < 1 they are (1 - r) + r E with E exponential (SD r), strictly even at 0, so that the transition from
/// even to random is continuous too. Uniform gaps have the same SD, as far as none is below 0.
struct OnsetClock: ~Copyable {
    private var random: RandomStream
    private var normals: NormalStream
    /// The amount that the integral of the rate still has to cover before the next onset.
    private var remaining: Double
    private var primed = false
    /// Whether the clock is at an onset, and so in a frame that may contain another.
    private var isAtOnset = false

    /// `gaps` and `normals`: the random streams to draw from, by default the reading layer's.
    @_noLocks init(seed: UInt64, gaps: UInt64 = StreamID.drops(0), normals stream: UInt64 = StreamID.drops(1)) {
        random = RandomStream(seed: seed, stream: gaps)
        normals = NormalStream(RandomStream(seed: seed, stream: stream))
        remaining = 0
    }

    /// Advances through the frames `frame ..< end` of a segment to the next onset. Returns its position in the sample `frame`,
    /// 0 ..< 1, or nil with `frame` at `end`. Call again with the advanced `frame` until it returns nil.
    ///
    /// `rate` is given by frame of the segment; times `perSample`, it is in onsets per sample. `regularity` is given by frame
    /// too; 1 is random. `exactly` is a constant rate in onsets per sample, if the caller knows it more precisely than a Float;
    /// it decides in an onset's frame.
    @_noLocks mutating func next(
        from frame: inout Int, to end: Int, rate: Ramp, perSample: Double, regularity: Ramp = .unity,
        isUniform: Bool = false, exactly: Double? = nil
    ) -> Double? {
        var onset = 0.0
        while frame < end {
            if !isAtOnset {
                frame = pass(rate, perSample: perSample, from: frame, to: end)
                if frame == end { break }
            }
            isAtOnset = false
            let expected = exactly ?? Double(rate.at(frame)) * perSample
            if expected > 0, next(expected: expected, regularity: regularity.at(frame), isUniform: isUniform, onset: &onset) {
                isAtOnset = true
                return onset
            }
            frame = frame &+ 1
        }
        return nil
    }

    /// Returns whether an onset falls into the next `expected` drops (the rate times one sample); if so, `onset` is its position in the
    /// sample, 0 ..< 1. Call again with the same value until it returns false, which advances to the next sample.
    @_noLocks mutating func next(expected: Double, regularity: Float, isUniform: Bool = false, onset: inout Double) -> Bool {
        if !primed {
            primed = true
            remaining = firstWait(regularity, isUniform)
        }
        if remaining < expected {
            onset = remaining / expected
            remaining = remaining + gap(regularity, isUniform)
            return true
        }
        remaining = remaining - expected
        return false
    }

    /// Advances through the frames `first ..< end` of a segment in which no drop falls; returns the frame of the next drop, or
    /// `end`. It does what `next` would do frame by frame. Before the first drop's gap is drawn it does not advance.
    @_noLocks private mutating func pass(_ rate: Ramp, perSample: Double, from first: Int, to end: Int) -> Int {
        guard primed else { return first }
        // All frames at once, if the gap reaches beyond them.
        let frames = Double(end &- first)
        let begins = Double(rate.at(first)) * perSample, ends = Double(rate.at(end &- 1)) * perSample
        let whole = 0.5 * frames * (begins + ends)
        if begins >= 0 && ends >= 0 && whole < remaining {
            remaining = remaining - whole
            return end
        }
        var left = remaining
        var frame = first
        // At a constant rate, one division takes the whole way, but for rounding.
        let steps = rate.step == 0 && begins > 0 ? DeterministicMath.floorToInt(left / begins) : 0
        if steps > 0 {
            left = left - Double(steps) * begins
            frame = frame &+ steps
            if left < 0 {
                left = left + begins
                frame = frame &- 1
            }
        }
        while frame < end {
            let expected = Double(rate.at(frame)) * perSample
            let step = expected > 0 ? expected : 0
            if left < step { break }
            left = left - step
            frame = frame &+ 1
        }
        remaining = left
        return frame
    }

    /// Draws a gap of mean 1.
    @_noLocks mutating func gap(_ regularity: Float, _ isUniform: Bool = false) -> Double {
        let shape = Double(regularity)
        if isUniform { return 1 + OnsetClock.halfWidth(shape) * random.symmetric() }
        if shape <= 0 { return 1 }
        if shape <= 1 { return (1 - shape) + shape * random.exponential() }
        return gamma(shape) / shape
    }

    /// Draws the wait from an arbitrary instant of the process, not from a drop: a uniform part of a gap drawn in proportion to
    /// its length. Only then does the expected count equal the integral from the very start.
    @_noLocks private mutating func firstWait(_ regularity: Float, _ isUniform: Bool) -> Double {
        let shape = Double(regularity)
        let part = random.uniform()
        if isUniform {
            let half = OnsetClock.halfWidth(shape)
            let least = (1 - half) * (1 - half)
            return part * DeterministicMath.sqrt(least + random.uniform() * ((1 + half) * (1 + half) - least))
        }
        if shape > 1 { return part * gamma(shape + 1) / shape }
        var wait = 1 - (shape > 0 ? shape : 0)
        if shape > 0 {
            wait = wait + shape * random.exponential()
            if random.uniform() < shape { wait = wait + shape * random.exponential() }
        }
        return part * wait
    }

    /// Half the width of uniform gaps of a regularity: 0 strictly even, and from 3 down to 1 as wide as they can be.
    @_noLocks private static func halfWidth(_ regularity: Double) -> Double {
        regularity >= 1 ? DropLaw.halfWidth(deviation: 1 / DeterministicMath.sqrt(regularity)) : DropLaw.halfWidth(deviation: regularity)
    }

    /// Draws a gamma variable of shape >= 1 (Marsaglia & Tsang, A simple method for generating gamma variables, 2000).
    @_noLocks private mutating func gamma(_ shape: Double) -> Double {
        let d = shape - 1.0 / 3
        let c = 1 / DeterministicMath.sqrt(9 * d)
        while true {
            let x = normals.next()
            let root = 1 + c * x
            if root <= 0 { continue }
            let v = root * root * root
            let u = random.uniform()
            let x2 = x * x
            if u < 1 - 0.0331 * x2 * x2 { return d * v }
            if u > 0 && DeterministicMath.log(u) < 0.5 * x2 + d * (1 - v + DeterministicMath.log(v)) { return d * v }
        }
    }
}
