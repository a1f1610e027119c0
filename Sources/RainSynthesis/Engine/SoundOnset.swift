import DeterministicMath
import RealtimeExchange

/// A single sound of a quantum: a drop or a note of an event, where it begins. Plain memory; any thread.
public struct SoundOnset: BitwiseCopyable, Sendable {
    /// The first sample that can tell of it: for a drop or note the one at or after its onset.
    public var sample: Int64
    public var layer: SoundLayer
    /// A reading drop's place among the choices of `drops.material`, a drop of rain's among those of `rain.surface`, a note's
    /// among those of `StrikeVoice`.
    public var material: Int32
    /// The amplitude of its own in each channel before the limiter: of a reading drop the greatest, as if it fell on `plain`,
    /// since what it falls on changes its colour and hardly its loudness; of a note the greatest; of a drop of rain the RMS over
    /// 1 ms if all its energy lay in that, before walls and room.
    public var left: Float
    public var right: Float

    /// The root of a second's milliseconds: from the root of an energy to the RMS over 1 ms.
    static var millisecond: Float { @_noLocks get { 31.622776 } }

    @_noLocks init(sample: Int64, layer: SoundLayer, material: Int32, left: Float, right: Float) {
        self.sample = sample
        self.layer = layer
        self.material = material
        self.left = left
        self.right = right
    }

    /// dB of full scale over both channels, -120 and below as -120.
    public var level: Double {
        let power = Double(left) * Double(left) + Double(right) * Double(right)
        return power > 1e-12 ? 10 * DeterministicMath.log10(power) : -120
    }

    /// What it is or falls on: `wood` for a drop on wood as for a wooden note.
    public var materialName: String {
        switch layer {
        case .strikes: StrikeVoice(rawValue: UInt8(clamping: material)).map { "\($0)" } ?? "?"
        case .rain: ParameterTable.spec(.rainSurface).choice(at: Double(material)) ?? "?"
        default: ParameterTable.spec(.dropsMaterial).choice(at: Double(material)) ?? "?"
        }
    }
}

/// Audio thread: telling of onsets.
extension RainPart {
    /// A note begins at `sample`.
    @_noLocks mutating func noteStrike(
        _ event: SynthEvent, at sample: Int64, _ onsets: inout EventQueueProducer<SoundOnset>?
    ) {
        guard onsets != nil else { return }
        let level = event.level + glide.value(.strikesLevel) + glide.value(.masterLevel)
        let amplitude = DeterministicMath.gain(decibels: level) * volume.value * now.share
        let pan = event.pan
        _ = onsets?.push(
            SoundOnset(
                sample: sample, layer: .strikes, material: Int32(unsafeBitCast(event.voice, to: UInt8.self)),
                left: amplitude * (pan > 0 ? 1 - pan : 1), right: amplitude * (pan < 0 ? 1 + pan : 1)))
    }

    /// The drops of the quantum that is being mixed.
    @_noLocks mutating func noteDrops(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard onsets != nil else { return }
        var index = 0
        while index < drops?.layer.onsetCount ?? 0, let (onset, shape) = drops?.layer.onset(index) {
            let frame = DeterministicMath.floorToInt(onset.position)
            let gain = buffers.duck[frame] * buffers.gain[frame] * now.share
            let strength = Float(shape.impactAmplitude > shape.bubbleAmplitude ? shape.impactAmplitude : shape.bubbleAmplitude)
            let isBetween = onset.position > Double(frame)
            _ = onsets?.push(
                SoundOnset(
                    sample: now.clock &+ Int64(isBetween ? frame &+ 1 : frame), layer: .drops, material: onset.material,
                    left: strength * shape.left * gain, right: strength * shape.right * gain))
            index &+= 1
        }
    }

    /// The single drops of rain of the quantum that is being mixed.
    @_noLocks mutating func noteRain(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard onsets != nil else { return }
        let material = Int32(truncatingIfNeeded: glide.choice(.rainSurface))
        var index = 0
        while index < surround?.arrivalCount ?? 0, let (arrival, level) = surround?.arrival(index) {
            let frame = DeterministicMath.floorToInt(arrival.position)
            let gain = level * buffers.duck[frame] * buffers.gain[frame] * SoundOnset.millisecond
            // A grain that is band-limited begins in the frame in which its place lies.
            _ = onsets?.push(
                SoundOnset(
                    sample: now.clock &+ Int64(frame), layer: .rain, material: material,
                    left: arrival.left * gain, right: arrival.right * gain))
            index &+= 1
        }
    }
}
