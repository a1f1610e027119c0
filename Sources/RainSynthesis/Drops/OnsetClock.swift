import DeterministicMath

/// When drops fall: a renewal process in integrated rate, so that any course of the rate gives its integral as the
/// expected count. Audio thread.
///
/// A gap of mean 1 is drawn; the rate, held over each sample, is summed sample by sample until it has covered the gap, and
/// where within the sample it does is the onset. Regularity r: for r >= 1 gaps are gamma with shape r (SD 1/sqrt(r); r = 1
/// is the Poisson process); for 0 <= r < 1 they are (1 - r) + r E with E exponential (SD r), strictly even at 0, so that
/// the way from even to chance is continuous too.
struct OnsetClock: ~Copyable {
    private var random: RandomStream
    private var normals: NormalStream
    /// What the integral of the rate still has to cover before the next onset.
    private var remaining: Double
    private var primed = false
    /// Whether the walk stands at an onset, and so in a frame that may have another.
    private var isAtOnset = false

    /// `gaps` and `normals`: the random streams it draws from, the reading layer's unless said.
    @_noLocks init(seed: UInt64, gaps: UInt64 = StreamID.drops(0), normals stream: UInt64 = StreamID.drops(1)) {
        random = RandomStream(seed: seed, stream: gaps)
        normals = NormalStream(RandomStream(seed: seed, stream: stream))
        remaining = 0
    }

    /// Goes on over the frames `frame ..< end` of a segment to the next onset: its place in the sample `frame`, 0 ..< 1, or nil
    /// with `frame` at `end`. Call again from where it stands until it says nil.
    ///
    /// `rate` by frame of the segment, times `perSample` in onsets a sample; `regularity` by frame, too: 1 is chance. `exactly`:
    /// the onsets a sample of an even rate, where the caller knows them beyond a Float; they decide in an onset's frame.
    @_noLocks mutating func next(
        from frame: inout Int, to end: Int, rate: Ramp, perSample: Double, regularity: Ramp = .unity,
        exactly: Double? = nil
    ) -> Double? {
        var onset = 0.0
        while frame < end {
            if !isAtOnset {
                frame = pass(rate, perSample: perSample, from: frame, to: end)
                if frame == end { break }
            }
            isAtOnset = false
            let expected = exactly ?? Double(rate.at(frame)) * perSample
            if expected > 0, next(expected: expected, regularity: regularity.at(frame), onset: &onset) {
                isAtOnset = true
                return onset
            }
            frame = frame &+ 1
        }
        return nil
    }

    /// Whether an onset falls into the next `expected` drops (the rate times one sample); then its place in the sample,
    /// 0 ..< 1. Call again with the same value until it says no, which moves on to the next sample.
    @_noLocks mutating func next(expected: Double, regularity: Float, onset: inout Double) -> Bool {
        if !primed {
            primed = true
            remaining = firstWait(regularity)
        }
        if remaining < expected {
            onset = remaining / expected
            remaining = remaining + gap(regularity)
            return true
        }
        remaining = remaining - expected
        return false
    }

    /// Moves on over the frames `first ..< end` of a segment in which no drop falls; the frame in which the next one does,
    /// or `end`. Just what `next` would do frame by frame, in a loop that holds nothing else. Before the first drop's gap
    /// is drawn it stays where it is.
    @_noLocks private mutating func pass(_ rate: Ramp, perSample: Double, from first: Int, to end: Int) -> Int {
        guard primed else { return first }
        var left = remaining
        var frame = first
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

    /// A gap of mean 1.
    @_noLocks mutating func gap(_ regularity: Float) -> Double {
        let shape = Double(regularity)
        if shape <= 0 { return 1 }
        if shape <= 1 { return (1 - shape) + shape * random.exponential() }
        return gamma(shape) / shape
    }

    /// The wait from an arbitrary instant of the process, not from a drop: a uniform part of a gap drawn in proportion to
    /// its length. Only so does the expected count equal the integral from the very start.
    @_noLocks private mutating func firstWait(_ regularity: Float) -> Double {
        let shape = Double(regularity)
        let part = random.uniform()
        if shape > 1 { return part * gamma(shape + 1) / shape }
        var wait = 1 - (shape > 0 ? shape : 0)
        if shape > 0 {
            wait = wait + shape * random.exponential()
            if random.uniform() < shape { wait = wait + shape * random.exponential() }
        }
        return part * wait
    }

    /// Marsaglia & Tsang, A simple method for generating gamma variables (2000), shape >= 1.
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

/// Gaussians of mean 0 and variance 1 from one random stream, both of each pair used. Any thread.
struct NormalStream: BitwiseCopyable, Sendable {
    private var random: RandomStream
    private var spare = 0.0
    private var hasSpare = false

    @_noLocks init(_ random: RandomStream) { self.random = random }

    @_noLocks mutating func next() -> Double {
        if hasSpare {
            hasSpare = false
            return spare
        }
        let pair = random.gaussianPair()
        spare = pair.1
        hasSpare = true
        return pair.0
    }
}
