// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the surface that the rain falls on. One surface sounds at a time; a new one fades in over 50 ms while the
/// previous one, still struck, fades out. Open ground does nothing and costs nothing.
struct RainBodies: ~Copyable {
    private typealias Lanes = SIMD8<Float>
    /// The power below which a body is silent.
    private static var floor: Float { @_noLocks get { 1e-11 } }

    private let bodies: UnsafePointer<RainBody>
    private let step: Float
    /// The current surface, the previous one, and the progress of the cross-fade.
    private var now = 0
    private var former = 0
    private var change: Float = 1
    private var primed = false
    /// The states of the current and the previous surface.
    private let states: UnsafeMutablePointer<RainBodyState>
    private let scratch: UnsafeMutablePointer<Float>
    private let sums: UnsafeMutablePointer<SIMD8<Float>>

    init(sampleRate: Int) {
        bodies = RainBodyTable.shared.table(sampleRate: sampleRate).pointee.first
        step = Float(EngineConfiguration.quantum) / (0.05 * Float(sampleRate))
        states = .allocate(capacity: 2)
        states.initialize(repeating: RainBodyState(), count: 2)
        scratch = .allocate(capacity: 2 * EngineConfiguration.quantum)
        scratch.initialize(repeating: 0, count: 2 * EngineConfiguration.quantum)
        sums = .allocate(capacity: EngineConfiguration.quantum)
        sums.initialize(repeating: .zero, count: EngineConfiguration.quantum)
    }

    deinit {
        states.deallocate()
        scratch.deallocate()
        sums.deallocate()
    }

    /// The part of the quantum's surface that is standing water regardless of the weather.
    private(set) var standing = Ramp(value: 0)

    /// Begins a quantum on `surface`; returns the part of it that lies over the listener, frame by frame.
    @_noLocks mutating func begin(_ surface: Int) -> Ramp {
        if !primed {
            primed = true
            now = surface
            former = surface
        }
        if change >= 1, surface != now {
            former = now
            states[1] = states[0]
            now = surface
            states[0] = RainBodyState()
            change = 0
        }
        standing = between(Float(bodies[former].water), Float(bodies[now].water))
        return between(bodies[former].isOverhead ? 1 : 0, bodies[now].isOverhead ? 1 : 0)
    }

    /// Interpolates from the previous surface's value to the current one's, as far as the cross-fade gets in the
    /// quantum.
    @_noLocks private func between(_ was: Float, _ to: Float) -> Ramp {
        let next = change + step < 1 ? change + step : 1
        return Ramp(
            value: was + (to - was) * change,
            step: (to - was) * (next - change) / Float(Int32(truncatingIfNeeded: EngineConfiguration.quantum)))
    }

    /// Whether anything still rings.
    var rings: Bool { @_noLocks get { states[0].sounds || (change < 1 && states[1].sounds) } }

    /// Passes the quantum through the surface, in place.
    @_noLocks mutating func process(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
        let quantum = EngineConfiguration.quantum
        guard change < 1 else {
            pass(now, &states[0], left, right)
            return
        }
        let otherLeft = scratch, otherRight = scratch + quantum
        for frame in 0..<quantum {
            otherLeft[frame] = left[frame]
            otherRight[frame] = right[frame]
        }
        pass(now, &states[0], left, right)
        pass(former, &states[1], otherLeft, otherRight)
        let next = change + step < 1 ? change + step : 1
        let slope = (next - change) / Float(Int32(truncatingIfNeeded: quantum))
        for frame in 0..<quantum {
            let share = change + slope * Float(Int32(truncatingIfNeeded: frame))
            left[frame] = otherLeft[frame] + (left[frame] - otherLeft[frame]) * share
            right[frame] = otherRight[frame] + (right[frame] - otherRight[frame]) * share
        }
        change = next
        if change >= 1 { states[1] = RainBodyState() }
    }

    /// Discards everything that rings.
    @_noLocks mutating func silence() {
        states[0] = RainBodyState()
        states[1] = RainBodyState()
        former = now
        change = 1
    }

    @_noLocks private func pass(
        _ body: Int, _ state: inout RainBodyState, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
    ) {
        guard !bodies[body].isPlain else { return }
        var power = Lanes()
        for channel in 0..<2 {
            let sound = channel == 0 ? left : right
            ring(body, &state, channel, sound, &power)
            let gain = bodies[body].dry[channel], share = bodies[body].softness
            var (one, two) = (state.soft[2 &* channel], state.soft[2 &* channel &+ 1])
            for frame in 0..<EngineConfiguration.quantum {
                one += (sound[frame] - one) * share
                two += (one - two) * share
                sound[frame] = two * gain + RainBands.sum(sums[frame])
            }
            state.soft[2 &* channel] = one
            state.soft[2 &* channel &+ 1] = two
        }
        state.sounds = RainBands.sum(power) > RainBodies.floor
        if !state.sounds { state = RainBodyState() }
    }

    /// Renders the modes of a channel into `sums`, frame by frame, and adds their remaining power to `power`.
    @_noLocks @inline(__always) private func ring(
        _ body: Int, _ state: inout RainBodyState, _ channel: Int, _ sound: UnsafePointer<Float>, _ power: inout Lanes
    ) {
        let quantum = EngineConfiguration.quantum
        for row in 0..<RainBody.rows {
            let place = channel &* RainBody.rows &+ row
            let cosine = bodies[body].cosine[place], sine = bodies[body].sine[place], gain = bodies[body].gain[place]
            var real = state.real[place], imaginary = state.imaginary[place]
            for frame in 0..<quantum {
                let turned = real * cosine - imaginary * sine + sound[frame]
                imaginary = real * sine + imaginary * cosine
                real = turned
                sums[frame] = row == 0 ? imaginary * gain : sums[frame] + imaginary * gain
            }
            state.real[place] = real
            state.imaginary[place] = imaginary
            power += (real * real + imaginary * imaginary) * gain * gain
        }
    }
}

/// The state of a surface.
private struct RainBodyState: BitwiseCopyable {
    var real = InlineArray<8, SIMD8<Float>>(repeating: .zero)
    var imaginary = InlineArray<8, SIMD8<Float>>(repeating: .zero)
    /// The two low passes of the left channel, then those of the right.
    var soft = SIMD4<Float>()
    var sounds = false

    @_noLocks init() {}
}
