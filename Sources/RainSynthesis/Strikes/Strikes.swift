import DeterministicMath

/// Audio thread: the short tuned notes of events, and how the rain ducks under them.
///
/// Eight notes sound at most; a further one makes the quietest fade within 256 frames. Nothing sounding costs nothing.
struct Strikes: ~Copyable {
    /// Notes that sound at once.
    static var voices: Int { @_noLocks get { 8 } }
    /// Notes and those that are just fading.
    private static var slots: Int { @_noLocks get { 16 } }

    private let sampleRate: Int
    private let notes: UnsafeMutablePointer<StrikeNote>
    private let table: UnsafePointer<StrikeTable>
    private var active = 0
    private var duck: StrikeDuck

    init(sampleRate: Int) {
        self.sampleRate = sampleRate
        notes = .allocate(capacity: Strikes.slots)
        notes.initialize(repeating: StrikeNote(), count: Strikes.slots)
        table = StrikeTable.shared.table(sampleRate: sampleRate)
        duck = StrikeDuck(sampleRate: sampleRate)
    }

    deinit { notes.deallocate() }

    /// The gain that the rain takes from the next frame on; straight until the next 64 frames begin.
    var duckGain: Ramp { @_noLocks get { duck.ramp } }

    /// Begins a note `frame` frames after the next one to be rendered. Fundamentals lie in 20-12,000 Hz
    /// (clamped); the channel that `pan` turns from is lowered, the other keeps the level. Ignores events that are no strike.
    @_noLocks mutating func start(_ event: SynthEvent, at frame: Int = 0) {
        guard case .strike = event.kind else { return }
        let frequency = max(SynthEvent.lowestFrequency, min(event.frequency, SynthEvent.highestFrequency))
        let amplitude = DeterministicMath.gain(decibels: event.level) * table.pointee.normalisation(event.voice, frequency)
        let recipe = table.pointee.recipe(event.voice)
        notes[freeSlot()] = StrikeNote(
            recipe, frequency: frequency, amplitude: amplitude, pan: max(-1, min(event.pan, 1)), delay: frame,
            sampleRate: sampleRate)
        active = Strikes.slots
        // A note counts as sounding until it has fallen by 30 dB.
        let sounding = DeterministicMath.roundToInt(Double(recipe.decays[0]) * 0.5 * Double(sampleRate))
        duck.begin(decibels: event.duckBy, frames: frame &+ sounding, release: event.duckRelease)
    }

    /// Adds `frames` frames (at most up to the end of the quantum) of all notes and moves the ducking on by as many.
    @_noLocks mutating func render(
        addingToLeft left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, frames: Int,
        gain: Ramp = .unity
    ) {
        duck.advance(frames)
        guard active > 0 else { return }
        active = 0
        for slot in 0..<Strikes.slots where notes[slot].isActive {
            notes[slot].render(left, right, frames: frames, gain: gain)
            active = active &+ 1
        }
    }

    /// Every note is over and the ducking undone.
    @_noLocks mutating func silence() {
        for slot in 0..<Strikes.slots { notes[slot] = StrikeNote() }
        active = 0
        duck.reset()
    }

    /// A slot to begin a note in; sends the quietest note away when all voices sound.
    @_noLocks private mutating func freeSlot() -> Int {
        var free = -1
        var sounding = 0
        var quietest = -1
        var weakest: Float = .infinity
        var leaving = 0
        for slot in 0..<Strikes.slots {
            if !notes[slot].isActive {
                if free < 0 { free = slot }
            } else if notes[slot].isLeaving {
                leaving = slot
            } else {
                sounding = sounding &+ 1
                let strength = notes[slot].strength
                if strength < weakest {
                    weakest = strength
                    quietest = slot
                }
            }
        }
        if sounding >= Strikes.voices, quietest >= 0 { notes[quietest].leave() }
        return free >= 0 ? free : leaving
    }
}
