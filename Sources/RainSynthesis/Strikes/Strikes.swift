// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the short tuned notes of events, and the ducking of the rain under them.
///
/// At most eight notes sound; a further one steals the quietest, which fades out within 256 frames. Silence costs nothing.
struct Strikes: RenderedLayer, ~Copyable {
    /// Notes that sound at once.
    private static var voices: Int { @_noLocks get { 8 } }
    /// Slots for sounding notes and for those that are fading out: 24 notes may begin within the 256 frames of a fade.
    private static var slots: Int { @_noLocks get { 32 } }

    private let sampleRate: Int
    private let notes = FixedBuffer<StrikeNote>(repeating: StrikeNote(), count: Strikes.slots)
    private let table: UnsafePointer<StrikeTable>
    private var active = 0
    private var duck: StrikeDuck
    private var levelGain = MixGain(off: -60)

    init(sampleRate: Int) {
        self.sampleRate = sampleRate
        table = StrikeTable.shared.table(sampleRate: sampleRate)
        duck = StrikeDuck(sampleRate: sampleRate)
    }

    /// The gain of the rain from the next frame on; linear until the next 64 frames begin.
    var duckGain: Ramp { @_noLocks get { duck.ramp } }

    /// Begins a note with the next frame to be rendered. Its values must be in range, as `SynthEvent.limited` makes them. `pan` lowers
    /// the channel on the far side, and the other keeps the level.
    @_noLocks mutating func start(_ event: SynthEvent) {
        let amplitude = DeterministicMath.gain(decibels: event.level) * table.pointee.normalisation(event.voice, event.frequency)
        let recipe = table.pointee.recipe(event.voice)
        notes.first[freeSlot()] = StrikeNote(
            recipe, frequency: event.frequency, amplitude: amplitude, pan: event.pan, sampleRate: sampleRate)
        active = Strikes.slots
        // A note counts as sounding until it has fallen by 30 dB.
        let sounding = DeterministicMath.roundToInt(Double(recipe.decays[0]) * 0.5 * Double(sampleRate))
        duck.begin(decibels: event.duckBy, frames: sounding, release: event.duckRelease)
    }

    /// Adds the segment.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        render(
            into: block.from(segment.first), frames: segment.frames,
            gain: levelGain.ramp(glide.ramp(.strikesLevel), frames: segment.frames))
    }

    /// Adds `frames` frames (at most up to the end of the quantum) of all notes and advances the ducking by as many.
    @_noLocks mutating func render(into block: StereoBlock, frames: Int, gain: Ramp = .unity) {
        duck.advance(frames)
        guard active > 0 else { return }
        active = 0
        let notes = notes.first
        for slot in 0..<Strikes.slots where notes[slot].isActive {
            notes[slot].render(into: block, frames: frames, gain: gain)
            active = active &+ 1
        }
    }

    /// Ends every note and the ducking.
    @_noLocks mutating func silence() {
        for slot in 0..<Strikes.slots { notes.first[slot] = StrikeNote() }
        active = 0
        duck.reset()
    }

    /// Returns a slot for a new note; steals the quietest note if all voices sound.
    @_noLocks private mutating func freeSlot() -> Int {
        var free = -1
        var sounding = 0
        var quietest = -1
        var weakest: Float = .infinity
        var fadingOut = 0
        let notes = notes.first
        for slot in 0..<Strikes.slots {
            if !notes[slot].isActive {
                if free < 0 { free = slot }
            } else if notes[slot].isFadingOut {
                fadingOut = slot
            } else {
                sounding = sounding &+ 1
                let strength = notes[slot].strength
                if strength < weakest {
                    weakest = strength
                    quietest = slot
                }
            }
        }
        if sounding >= Strikes.voices, quietest >= 0 { notes[quietest].fadeOut() }
        return free >= 0 ? free : fadingOut
    }
}

/// Audio thread: the ducking of the rain under an event: down within 10 ms, held while the note sounds, then back.
///
/// The gain steps once every 64 frames, linearly in dB, and is interpolated linearly between the steps.
struct StrikeDuck: BitwiseCopyable {
    private let sampleRate: Float
    /// The attenuation of the rain in dB: now, and at most.
    private var depth: Float = 0
    private var target: Float = 0
    private var holdFrames: Int = 0
    private var release: Float = 0.6
    private var frame = 0
    private var current = Ramp(value: 1)

    init(sampleRate: Int) { self.sampleRate = Float(sampleRate) }

    /// Ducks by `decibels` for `frames` frames from now, then returns within `release` seconds, above 0.
    @_noLocks mutating func begin(decibels: Float, frames: Int, release: Float) {
        guard decibels > 0 else { return }
        // The return from a deeper one goes no further back than it is.
        target = max(holdFrames > 0 ? target : depth, decibels)
        holdFrames = max(holdFrames, frames)
        self.release = release
    }

    /// The gain from the next frame on, until the end of the 64 frames that began with the last step.
    var ramp: Ramp {
        @_noLocks get { Ramp(value: current.at(frame), step: current.step) }
    }

    /// Advances by `frames` frames, which must not extend past the next step.
    @_noLocks mutating func advance(_ frames: Int) {
        frame = frame &+ frames
        guard frame >= 64 else { return }
        frame = frame &- 64
        let start = current.value + current.step * 64
        if holdFrames > 0 {
            holdFrames = holdFrames &- 64
            depth = min(target, depth + target * 64 / (0.01 * sampleRate))
        } else {
            depth = max(0, depth - target * 64 / (release * sampleRate))
            if depth == 0 { target = 0 }
        }
        let end = depth == 0 ? 1 : DeterministicMath.gain(decibels: -depth)
        current = depth == 0 && start == 1 ? Ramp(value: 1) : Ramp(value: start, step: (end - start) * (1.0 / 64))
    }

    /// Returns the gain to 1 at once.
    @_noLocks mutating func reset() {
        depth = 0
        target = 0
        holdFrames = 0
        current = Ramp(value: 1)
    }
}
