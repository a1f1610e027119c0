import DeterministicMath

/// One running drop: where it stands between impact, pause, bubble and end. Times are samples since the start of the
/// quantum in which it fell, so that they are as exact after a day as at the start. Audio thread.
struct Drop: BitwiseCopyable {
    /// What a drop is still waiting for instead of a slot.
    enum Slot {
        static var toCome: Int32 { @_noLocks get { -1 } }
        static var none: Int32 { @_noLocks get { -2 } }
    }

    // What the turning of the wheel asks for, together in one line of the cache (a drop is two).
    /// The quantum in which it fell.
    let origin: Int64
    /// The quantum in which something is next to be done.
    var due: Int64 = 0
    let impactEnd: Double
    let bubbleEnd: Double
    /// When the bubble's envelope next sinks into a lower level class, and how long it stays in one.
    private var crossing: Double
    private let classSpan: Double
    /// Its impact's and bubble's slots, or `Slot.toCome` or `Slot.none`.
    var impactSlot: Int32
    var bubbleSlot: Int32
    /// The level class it is in, and the list of the wheel that it waits in.
    var place: Int32
    var waiting: Int32 = 0

    let onset: Double
    let bubbleStart: Double
    let impactAmplitude: Double
    let bubbleAmplitude: Double
    /// Turns a sample; growth of the pitch and loss of amplitude, as exponents, a sample.
    let frequency: Double
    let rise: Double
    let decay: Double
    let left: Float
    let right: Float

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
        let louder = impactAmplitude > amplitude ? impactAmplitude : amplitude
        place = LevelClasses.of(louder)
        if amplitude > silence {
            let logarithm = DeterministicMath.log(amplitude)
            let fading = (logarithm + 10.361632918473206) / decay
            let length = rise * fading < 8 ? fading : 8 / rise
            let floor = Double(LevelClasses.floorExponent(LevelClasses.of(amplitude))) * 0.6931471805599453
            bubbleSlot = Slot.toCome
            bubbleEnd = bubbleStart + length
            classSpan = 0.6931471805599453 / decay
            crossing = bubbleStart + (logarithm - floor) / decay
        } else {
            bubbleSlot = Slot.none
            bubbleEnd = bubbleStart
            classSpan = 0
            crossing = 0
        }
    }

    /// Samples since the drop's own zero at the start of `quantum`.
    @_noLocks func time(_ quantum: Int64) -> Double { Double((quantum &- origin) &* 64) }

    /// The level class at `now`: in impact and pause that of the larger of what sounds and what is to come.
    @_noLocks mutating func updatePlace(_ now: Double) {
        if bubbleSlot == Slot.none { return }
        if now < bubbleStart {
            if now >= impactEnd { place = LevelClasses.of(bubbleAmplitude) }
            return
        }
        if place < LevelClasses.of(bubbleAmplitude) { place = LevelClasses.of(bubbleAmplitude) }
        while crossing <= now && place < LevelClasses.count &- 1 {
            place &+= 1
            crossing = crossing + classSpan
        }
    }

    /// The first quantum after `quantum` in which the drop has something to begin, leave or end.
    @_noLocks func nextDue(after quantum: Int64) -> Int64 {
        var next = Int.max
        if impactSlot >= 0 { next = Drop.earlier(next, DeterministicMath.ceil(impactEnd * (1.0 / 64))) }
        if bubbleSlot == Slot.toCome {
            next = Drop.earlier(next, DeterministicMath.floor(bubbleStart * (1.0 / 64)))
        } else if bubbleSlot >= 0 {
            next = Drop.earlier(next, DeterministicMath.ceil(bubbleEnd * (1.0 / 64)))
            if place < LevelClasses.count &- 1 {
                next = Drop.earlier(next, DeterministicMath.ceil(crossing * (1.0 / 64)))
            }
        }
        let wanted = origin &+ Int64(truncatingIfNeeded: next)
        return wanted > quantum ? wanted : quantum &+ 1
    }

    @_noLocks private static func earlier(_ quantum: Int, _ other: Double) -> Int {
        let other = DeterministicMath.roundToInt(other)
        return other < quantum ? other : quantum
    }
}
