// SPDX-License-Identifier: MIT
import DeterministicMath
import RealtimeExchange

/// The onset of a single sound, a drop or an event note. Plain memory; any thread.
public struct SoundOnset: BitwiseCopyable, Sendable {
    /// The first sample that can contain the sound: for a reading drop or a note, the one at or after its onset.
    public var sample: Int64
    public var layer: SoundLayer
    /// An index: for a reading drop into the choices of `drops.material`, for a raindrop into those of `rain.surface`, for a note
    /// into those of `StrikeVoice`.
    var material: Int32
    /// The sound's amplitude in each channel before the limiter. For a reading drop it is the peak as if it fell on `plain`,
    /// since the material changes its colour but hardly its loudness; for a note it is the peak; for a raindrop it is the RMS
    /// over 1 ms as if all its energy lay in that time, before walls and room.
    public var left: Float
    public var right: Float

    /// The square root of 1000, which converts the root of an energy to the RMS over 1 ms.
    static var millisecond: Float { @_noLocks get { 31.622776 } }

    /// The level over both channels in dB of full scale, -120 or more.
    public var level: Double {
        let power = Double(left) * Double(left) + Double(right) * Double(right)
        return power > 1e-12 ? 10 * DeterministicMath.log10(power) : -120
    }

    /// The name of the material or voice: `wood` both for a drop on wood and for a wooden note.
    public var materialName: String {
        switch layer {
        case .strikes: StrikeVoice(rawValue: UInt8(clamping: material))?.name ?? "?"
        case .rain: ParameterTable.spec(.rainSurface).choice(at: Double(material)) ?? "?"
        default: ParameterTable.spec(.dropsMaterial).choice(at: Double(material)) ?? "?"
        }
    }
}

/// Audio thread: logs onsets.
extension RainPart {
    /// Logs a note that begins at `sample`.
    @_noLocks mutating func logStrike(_ event: SynthEvent, at sample: Int64, _ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard onsets != nil else { return }
        let level = event.level + glide.value(.strikesLevel) + glide.value(.masterLevel)
        let amplitude = DeterministicMath.gain(decibels: level) * volume.value * now.share
        let pan = event.pan
        _ = onsets?.push(
            SoundOnset(
                sample: sample, layer: .strikes, material: Int32(truncatingIfNeeded: event.voice.index),
                left: amplitude * (pan > 0 ? 1 - pan : 1), right: amplitude * (pan < 0 ? 1 + pan : 1)))
    }

    /// Logs the reading drops of the quantum being mixed.
    @_noLocks mutating func logDrops(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard onsets != nil, let drops = drops.pointer else { return }
        for index in 0..<drops.pointee.layer.onsetCount {
            let (onset, shape) = drops.pointee.layer.onset(index)
            let frame = DeterministicMath.floorToInt(onset.position)
            let gain = buffers.duck[frame] * buffers.gain[frame] * now.share
            let strength = Float(shape.impactAmplitude > shape.bubbleAmplitude ? shape.impactAmplitude : shape.bubbleAmplitude)
            let isBetween = onset.position > Double(frame)
            _ = onsets?.push(
                SoundOnset(
                    sample: now.clock &+ Int64(isBetween ? frame &+ 1 : frame), layer: .drops, material: onset.material,
                    left: strength * shape.left * gain, right: strength * shape.right * gain))
        }
    }

    /// Logs the single raindrops of the quantum being mixed.
    @_noLocks mutating func logRain(_ onsets: inout EventQueueProducer<SoundOnset>?) {
        guard onsets != nil, let rain = surround.pointer?.pointee.rain else { return }
        let material = Int32(truncatingIfNeeded: glide.choice(.rainSurface))
        for index in 0..<rain.pointee.arrivalCount {
            let (arrival, level) = rain.pointee.arrivalAndGain(index)
            let frame = DeterministicMath.floorToInt(arrival.position)
            let gain = level * buffers.duck[frame] * buffers.gain[frame] * SoundOnset.millisecond
            // A band-limited grain begins in the frame that contains its position.
            _ = onsets?.push(
                SoundOnset(
                    sample: now.clock &+ Int64(frame), layer: .rain, material: material,
                    left: arrival.left * gain, right: arrival.right * gain))
        }
    }
}
