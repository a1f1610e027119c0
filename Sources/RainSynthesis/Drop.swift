import DeterministicMath

/// One running drop: where it stands between impact, pause, bubble and end. Times are samples since the start of the
/// quantum in which it fell, so that they are as exact after a day as at the start. Audio thread.
struct Drop: BitwiseCopyable {
    /// What a drop is still waiting for instead of a slot.
    enum Slot {
        static var toCome: Int32 { @_noLocks get { -1 } }
        static var none: Int32 { @_noLocks get { -2 } }
    }

    // What the wheel and the choice of the quietest ask for, together in one line of the cache (a drop is two).
    /// The quantum in which it fell.
    let origin: Int64
    /// The quantum in which something is next to be done.
    var due: Int64 = 0
    let impactEnd: Double
    let bubbleStart: Double
    let bubbleEnd: Double
    /// Its impact's and bubble's slots, or `Slot.toCome` or `Slot.none`.
    var impactSlot: Int32
    var bubbleSlot: Int32
    /// The list of the wheel that it waits in, or -1 for one that does not run, or no more.
    var waiting: Int32 = -1
    /// Levels of impact and of the bubble at its start, in octaves above the lowest, and what the bubble loses a sample.
    private let impactLevel: Float
    private let bubbleLevel: Float
    private let fall: Float

    let onset: Double
    let impactAmplitude: Double
    let bubbleAmplitude: Double
    /// Turns a sample; growth of the pitch and loss of amplitude, as exponents, a sample.
    let frequency: Double
    let rise: Double
    let decay: Double
    let left: Float
    let right: Float

    /// A place for a drop to come.
    @_noLocks init() {
        self.init(
            DropShape(
                impactAmplitude: 0, impactDuration: 1, delay: 0, bubbleAmplitude: 0, frequency: 0, decay: 1, bubbleDuration: 1,
                rise: 0, left: 0, right: 0),
            origin: 0, onset: 0, impactGain: 0, bubbleGain: 0)
    }

    /// A drop that falls `onset` frames into quantum `origin`.
    ///
    /// The bubble lasts until its envelope, level included and before pan, is 10^-4.5 of full scale (-90 dB). Held far
    /// outside of the parameters' ranges: it loses at most 10.9 dB and gains a factor e in pitch a sample, and ends at
    /// the latest when its pitch factor is e^8.
    @_noLocks init(_ shape: DropShape, origin: Int64, onset: Double, impactGain: Float, bubbleGain: Float) {
        let silence = 3.1622776601683795e-5
        self.origin = origin
        self.onset = onset
        impactAmplitude = shape.impactAmplitude * Double(impactGain)
        impactEnd = onset + shape.impactDuration
        bubbleStart = impactEnd + shape.delay
        frequency = shape.frequency
        let wantedDecay = shape.decay / shape.bubbleDuration
        let wantedRise = shape.rise / shape.bubbleDuration
        decay = wantedDecay < 1.25 ? wantedDecay : 1.25
        rise = wantedRise < 1 ? wantedRise : 1
        left = shape.left
        right = shape.right
        let amplitude = shape.bubbleAmplitude * Double(bubbleGain)
        bubbleAmplitude = amplitude
        impactSlot = impactAmplitude > 0 ? Slot.toCome : Slot.none
        impactLevel = Drop.octaves(impactAmplitude)
        bubbleLevel = Drop.octaves(amplitude)
        if amplitude > silence {
            let fading = (DeterministicMath.log(amplitude) + 10.361632918473206) / decay
            let length = rise * fading < 8 ? fading : 8 / rise
            bubbleSlot = Slot.toCome
            bubbleEnd = bubbleStart + length
            fall = Float(decay * 1.4426950408889634)
        } else {
            bubbleSlot = Slot.none
            bubbleEnd = bubbleStart
            fall = 0
        }
    }

    /// False before it begins, while it gives way and when it is over.
    var isRunning: Bool { @_noLocks get { waiting >= 0 } }

    /// Samples since the drop's own zero at the start of `quantum`.
    @_noLocks func time(_ quantum: Int64) -> Double { Double((quantum &- origin) &* 64) }

    /// How many levels there are, an eighth of an octave of amplitude each (0.75 dB); the lowest reaches below -90 dB, the
    /// highest up from 18 dB.
    static var levels: Int { @_noLocks get { 8 * 18 } }

    /// An amplitude (not negative) in octaves above the lowest level, its mantissa taken as it stands: near enough to choose by.
    @_noLocks private static func octaves(_ amplitude: Double) -> Float {
        Float(Double(Int64(bitPattern: amplitude.bitPattern)) * 0x1p-52 - (1023 - 15))
    }

    /// How loud it is in `quantum`; in impact and pause as loud as the larger of what sounds and what is to come.
    @_noLocks func level(at quantum: Int64) -> Int {
        let now = time(quantum)
        let since = now - bubbleStart
        var octaves = since > 0 ? bubbleLevel - fall * Float(since) : bubbleLevel
        if now < impactEnd && impactLevel > octaves { octaves = impactLevel }
        let level = octaves * 8
        let top = Float(Drop.levels &- 1)
        return level > 0 ? DeterministicMath.floorToInt(level < top ? level : top) : 0
    }

    /// The first quantum after `quantum` in which the drop has something to begin, leave or end.
    @_noLocks func nextDue(after quantum: Int64) -> Int64 {
        var next = Int.max
        if impactSlot >= 0 { next = Drop.earlier(next, DeterministicMath.ceil(impactEnd * (1.0 / 64))) }
        if bubbleSlot == Slot.toCome {
            next = Drop.earlier(next, DeterministicMath.floor(bubbleStart * (1.0 / 64)))
        } else if bubbleSlot >= 0 {
            next = Drop.earlier(next, DeterministicMath.ceil(bubbleEnd * (1.0 / 64)))
        }
        let wanted = origin &+ Int64(truncatingIfNeeded: next)
        return wanted > quantum ? wanted : quantum &+ 1
    }

    @_noLocks private static func earlier(_ quantum: Int, _ other: Double) -> Int {
        let other = DeterministicMath.roundToInt(other)
        return other < quantum ? other : quantum
    }
}
