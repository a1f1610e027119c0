// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: converts the gain that each sample needs to the gain that is applied.
///
/// The gain falls instantly and returns exponentially. A sliding minimum holds it over the look-ahead, and two box filters (a triangle)
/// smooth it, so that it is fully reduced when the peak arrives. All values are integers: the sums never drift, and unity is exactly unity.
struct LimiterGain: ~Copyable {
    /// The gain 1.
    static var one: Int { @_noLocks get { 1 &<< 24 } }

    private let window: Int
    private let box: Int
    private let full: Int
    private let releaseRate: Int
    /// A ring of candidates for the sliding minimum: their times in samples and their values.
    private let times: FixedBuffer<Int>
    private let values: FixedBuffer<Int>
    private var head = 0
    private var tail = 0
    private var time = 0
    private let firstBox: FixedBuffer<Int>
    private let secondBox: FixedBuffer<Int>
    private var firstSum = 0
    private var secondSum = 0
    private var boxPosition = 0
    private var envelope = LimiterGain.one
    /// Samples since the envelope was last below 1.
    private var samplesAtUnity = 0

    /// `window` samples of sliding minimum, two boxes of `box` samples, a return in about `release` samples.
    init(window: Int, box: Int, release: Double) {
        self.window = window
        self.box = box
        full = LimiterGain.one * box * box
        releaseRate = DeterministicMath.roundToInt((1 - DeterministicMath.exp(-1 / release)) * Double(LimiterGain.one))
        times = FixedBuffer(repeating: 0, count: 512)
        values = FixedBuffer(repeating: 0, count: 512)
        firstBox = FixedBuffer(unset: box)
        secondBox = FixedBuffer(unset: box)
        reset()
    }

    /// True if every further gain is 1 until a smaller one is needed.
    var isIdle: Bool { @_noLocks get { samplesAtUnity >= window &+ 2 &* box } }

    /// Takes the gain the next sample needs, `one` or less, and returns the gain of the sample `window - 1 - reach` earlier.
    @_noLocks mutating func next(_ needed: Int) -> Double {
        let released = envelope &+ ((LimiterGain.one &- envelope) &* releaseRate) &>> 24 &+ 1
        envelope = min(needed, min(released, LimiterGain.one))
        samplesAtUnity = envelope < LimiterGain.one ? 0 : samplesAtUnity &+ 1

        while tail > head, values.first[(tail &- 1) & 511] >= envelope { tail = tail &- 1 }
        times.first[tail & 511] = time
        values.first[tail & 511] = envelope
        tail = tail &+ 1
        if times.first[head & 511] <= time &- window { head = head &+ 1 }
        time = time &+ 1
        let smallest = values.first[head & 511]

        firstSum = firstSum &+ smallest &- firstBox.first[boxPosition]
        firstBox.first[boxPosition] = smallest
        secondSum = secondSum &+ firstSum &- secondBox.first[boxPosition]
        secondBox.first[boxPosition] = firstSum
        boxPosition = boxPosition &+ 1 == box ? 0 : boxPosition &+ 1
        return Double(secondSum) / Double(full)
    }

    /// Returns to unity at once.
    @_noLocks mutating func reset() {
        head = 0
        tail = 0
        time = 0
        boxPosition = 0
        envelope = LimiterGain.one
        samplesAtUnity = window &+ 2 &* box
        for index in 0..<box {
            firstBox.first[index] = LimiterGain.one
            secondBox.first[index] = LimiterGain.one &* box
        }
        firstSum = LimiterGain.one &* box
        secondSum = full
    }
}
