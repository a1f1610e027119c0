// SPDX-License-Identifier: MIT
import CRainKernel

/// Audio thread: the surface that the rain falls on. One surface sounds at a time; a new one fades in over 50 ms while the
/// previous one, still struck, fades out. Open ground changes nothing and costs a copy of the bed.
struct RainBodies: ~Copyable {
    /// The power below which a body is silent.
    private static var floor: Float { @_noLocks get { 1e-11 } }
    /// The floats of a state, rounded up to whole vectors.
    private static var length: Int { @_noLocks get { 144 } }

    private let isa: crain_isa
    private let bodies: UnsafePointer<RainBody>
    private let step: Float
    /// The current surface, the previous one, and the progress of the crossfade, 0 ... 1.
    private var now = 0
    private var previous = 0
    private var crossfade: Float = 1
    private var primed = false
    /// The states of the current and the previous surface, and whether each rings.
    private let states = FixedBuffer<Float>(repeating: 0, count: 2 * RainBodies.length)
    private var isRinging = false
    private var isPreviousRinging = false
    private let scratch = FixedBuffer<Float>(repeating: 0, count: 2 * EngineConfiguration.quantum)
    /// The last quanta of the bed, left and right each, a power of two of them, and the number of the one being processed.
    private let past: FixedBuffer<Float>
    private let pastMask: Int
    private var latest = 0
    private var hasPast = false
    /// How many of them hold the near rain of a surface over the listener: the others hold the whole rain, which strikes no roof.
    private var overhead = 0
    private let noBed = FixedBuffer<Float>(repeating: 0, count: 2 * EngineConfiguration.quantum)
    /// The delays, in quanta, of the bed that strikes each set of modes: 33 to 137 ms at 48 kHz, too far apart to be heard as repetitions.
    private let ages: SIMD4<Int>
    /// The quantum's drops for each set of modes, which they strike with the opposite sign to the other sets; left and right each.
    let drops = FixedBuffer<Float>(repeating: 0, count: RainBody.sets * 2 * EngineConfiguration.quantum)

    init(sampleRate: Int, instructionSet: InstructionSet) {
        isa = instructionSet.kernel
        let times = sampleRate / 44_100
        ages = SIMD4(25, 50, 77, 103) &* times
        pastMask = 128 * times - 1
        past = FixedBuffer(repeating: 0, count: (pastMask + 1) * 2 * EngineConfiguration.quantum)
        bodies = RainBodyTable.shared.table(sampleRate: sampleRate).pointee.first
        step = Float(EngineConfiguration.quantum) / (0.05 * Float(sampleRate))
    }

    /// The part of the quantum's surface that is standing water regardless of the weather.
    private(set) var standing = Ramp(value: 0)

    /// Whether nothing of the surface is heard in this quantum.
    private(set) var isPlain = true

    /// Begins a quantum on `surface`; returns the part of it that lies over the listener, frame by frame.
    @_noLocks mutating func begin(_ surface: Int) -> Ramp {
        if !primed {
            primed = true
            now = surface
            previous = surface
            overhead = pastMask &+ 1
        }
        if crossfade >= 1, surface != now {
            previous = now
            for index in 0..<RainBodies.length { memory(1)[index] = memory(0)[index] }
            isPreviousRinging = isRinging
            now = surface
            if isRoofOverGround { overhead = 0 }
            clear(0)
            crossfade = 0
        }
        isPlain = bodies[now].isPlain && (crossfade >= 1 || bodies[previous].isPlain)
        standing = interpolated(Float(bodies[previous].water), Float(bodies[now].water))
        return interpolated(bodies[previous].isOverhead ? 1 : 0, bodies[now].isOverhead ? 1 : 0)
    }

    /// Whether a roof comes in, or has come in, over open ground, which strikes nothing.
    private var isRoofOverGround: Bool { @_noLocks get { bodies[now].isOverhead && bodies[previous].isPlain } }

    /// Interpolates from the previous surface's value to the current one's, as far as the crossfade gets in the quantum.
    @_noLocks private func interpolated(_ old: Float, _ new: Float) -> Ramp {
        Ramp(value: old + (new - old) * progress.value, step: (new - old) * progress.step)
    }

    /// The crossfade at the quantum's end, and its course until then.
    private var nextCrossfade: Float { @_noLocks get { crossfade + step < 1 ? crossfade + step : 1 } }
    private var progress: Ramp { @_noLocks get { Ramp(from: crossfade, to: nextCrossfade) } }

    /// Whether anything still rings.
    var rings: Bool { @_noLocks get { isRinging || (crossfade < 1 && isPreviousRinging) } }

