// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: water that runs off after the rain of the last minutes, a stream of bubbles (van den Doel 2005) whose number and
/// pitch indicate what it runs in.
///
/// The ground fills and empties like a reservoir: dw/dt = (rain - w)/memory. The power is proportional to w, with the stated
/// level at 10 mm/h; in dB, two thirds of it come from more bubbles, one third from stronger ones.
struct RainFlow: ~Copyable {
    /// How water runs in a course.
    private struct Course: BitwiseCopyable {
        /// Bubbles per second at 10 mm/h, their middle pitch in Hz and the SD of its logarithm.
        let rate: Double
        let frequency: Double
        let spread: Double
        /// The gurgle of their number: the SD of its logarithm, and its memory in seconds.
        let gurgle: Double
        let memory: Double
    }

    /// In the order of the choices of `rain.flow.course`.
    static let courses = ["runnel", "gutter", "drain"]
    @_noLocks private static func course(_ index: Int) -> Course {
        switch index {
        case 0: Course(rate: 420, frequency: 1900, spread: 0.5, gurgle: 0.35, memory: 0.9)
        case 1: Course(rate: 260, frequency: 1000, spread: 0.6, gurgle: 0.5, memory: 0.5)
        default: Course(rate: 130, frequency: 420, spread: 0.45, gurgle: 0.9, memory: 0.22)
        }
    }
    /// The power of a flow of 10 mm/h at 0 dB, both channels.
    private static var power: Double { @_noLocks get { 2e-4 } }

    private var clock: OnsetClock
    private var random: RandomStream
    private var normals: NormalStream
    private var voices: RainVoicePair
    private let bubbles: UnsafePointer<RainFlowBubbles>
    private let sampleRate: Double
    private let share: Double
    /// The water that is still to run off, as the rain in mm/h that would sustain it; nil before the first quantum.
    private var water: Double?
    private var gurgle = 0.0
    private var rate = 0.0
    private var gain: Float = 0

    /// `share`: the part of the bubbles that rises here.
    init(sampleRate: Int, seed: UInt64, share: Double, instructionSet: InstructionSet) {
        self.share = share
        clock = OnsetClock(seed: seed, gaps: StreamID.rainFlow(0), normals: StreamID.rainFlow(1))
        random = RandomStream(seed: seed, stream: StreamID.rainFlow(2))
        normals = NormalStream(RandomStream(seed: seed, stream: StreamID.rainFlow(3)))
        voices = RainVoicePair(capacity: 512, instructionSet: instructionSet)
        self.sampleRate = Double(sampleRate)
        bubbles = RainFlowBubbles.shared.table(sampleRate: sampleRate)
    }

    var isSilent: Bool { @_noLocks get { voices.isSilent } }
    /// Bubbles dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { voices.refused } }

    /// Whether water is still audibly running off.
    var isFull: Bool { @_noLocks get { rate > 0 } }

    /// Adds a quantum's rain of `intensity` mm/h to the ground, which remembers it for `memory` seconds; `level` is in dB, -60 is off.
    @_noLocks mutating func begin(intensity: Double, memory: Double, level: Float, course: Int) {
        let step = Double(EngineConfiguration.quantum) / sampleRate
        let before = water ?? intensity
        let retention = DeterministicMath.exp(-step / memory)
        let stored = intensity + (before - intensity) * retention
        water = stored
        guard level > -60, stored > 0.001 else {
            rate = 0
            return
        }
        let watercourse = RainFlow.course(course)
        let gurgleRetention = DeterministicMath.exp(-step / watercourse.memory)
        gurgle = gurgle * gurgleRetention + DeterministicMath.sqrt(1 - gurgleRetention * gurgleRetention) * normals.next()
        let part = stored / 10
        let more = DeterministicMath.exp(0.6666666666666666 * DeterministicMath.log(part))
        // The mean of exp(s x) for a Gaussian x is exp(s^2/2).
        rate =
            share * watercourse.rate * more
            * DeterministicMath.exp(watercourse.gurgle * gurgle - 0.5 * watercourse.gurgle * watercourse.gurgle)
        gain =
            DeterministicMath.sqrt(Float(RainFlow.power * part / (watercourse.rate * more)))
            * DeterministicMath.gain(decibels: level)
    }

    /// Schedules the bubbles of a segment of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, course: Int) {
        guard rate > 0 else { return }
        let watercourse = RainFlow.course(course)
        let middle = DeterministicMath.log(watercourse.frequency / RainFlowBubbles.lowest)
        let even = Ramp(value: Float(rate)), perSample = 1 / sampleRate
        var frame = 0
        while let place = clock.next(from: &frame, to: frames, rate: even, perSample: perSample, exactly: rate * perSample) {
            let bubble = bubbles.pointee.bubble(middle + watercourse.spread * normals.next())
            // Levels with an SD of 5 dB and a mean power of 1.
            let level = gain * Float(DeterministicMath.exp(0.5756 * normals.next() - 0.5756 * 0.5756))
            let pan = DeterministicMath.sincos(turns: 0.125 * (1 + 0.6 * random.symmetric()))
            let start = DeterministicMath.floorToInt(Double(offset &+ frame) + place)
            voices.add(bubble, places: (start, start), gains: (level * Float(pan.cos), level * Float(pan.sin)))
        }
    }

    /// Adds the quantum to both channels.
    @_noLocks mutating func render(into block: StereoBlock) {
        voices.accumulate(bubbles.pointee.table.samples, into: block)
    }

    /// Discards all sound in progress; the water that has fallen still runs off.
    @_noLocks mutating func silence() { voices.removeAll() }
}
