// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: physical rain, single drops over a bed of all the others, on a surface, through walls and in a room, as set by `rain.*`.
///
/// At 0 mm/h, once the last drop has died away and the last water has run off, the layer is exactly silent and costs nothing.
struct RainLayer: RenderedLayer, ~Copyable {
    private let model: UnsafePointer<RainModel>
    private let share: Double
    private let masks: Bool
    private var drops: RainDrops
    private var bed: RainBed
    private var farBed: RainBed
    private var movement: RainMovement
    private var bodies: RainBodies
    private var shelter: RainShelter
    private var room: RainRoom
    private var flow: RainFlow
    private var levelGain = MixGain(off: -60)

    /// The current weather and its field.
    private var weather: RainWeather?
    private(set) var field = RainField()
    /// Quanta until the weather is read again.
    private var quantaLeft = 0
    private let bus = RainBus()
    /// Whether the quantum has begun, and whether it contains sound.
    private var hasBegun = false
    private var sounds = false
    private var walk = Ramp.unity
    /// The part of the surface that is over the listener.
    private var over = Ramp(value: 0)
    private var mass: Float = 0
    private var opening: Float = 0
    private var wet: Float = 0
    private var roomTime: Float = 1
    private var course = 0

    /// - Parameters:
    ///   - walk: the seed of the slow movement; nil means `seed`.
    ///   - share: the part of the rain that falls here, 0 ... 1: of its drops, and of its power.
    ///   - masks: whether drops that the others mask are noise; without it, `rain.singles` alone decides.
    init(
        sampleRate: Int, seed: UInt64, walk: UInt64? = nil, share: Double, masks: Bool = true, instructionSet: InstructionSet = .standard
    ) {
        self.share = share
        self.masks = masks
        model = RainModel.shared.table(sampleRate: sampleRate)
        drops = RainDrops(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)
        bed = RainBed(sampleRate: sampleRate, seed: seed, instructionSet: instructionSet)
        farBed = RainBed(sampleRate: sampleRate, seed: seed, stream: StreamID.rainFarBed(0), instructionSet: instructionSet)
        movement = RainMovement(sampleRate: sampleRate, seed: walk ?? seed)
        bodies = RainBodies(sampleRate: sampleRate, instructionSet: instructionSet)
        shelter = RainShelter(sampleRate: sampleRate, instructionSet: instructionSet)
        room = RainRoom(sampleRate: sampleRate, instructionSet: instructionSet)
        flow = RainFlow(sampleRate: sampleRate, seed: seed, share: share, instructionSet: instructionSet)
    }

    /// The drops of the quantum being scheduled or rendered last: their number, and a drop with the gain of the entire layer in its frame.
    var arrivalCount: Int { @_noLocks get { drops.arrivalCount } }
    @_noLocks func arrivalAndGain(_ index: Int) -> (RainArrival, Float) {
        let arrival = drops.arrivals.first[index]
        return (arrival, bus.gain[DeterministicMath.floorToInt(arrival.position)])
    }

    /// Grains dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { drops.refused &+ flow.refused } }

    /// Draws the segment's drops.
    @_noLocks mutating func schedule(_ segment: Segment, _ glide: borrowing ParameterRamps, into block: StereoBlock) {
        let frames = segment.frames
        let intensity = glide.ramp(.rainIntensity)
        let falls = intensity.value > 0 || intensity.step != 0
        if !hasBegun { drops.begin() }
        guard falls || isAwake else {
            shelter.rest(mass: glide.value(.rainShelter), open: glide.value(.rainOpening))
            return
        }
        if !hasBegun { begin(glide, moves: intensity.step != 0) }
        sounds = true
        let level = levelGain.ramp(glide.ramp(.rainLevel), frames: frames)
        for frame in 0..<frames {
            let place = segment.first &+ frame
            bus.gain[place] = level.at(frame) * walk.at(place)
        }
        flow.schedule(offset: segment.first, frames: frames, course: course)
        guard falls, field.rate > 0 else { return }
        drops.schedule(
            model.pointee, field, offset: segment.first, frames: frames, rate: Ramp(value: Float(field.rate)),
            width: glide.value(.rainWidth), isPlain: bodies.isPlain)
    }

