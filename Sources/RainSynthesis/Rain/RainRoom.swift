// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath

/// Audio thread: the room around the listener, sixteen delays fed back through a Hadamard matrix (Jot & Chaigne 1991). The highs
/// decay twice as fast as the lows. The rain is as loud with the room as without it.
struct RainRoom: ~Copyable {
    private static var count: Int { @_noLocks get { CRAIN_ROOM_LINES } }
    /// The delays in seconds; no two have a common period. Their sum is the number of resonances per Hz: the longer, the less a
    /// single one stands out.
    private static let times = [
        0.0079, 0.0091, 0.0103, 0.0119, 0.0133, 0.0151, 0.0169, 0.0187, 0.0209, 0.0233, 0.0257, 0.0283, 0.0311, 0.0341, 0.0373, 0.0409,
    ]
    /// The power below which the room is silent.
    private static var floor: Float { @_noLocks get { 1e-11 } }

    private let sampleRate: Double
    private let isa: crain_isa
    private let lines: FixedBuffer<Float>
    private let lengths = FixedBuffer<Int32>(repeating: 0, count: RainRoom.count)
    /// The low passes' state, the damping of the reverberation time last requested, and its feedback, which is reached at the
    /// quantum's end.
    private let low = FixedBuffer<Float>(repeating: 0, count: RainRoom.count)
    private let damping = FixedBuffer<Float>(repeating: 0, count: RainRoom.count)
    private let feedback = FixedBuffer<Float>(repeating: 0, count: RainRoom.count)
    private let feedbackStep = FixedBuffer<Float>(repeating: 0, count: RainRoom.count)
    private let feedbackTarget = FixedBuffer<Float>(repeating: 0, count: RainRoom.count)
    /// These for the kernel, and the place of the quantum in the lines.
    private var room: crain_room
    /// The reverberation time last requested in seconds, and the gain at which a room of that time is as loud as the rain.
    private var time: Float = 0
    private var loudness: Float = 0
    /// The gain of the room's own sound, for the time with which it began. For another time the sound that enters has another gain,
    /// so that what already sounds gets neither louder nor softer.
    private var level: Float = 0
    private var feed: Float = 1
    private var share: Float = 0
    private(set) var sounds = false

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        self.sampleRate = Double(sampleRate)
        isa = instructionSet.kernel
        // A power of two that holds the longest delay and a quantum.
        let capacity = sampleRate < 64_000 ? 2048 : sampleRate < 128_000 ? 4096 : 8192
        lines = FixedBuffer(repeating: 0, count: RainRoom.count * capacity)
        room = crain_room(
            lines: lines.first, capacity: Int32(capacity), position: 0, lengths: lengths.first, low: low.first,
            damping: damping.first, feedback: feedback.first, feedback_step: feedbackStep.first)
        for (line, time) in RainRoom.times.enumerated() {
            lengths.first[line] = Int32(DeterministicMath.roundToInt(time * Double(sampleRate)) | 1)
        }
    }

    /// Adds the room to the quantum, in place. `wet` is the room's part of the power, 0 ... 1; `time` is the seconds in which its
    /// sound falls by 60 dB.
    @_noLocks mutating func process(_ block: StereoBlock, wet: Float, time: Float) {
        let previous = share, previousFeed = feed
        share = wet
        guard wet > 0 || previous > 0 || sounds else {
            // The rain enters a room that opens later from silence.
            feed = 0
            return
        }
        let moves = time != self.time
        if moves { setDecay(time) }
        if !sounds { level = loudness }
        feed = loudness / level
        let enter = Ramp(from: previousFeed, to: feed)
        let own = Ramp(from: DeterministicMath.sqrt(previous) * level, to: DeterministicMath.sqrt(wet) * level)
        let direct = Ramp(from: DeterministicMath.sqrt(1 - previous), to: DeterministicMath.sqrt(1 - wet))
        let power = crain_add_room(
            isa, &room, block.left, block.right, own.value, own.step, direct.value, direct.step, enter.value, enter.step)
        if moves { finishDecay() }
        room.position = (room.position &+ Int32(truncatingIfNeeded: EngineConfiguration.quantum)) & (room.capacity &- 1)
        sounds = wet > 0 || power > RainRoom.floor
        if !sounds {
            silence()
            feed = 0
        }
    }

    /// Discards the room's sound in progress.
    @_noLocks mutating func silence() {
        lines.clear()
        low.clear()
        sounds = false
    }

    /// Ends the feedback's move exactly at its target.
    @_noLocks private func finishDecay() {
        for line in 0..<RainRoom.count {
            feedback.first[line] = feedbackTarget.first[line]
            feedbackStep.first[line] = 0
        }
    }

    @_noLocks private mutating func setDecay(_ time: Float) {
        self.time = time
        var lost = 0.0
        // The low pass of every line halves the reverberation time above 4 kHz.
        let share = 1 - DeterministicMath.exp(-2 * DeterministicMath.pi * 4000 / sampleRate)
        for line in 0..<RainRoom.count {
            let seconds = Double(lengths.first[line]) / sampleRate
            let gain = DeterministicMath.exp(-6.907755278982137 * seconds / Double(time))
            feedbackTarget.first[line] = Float(gain)
            feedbackStep.first[line] = (Float(gain) - feedback.first[line]) * Ramp.perFrame
            // A short delay passes more than a long one.
            damping.first[line] = Float(share + (1 - share) * gain)
            lost += 1 - gain * gain
        }
        // Each line receives the power of one channel, and `lost` is the sum of the parts that the lines lose in a pass. Half of the
        // lines sound in each channel.
        loudness = Float(DeterministicMath.sqrt(lost / Double(RainRoom.count * RainRoom.count / 2)))
    }
}
