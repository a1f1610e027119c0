// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: physical rain, single drops over a bed of all the others, on a surface, through walls and in a room, as set by
/// `rain.*`.
///
/// For each quantum, call `schedule` for each of its segments, in order, then `render`. At 0 mm/h, once the last drop has died
/// away and the last water has run off, the layer is exactly silent and costs nothing.
struct RainLayer: ~Copyable {
    private let model: UnsafePointer<RainModel>
    private let share: Double
    private var drops: RainDrops
    private var bed: RainBed
    private var farBed: RainBed
    private var movement: RainMovement
    private var bodies: RainBodies
    private var shelter: RainShelter
    private var room: RainRoom
    private var flow: RainFlow
    private var levelGain = MixGain(off: -60)

    /// The current weather, its field, and the beds' gains for the part of the surface over the listener.
    private var weather: RainWeather?
    private var field = RainField()
    private var gains = RainBedGains()
    private let bus: RainBus
    /// Whether the quantum has begun, and whether it contains sound.
    private var begun = false
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
    init(sampleRate: Int, seed: UInt64, walk: UInt64? = nil, share: Double = 1) {
        self.share = share
        model = RainModel.shared.table(sampleRate: sampleRate)
        drops = RainDrops(sampleRate: sampleRate, seed: seed)
        bed = RainBed(sampleRate: sampleRate, seed: seed)
        farBed = RainBed(sampleRate: sampleRate, seed: seed, stream: StreamID.rainFarBed(0))
        movement = RainMovement(sampleRate: sampleRate, seed: walk ?? seed)
        bodies = RainBodies(sampleRate: sampleRate)
        shelter = RainShelter(sampleRate: sampleRate)
        room = RainRoom(sampleRate: sampleRate)
        flow = RainFlow(sampleRate: sampleRate, seed: seed, share: share)
        bus = RainBus()
    }

    /// The drops of the quantum being scheduled or rendered last.
    var arrivals: UnsafeBufferPointer<RainArrival> {
        UnsafeBufferPointer(start: drops.arrivals, count: drops.arrivalCount)
    }

    /// The same one by one, for the audio thread: the number of drops, and a drop with the gain of the entire layer in
    /// its frame.
    var arrivalCount: Int { @_noLocks get { drops.arrivalCount } }
    @_noLocks func arrivalAndGain(_ index: Int) -> (RainArrival, Float) {
        let arrival = drops.arrivals[index]
        return (arrival, bus.gain[DeterministicMath.floorToInt(arrival.position)])
    }

    /// Grains dropped since the start because the pool was full.
    var refused: Int64 { @_noLocks get { drops.refused &+ flow.refused } }

    /// The field of the last segment.
    var now: RainField { @_noLocks get { field } }

    /// Schedules the rain of frames `offset ..< offset + frames` of the quantum.
    @_noLocks mutating func schedule(offset: Int, frames: Int, glide: borrowing ParameterRamps) {
        let intensity = glide.ramp(.rainIntensity)
        let falls = intensity.value > 0 || intensity.step != 0
        if !begun { drops.begin() }
        guard falls || isAwake else { return }
        if !begun { begin(glide, moves: intensity.step != 0) }
        sounds = true
        let level = levelGain.ramp(glide.ramp(.rainLevel), frames: frames)
        var frame = 0
        while frame < frames {
            let place = offset &+ frame
            bus.gain[place] = level.at(frame) * walk.at(place)
            frame &+= 1
        }
        flow.schedule(offset: offset, frames: frames, course: course)
        guard falls else {
            // Nothing falls; what has fallen dies away.
            weather = nil
            field = RainField()
            gains = RainBedGains()
            return
        }
        let standing = bodies.standing
        let from = enter(
            RainWeather(glide, at: 0, standing: Double(standing.at(offset))), over: over.at(offset))
        let start = gains
        var to = from
        if glide.isMoving || standing.step != 0 || over.step != 0 {
            to = enter(
                RainWeather(glide, at: frames, standing: Double(standing.at(offset &+ frames))),
                over: over.at(offset &+ frames))
        }
        let share = 1 / Float(Int32(truncatingIfNeeded: frames))
        let width = glide.value(.rainWidth)
        drops.schedule(
            model.pointee, from.rate > 0 ? from : to, offset: offset, frames: frames,
            rate: Ramp(value: Float(from.rate), step: Float(to.rate - from.rate) * share), width: width)
        bed.render(
            addingToLeft: bus.nearLeft + offset, right: bus.nearRight + offset, frames: frames, gains: start.near,
            step: (gains.near - start.near) * share, width: width)
        guard over.value > 0 || over.step != 0 else { return }
        farBed.render(
            addingToLeft: bus.farLeft + offset, right: bus.farRight + offset, frames: frames, gains: start.far,
            step: (gains.far - start.far) * share, width: width)
    }

    /// Adds the quantum to both channels.
    @_noLocks mutating func render(left outLeft: UnsafeMutablePointer<Float>, right outRight: UnsafeMutablePointer<Float>) {
        begun = false
        guard sounds else { return }
        sounds = false
        drops.render(model.pointee, left: bus.nearLeft, right: bus.nearRight)
        bodies.process(bus.nearLeft, bus.nearRight)
        if !flow.isSilent { flow.render(left: bus.farLeft, right: bus.farRight) }
        bus.sort(over: over)
        shelter.process(bus.farLeft, bus.farRight, mass: mass, open: opening)
        bus.join()
        room.process(bus.nearLeft, bus.nearRight, wet: wet, time: roomTime)
        bus.take(addingToLeft: outLeft, right: outRight)
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
    }

    /// Whether the layer still sounds after the rain has stopped.
    private var isAwake: Bool {
        @_noLocks get { sounds || !drops.isSilent || bodies.rings || room.sounds || !flow.isSilent || flow.isFull }
    }

    @_noLocks private mutating func begin(_ glide: borrowing ParameterRamps, moves: Bool) {
        begun = true
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
    }

    /// Returns the field of a weather, recomputed if the weather has changed, and sets the beds' gains.
    @_noLocks private mutating func enter(_ new: RainWeather, over: Float) -> RainField {
        let isSame = weather.map { $0.equals(new) } ?? false
        if isSame && gains.over == over { return field }
        if !isSame {
            weather = new
            field = model.pointee.field(new)
            field.keep(share)
        }
        // Each channel gets half of the power, as a drop divides its power between them. The far rain falls on the same ground as
        // the near, unless the surface is a roof.
        gains.over = over
        gains.near = bed.gains((field.bed + field.far * (1 - over)) * 0.5)
        gains.far = over > 0 ? farBed.gains(field.far * (over * 0.5)) : RainBands.Lanes()
        return field
    }
}

/// The gains of the two beds.
private struct RainBedGains: BitwiseCopyable {
    var over: Float = -1
    var near = RainBands.Lanes()
    var far = RainBands.Lanes()

    @_noLocks init() {}
}