    /// Adds the quantum.
    @_noLocks mutating func render(_ glide: borrowing ParameterRamps, into block: StereoBlock) {
        hasBegun = false
        guard sounds else {
            bodies.clearPast()
            return
        }
        sounds = false
        bed.render(into: bus.near)
        farBed.render(into: bus.far)
        if !bodies.isPlain { drops.render(model.pointee, to: bodies.drops) }
        bodies.process(bus.near)
        if bodies.isPlain { drops.render(model.pointee, into: bus.near) }
        if !flow.isSilent { flow.render(into: bus.far) }
        if over.value == 0 && over.step == 0 {
            // All of it is outside.
            bus.near.add(bus.far)
            shelter.process(bus.near, mass: mass, open: opening)
        } else {
            bus.moveOutside(over: over)
            shelter.process(bus.far, mass: mass, open: opening)
            bus.near.add(bus.far)
        }
        room.process(bus.near, wet: wet, time: roomTime)
        bus.mix(into: block)
    }

    /// Discards all sound in progress.
    @_noLocks mutating func silence() {
        drops.silence()
        bed.silence()
        farBed.silence()
        bodies.silence()
        shelter.silence()
        room.silence()
        flow.silence()
        // The beds start again from silence.
        weather = nil
        quantaLeft = 0
    }

    /// Whether the layer still sounds after the rain has stopped.
    private var isAwake: Bool {
        @_noLocks get {
            sounds || !drops.isSilent || !bed.isSilent || !farBed.isSilent || bodies.rings || room.sounds || !flow.isSilent
                || flow.isFull
        }
    }

    @_noLocks private mutating func begin(_ glide: borrowing ParameterRamps, moves: Bool) {
        hasBegun = true
        walk = movement.next(depth: glide.value(.rainMovement), time: glide.value(.rainMovementTime), moves: moves)
        over = bodies.begin(glide.choice(.rainSurface))
        mass = glide.value(.rainShelter)
        opening = glide.value(.rainOpening)
        wet = glide.value(.rainRoom)
        roomTime = glide.value(.rainRoomTime)
        course = glide.choice(.rainFlowCourse)
        flow.begin(
            intensity: Double(glide.value(.rainIntensity)), memory: Double(glide.value(.rainFlowMemory)),
            level: glide.value(.rainFlowLevel), course: course)
        bus.clear()
        updateField(glide)
    }

    /// Quanta over which the beds glide to a changed weather, which is read again after them.
    private static var quantaPerWeather: Int { @_noLocks get { 8 } }

    /// Computes a new field if the weather of the quantum's first frame differs from the last one.
    @_noLocks private mutating func updateField(_ glide: borrowing ParameterRamps) {
        if quantaLeft > 0 { quantaLeft &-= 1 }
        guard quantaLeft == 0 else { return }
        let new = RainWeather(glide, standing: Double(bodies.standing.value), over: over.value)
        if let weather, weather.equals(new) { return }
        // The first rain begins without a glide.
        quantaLeft = weather == nil || new.intensity == 0 ? 1 : RainLayer.quantaPerWeather
        weather = new.intensity > 0 ? new : nil
        field = model.pointee.field(new, masks: masks)
        field.scale(by: share)
        // Each channel gets half of the power, as a drop divides its power between them. The far rain falls on the same ground as
        // the near, unless the surface is a roof.
        bed.glide(to: (field.bed + field.far * (1 - new.over)) * 0.5, width: new.width, over: quantaLeft)
        farBed.glide(to: field.far * (new.over * 0.5), width: new.width, over: quantaLeft)
    }
}
