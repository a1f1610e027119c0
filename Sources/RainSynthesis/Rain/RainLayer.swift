import DeterministicMath

/// Audio thread: physical rain, single drops over a bed of all the others, as `rain.*` says.
///
/// A quantum is `schedule` for each of its segments, in order, then `render`. At 0 mm/h, once the last drop has died away,
/// the layer is exact silence and costs nothing.
struct RainLayer: ~Copyable {
    private let model: RainModel
    private let share: Double
    private var drops: RainDrops
    private var bed: RainBed
    private var movement: RainMovement
    private var levelGain = MixGain(off: -60)

    /// The weather of `field` and the bed's gains in it.
    private var weather: RainWeather?
    private var field = RainField()
    private var bedGains = RainBands.Lanes()
    /// The quantum's two channels, and the gain of each frame.
    private let left: UnsafeMutablePointer<Float>
    private let right: UnsafeMutablePointer<Float>
    private let gain: UnsafeMutablePointer<Float>
    /// Whether the quantum has begun, and whether anything is to be heard in it.
    private var begun = false
    private var sounds = false
    private var walk = Ramp.unity

    /// - Parameters:
    ///   - walk: the seed of the slow movement; nil is `seed`.
    ///   - share: the part of the rain that falls here, 0 ... 1: of its drops, and of its power.
    init(
        sampleRate: Int, seed: UInt64, walk: UInt64? = nil, share: Double = 1, physics: RainPhysics = RainPhysics()
    ) {
        self.share = share
        model = RainModel(sampleRate: sampleRate, physics: physics)
        drops = RainDrops(sampleRate: sampleRate, seed: seed, physics: physics)
        bed = RainBed(sampleRate: sampleRate, seed: seed)
        movement = RainMovement(sampleRate: sampleRate, seed: walk ?? seed)
        let frames = EngineConfiguration.quantum
        left = .allocate(capacity: 3 * frames)
        left.initialize(repeating: 0, count: 3 * frames)
        right = left + frames
        gain = right + frames
    }

    deinit { left.deallocate() }

    /// The drops of the quantum that is scheduled or was rendered last.
    var arrivals: UnsafeBufferPointer<RainArrival> {
        UnsafeBufferPointer(start: drops.arrivals, count: drops.arrivalCount)
    }

    /// The field of the last segment.
    var now: RainField { @_noLocks get { field } }

    /// Lets it rain in frames `offset ..< offset + frames` of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterGlide) {
        let intensity = glide.ramp(.rainIntensity)
        let falls = intensity.value > 0 || intensity.step != 0
        if !begun { drops.begin() }
        guard falls || sounds || !drops.isSilent else { return }
        if !begun { begin(glide, moves: intensity.step != 0) }
        let level = levelGain.ramp(glide.ramp(.rainLevel), frames: frames)
        var frame = 0
        while frame < frames {
            let place = offset &+ frame
            gain[place] = level.at(frame) * walk.at(place)
            frame &+= 1
        }
        guard falls else {
            // Nothing falls; what has fallen dies away.
            weather = nil
            field = RainField()
            bedGains = RainBands.Lanes()
            return
        }
        sounds = true
        let from = enter(RainWeather(glide, at: 0))
        let gains = bedGains
        let to = glide.isMoving ? enter(RainWeather(glide, at: frames)) : from
        let share = 1 / Float(Int32(truncatingIfNeeded: frames))
        let width = glide.value(.rainWidth)
        drops.schedule(
            model, from.rate > 0 ? from : to, offset: offset, frames: frames,
            rate: Ramp(value: Float(from.rate), step: Float(to.rate - from.rate) * share), width: width)
        bed.render(
            addingToLeft: left + offset, right: right + offset, frames: frames, gains: gains,
            step: (bedGains - gains) * share, width: width)
    }

    /// Adds the quantum to both channels.
    @_noLocks mutating func render(left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>) {
        begun = false
        if !drops.isSilent { sounds = true }
        guard sounds else { return }
        sounds = false
        drops.render(model, left: left, right: right)
        var frame = 0
        while frame < EngineConfiguration.quantum {
            outLeft[frame] += left[frame] * gain[frame]
            outRight[frame] += right[frame] * gain[frame]
            left[frame] = 0
            right[frame] = 0
            frame &+= 1
        }
    }

    /// Forgets everything that sounds.
    @_noLocks mutating func silence() {
        drops.silence()
        bed.silence()
    }

    @_noLocks private mutating func begin(_ glide: borrowing ParameterGlide, moves: Bool) {
        begun = true
        walk = movement.next(depth: glide.value(.rainMovement), time: glide.value(.rainMovementTime), moves: moves)
        var frame = 0
        while frame < EngineConfiguration.quantum {
            gain[frame] = 0
            frame &+= 1
        }
    }

    /// The field of a weather, computed when the weather is another than before.
    @_noLocks private mutating func enter(_ new: RainWeather) -> RainField {
        if let weather, weather.equals(new) { return field }
        weather = new
        field = model.field(new)
        field.keep(share)
        // Half of the power to each channel, as a drop divides its own between them.
        bedGains = bed.gains(field.bed * 0.5)
        return field
    }
}