    /// Passes the quantum's bed, in place, and its drops through the surface.
    @_noLocks mutating func process(_ block: StereoBlock) {
        let quantum = EngineConfiguration.quantum
        // Stored on open ground too, so that a surface that fades in is struck as if it had been there before.
        latest = (latest &+ 1) & pastMask
        let bed = past.first + latest &* (2 &* quantum)
        // A roof that fades in is struck by as much of the rain as is near already.
        let share = isRoofOverGround ? progress : .unity
        for frame in 0..<quantum {
            bed[frame] = block.left[frame] * share.at(frame)
            bed[frame &+ quantum] = block.right[frame] * share.at(frame)
        }
        hasPast = true
        if overhead <= pastMask { overhead &+= 1 }
        guard !isPlain else {
            crossfade = nextCrossfade
            return
        }
        guard crossfade < 1 else {
            pass(now, 0, block)
            return
        }
        let other = StereoBlock(scratch.first)
        for frame in 0..<quantum {
            other.left[frame] = block.left[frame]
            other.right[frame] = block.right[frame]
        }
        pass(now, 0, block)
        pass(previous, 1, other)
        let shares = progress
        for frame in 0..<quantum {
            let share = shares.at(frame)
            block.left[frame] = other.left[frame] + (block.left[frame] - other.left[frame]) * share
            block.right[frame] = other.right[frame] + (block.right[frame] - other.right[frame]) * share
        }
        crossfade = nextCrossfade
        if crossfade >= 1 { clear(1) }
    }

    /// Clears the stored quanta of the bed; called while nothing sounds.
    @_noLocks mutating func clearPast() {
        guard hasPast else { return }
        past.clear()
        hasPast = false
    }

    /// Discards everything that rings.
    @_noLocks mutating func silence() {
        clear(0)
        clear(1)
        clearPast()
        previous = now
        crossfade = 1
    }

    @_noLocks private mutating func pass(_ body: Int, _ state: Int, _ block: StereoBlock) {
        guard !bodies[body].isPlain else {
            // The drops as they are.
            for set in 0..<RainBody.sets { block.add(StereoBlock(drops.first + set &* 2 &* EngineConfiguration.quantum)) }
            return
        }
        let known = bodies[body].isOverhead ? overhead : pastMask &+ 1
        let beds = (bed(ages[0], known), bed(ages[1], known), bed(ages[2], known), bed(ages[3], known))
        var excitation = crain_excitation(drops: drops.first, bed: beds)
        let power = crain_pass_body(isa, bodies[body].kernel, memory(state), &excitation, block.left, block.right)
        let sounds = power > RainBodies.floor
        if state == 0 { isRinging = sounds } else { isPreviousRinging = sounds }
        if !sounds { clear(state) }
    }

    /// The bed `age` quanta ago; silence if it is older than the `known` newest ones.
    @_noLocks private func bed(_ age: Int, _ known: Int) -> UnsafePointer<Float> {
        guard age < known else { return UnsafePointer(noBed.first) }
        return UnsafePointer(past.first + ((latest &- age) & pastMask) &* (2 &* EngineConfiguration.quantum))
    }

    /// The memory of a state.
    @_noLocks private func memory(_ state: Int) -> UnsafeMutablePointer<Float> { states.first + state &* RainBodies.length }

    @_noLocks private mutating func clear(_ state: Int) {
        let floats = memory(state)
        for index in 0..<RainBodies.length { floats[index] = 0 }
        if state == 0 { isRinging = false } else { isPreviousRinging = false }
    }
}

/// Every surface at one sample rate, in the order of `RainSurface.all`. Made at `init`; any thread reads.
struct RainBodyTable: ~Copyable {
    static let shared = RateTables { RainBodyTable(sampleRate: $0) }

    private let bodies: FixedBuffer<RainBody>

    init(sampleRate: Int, instructionSet: InstructionSet = .standard) {
        var random = RandomStream(seed: 0, stream: StreamID.rainBodies())
        let outside = RainBodySpectrum(isOverhead: false, sampleRate: sampleRate)
        let overhead = RainBodySpectrum(isOverhead: true, sampleRate: sampleRate)
        bodies = FixedBuffer(count: RainSurface.all.count) { index in
            let surface = RainSurface.all[index]
            let spectrum = surface.isOverhead ? overhead : outside
            return RainBody(surface, sampleRate: sampleRate, spectrum: spectrum, random: &random, isa: instructionSet.kernel)
        }
    }

    /// The surfaces one after another.
    var first: UnsafePointer<RainBody> { @_noLocks get { UnsafePointer(bodies.first) } }
}
